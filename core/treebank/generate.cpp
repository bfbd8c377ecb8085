// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/treebank/generate.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace batchscope {

Status checkFitsMemory(const GenerateOptions& options) {
    if (options.trees > kMostGeneratedWords / options.leaves.most) { // a product could overflow
        return Error{ErrorCode::Config,
                     fmt::format("{} trees of {} leaves are too many; the limit is {} words in total",
                                 withThousands(options.trees), withThousands(options.leaves.most),
                                 withThousands(kMostGeneratedWords))};
    }
    return Ok{};
}

Result<Treebank> generateTreebank(const GenerateOptions& options, const RunControl& control) {
    Result<TreeGenerator> generator = TreeGenerator::make(options);
    TRY(generator);
    TRY(checkFitsMemory(options));
    Treebank bank;
    bank.format = "generated";
    bank.files.emplace_back("generated");
    while (!generator->atEnd()) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        bank.addTree(generator->next(bank.words, bank.labels));
        control.report("generate", generator->made(), options.trees);
    }
    return bank;
}

} // namespace batchscope
