// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"
#include "core/exec/machine.h"

int main(int argc, char** argv) {
    batchscope::chooseBlasKernels();
    return batchscope::runCommandLine(argc, argv);
}
