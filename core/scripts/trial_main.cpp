// SPDX-License-Identifier: GPL-3.0-or-later
//
// batchscope-trial: holds a user's module and calls its methods on behalf of the other programs, without files or
// network.
#include "core/scripts/module_server.h"

int main() {
    return batchscope::serveModule();
}
