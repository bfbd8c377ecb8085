// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/method_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

std::string methodLine(const UserMethod& method) {
    const std::string head =
        method.file.empty() ? method.name : fmt::format("{} ({}:{})", method.name, method.file, method.line);
    switch (method.way) {
    case MethodKind::Translated: return head + ": translated into primitives";
    case MethodKind::Opaque: return fmt::format("{}: called once a batch, because {}", head, method.reason);
    case MethodKind::Trusted:
        return fmt::format("{}: called once a batch, as you chose, although its values differ from those of single "
                           "calls: {}",
                           head, method.hazard);
    case MethodKind::Alone: break;
    }
    return fmt::format("{}: called once a node, not batched: {}", head, method.hazard);
}

std::size_t lineNamedIn(const UserMethod& method) {
    const std::string& text = method.hazard.empty() ? method.reason : method.hazard;
    const std::string marker = method.file + ":";
    const std::size_t place = method.file.empty() ? std::string::npos : text.find(marker);
    if (place == std::string::npos) {
        return method.line;
    }
    std::size_t line = 0;
    for (std::size_t at = place + marker.size(); at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
        line = 10 * line + static_cast<std::size_t>(text[at] - '0');
    }
    const auto lines = static_cast<std::size_t>(std::count(method.source.begin(), method.source.end(), '\n')) + 1;
    return line >= method.line && line < method.line + lines ? line : method.line;
}

} // namespace batchscope
