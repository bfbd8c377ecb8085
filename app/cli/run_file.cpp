// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_file.h"

#include "app/cli/bench_json.h"
#include "core/bytes/file_bytes.h"

#include <fmt/format.h>

namespace batchscope {

Error wrongValue(const std::string& file, std::string_view place, std::string_view expected) {
    return Error{ErrorCode::Parse, fmt::format("{} is missing or is not {}", place, expected), file};
}

Result<Json> readRunFile(const std::string& file, const RunControl& control) {
    const Result<std::string> text = readFileBytes(file, control);
    if (!text) {
        return text.error();
    }
    Json document = Json::parse(*text, nullptr, false);
    if (document.is_discarded()) {
        return Error{ErrorCode::Parse, "this is not JSON; expected what bench --json or bench --out wrote", file};
    }
    if (!document.is_object() || !document.contains("context") || !document.contains("results")) {
        return Error{ErrorCode::Parse, "this JSON is not a run of bench; expected what bench --json or --out wrote",
                     file};
    }
    if (!document.contains("schema")) {
        return Error{ErrorCode::Parse,
                     "this run has no \"schema\": it was measured by an older version; measure it again", file};
    }
    if (document["schema"] != kBenchSchema) {
        return Error{ErrorCode::Parse,
                     fmt::format("this run has schema {}, but this version reads schema {}; measure it again",
                                 document["schema"].dump(-1, ' ', false, Json::error_handler_t::replace), kBenchSchema),
                     file};
    }
    if (!document["context"].is_object()) {
        return wrongValue(file, "context", "an object");
    }
    if (!document["results"].is_array()) {
        return wrongValue(file, "results", "an array");
    }
    return document;
}

} // namespace batchscope
