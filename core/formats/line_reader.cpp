// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/line_reader.h"

#include "core/base/budget.h"
#include "core/base/source_text.h"
#include "core/formats/characters.h"

#include <algorithm>

namespace batchscope {

std::string_view cutLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

std::size_t LineReader::take(const Window& window, TreeSink& sink) {
    m_sink = &sink;
    std::string_view rest = window.text;
    while (!rest.empty() && m_sink->goOn()) {
        const bool cut = window.end != WindowEnd::File && rest.find('\n') == std::string_view::npos;
        // A line is too long only if it fills the window alone.
        const bool mayComeAgain = window.end == WindowEnd::More || rest.size() < window.text.size();
        if (cut && mayComeAgain && !m_passingOver) {
            break;
        }
        const std::size_t before = rest.size();
        m_line = cutLine(rest);
        if (cut || m_passingOver) {
            passOverLongLine(window);
        } else if (!std::all_of(m_line.begin(), m_line.end(), isLineSpace) && !takeLine(m_line)) {
            return window.text.size() - before;
        }
        m_passingOver = cut;
        m_begin.byte += before - rest.size();
        m_begin.line += cut ? 0 : 1;
    }
    return window.text.size() - rest.size();
}

void LineReader::passOverLongLine(const Window& window) {
    if (!m_passingOver && window.end == WindowEnd::Limit) {
        report(0, tooMuchText());
    }
}

void LineReader::report(std::size_t offset, std::string message) {
    m_sink->addDiagnostic(at(offset), std::move(message), lineExcerpt(m_line, std::min(offset, m_line.size())));
}

RecordPlace LineReader::placeOf(std::size_t offset) const {
    return {.recordBegin = m_begin.byte,
            .recordLength = static_cast<std::uint32_t>(m_line.size()),
            .line = m_begin.line,
            .column = static_cast<std::uint32_t>(offset + 1)};
}

} // namespace batchscope
