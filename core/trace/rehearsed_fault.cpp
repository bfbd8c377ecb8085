// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/rehearsed_fault.h"

#include "core/base/text.h"
#include "core/words/fault_words.h"

namespace batchscope {

std::string faultText(const OpGraph& graph, const RehearsedFault& fault) {
    const auto number = [](std::uint32_t id) { return withThousands(id); };
    const words::FaultyPlace place{number(fault.step.value), graph.opOf(fault.node).name, number(fault.node.value),
                                   withThousands(fault.slot)};
    switch (fault.fault) {
    case Fault::None: break;
    case Fault::SwapRows: return words::rowsSwapped(place, number(fault.other.value));
    case Fault::DropArgument: return words::argumentDropped(place);
    case Fault::StaleValue: return words::valueStale(place, number(fault.other.value));
    case Fault::WrongChunk: return words::chunkWrong(place);
    }
    return {};
}

} // namespace batchscope
