// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/json.h"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace batchscope {

std::string jsonText(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string jsonLine(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json toJson(const Cell::Value& value) {
    return std::visit(
        [](const auto& held) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                return nullptr;
            } else {
                return held;
            }
        },
        value);
}

Json toJson(const PhaseSeconds& seconds) {
    return {{"parse", seconds.parse},     {"build", seconds.build},     {"schedule", seconds.schedule},
            {"plan", seconds.plan},       {"gather", seconds.gather},   {"compute", seconds.compute},
            {"scatter", seconds.scatter}, {"readout", seconds.readout}, {"backward", seconds.backward},
            {"update", seconds.update},   {"total", seconds.total()}};
}

} // namespace batchscope
