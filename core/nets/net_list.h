// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nets. Each is one file, which defines its row; here it is declared and listed. Outside of this room use nets()
// and findNet().
#pragma once

#include "core/nets/net.h"

#include <array>

namespace batchscope {

extern const Net kTreeLstmNet;
extern const Net kDynetTreeLstmNet;
extern const Net kTreeRnnNet;
extern const Net kNaryTreeLstmNet;
extern const Net kChildSumTreeLstmNet;
extern const Net kSpinnNet;
extern const Net kSpinnPairNet;
extern const Net kLooksNet;
extern const Net kLstmAcceptorNet;
extern const Net kBilstmTaggerNet;
extern const Net kBilstmCharTaggerNet;
extern const Net kBilstmCrfNet;
extern const Net kLatticeLstmNet;
extern const Net kTransitionParserNet;
extern const Net kMlpNet;

/// In the order in which nets are listed.
inline constexpr std::array kNetList = {
    &kTreeLstmNet,
    &kDynetTreeLstmNet,
    &kTreeRnnNet,
    &kNaryTreeLstmNet,
    &kChildSumTreeLstmNet,
    &kSpinnNet,
    &kSpinnPairNet,
    &kLooksNet,
    &kLstmAcceptorNet,
    &kBilstmTaggerNet,
    &kBilstmCharTaggerNet,
    &kBilstmCrfNet,
    &kLatticeLstmNet,
    &kTransitionParserNet,
    &kMlpNet,
};

} // namespace batchscope
