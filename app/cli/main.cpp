// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"
#include "core/base/terminal.h"
#include "core/exec/machine.h"

int main(int argc, char** argv) {
    batchscope::guardTerminal();
    batchscope::chooseBlasKernels();
    return batchscope::runCommandLine(argc, argv);
}
