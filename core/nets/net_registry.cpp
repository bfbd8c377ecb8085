// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/base/registry.h"
#include "core/nets/model_file.h"
#include "core/nets/net_list.h"
#include "core/words/net_words.h"

#include <algorithm>
#include <vector>

namespace batchscope {

std::span<const Net> nets() {
    static const std::vector<Net> kNets = rowsOf(kNetList);
    return kNets;
}

Result<const Net*> findNet(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(nets().size());
    for (const Net& net : nets()) {
        names.emplace_back(net.name);
    }
    const Result<std::size_t> index = indexOfName(name, names, words::kModelKind);
    if (!index) {
        return index.error();
    }
    return &nets()[*index];
}

std::string_view netTitle(std::string_view name) {
    const auto found = std::find_if(nets().begin(), nets().end(), [name](const Net& net) { return net.name == name; });
    if (found != nets().end()) {
        return found->title;
    }
    return isRecipeFile(name) ? name.substr(name.find_last_of('/') + 1) : name; // npos + 1 is 0
}

} // namespace batchscope
