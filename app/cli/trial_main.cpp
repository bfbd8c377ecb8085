// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-trial: reads a user's module and calls its methods for the first time, on behalf of the other programs.
#include "core/scripts/trial_child.h"

int main() {
    return batchscope::tryAsAsked();
}
