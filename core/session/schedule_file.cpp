// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/schedule_file.h"

#include "core/bytes/file_bytes.h"
#include "core/schedule/schedule_json.h"

namespace batchscope {

Result<Schedule> readSchedule(const std::string& file, const OpGraph& graph, const RunControl& control) {
    const Result<std::string> text = readFileBytes(file, control);
    return text ? parseSchedule(*text, file, graph) : text.error();
}

} // namespace batchscope
