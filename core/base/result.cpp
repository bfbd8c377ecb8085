// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <fmt/format.h>

namespace batchscope {

const char* errorCodeName(ErrorCode code) {
    switch (code) {
    case ErrorCode::Io: return "io";
    case ErrorCode::Parse: return "parse";
    case ErrorCode::Config: return "config";
    case ErrorCode::Schedule: return "schedule";
    case ErrorCode::Backend: return "backend";
    case ErrorCode::Layout: return "layout";
    case ErrorCode::Cancelled: return "cancelled";
    }
    return "unknown";
}

std::string Error::text() const {
    std::string place = file;
    if (position) {
        place += fmt::format("{}{}:{}", place.empty() ? "line " : ":", position->line, position->column);
    }
    return place.empty() ? fmt::format("error: {}", message) : fmt::format("{}: error: {}", place, message);
}

Error cancelledError() {
    return Error{ErrorCode::Cancelled, "cancelled"};
}

} // namespace batchscope
