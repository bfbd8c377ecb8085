// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text of a file, which may be megabytes long and not even UTF-8, with marked ranges.
// Of a long text, only the surroundings of the mark are laid out.
#pragma once

#include "core/base/result.h" // moc 6.4 cannot read <compare>, which id.h includes, unless <cstdint> came first
#include "core/formats/source_span.h"
#include "core/tree/read_options.h"

#include <QPlainTextEdit>

#include <memory>
#include <string>
#include <vector>

namespace batchscope {

class MarkedText final : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit MarkedText(QWidget* parent = nullptr);

    /// Shows another text without marks; never null.
    void setBytes(std::shared_ptr<const std::string> bytes, Encoding encoding);
    /// Marks these stretches, of the bytes, and shows the first of them.
    void setMarks(std::vector<TextSpan> marks);
    /// Colors anew.
    void restyle();

    /// Longer texts are shown in part.
    static constexpr std::size_t kLongest = 24'000; // bytes

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showWindow(std::size_t centre);
    void showMarks();
    void showFirstMark();
    [[nodiscard]] QString textUpTo(std::size_t byte) const;
    [[nodiscard]] int positionOf(std::size_t byte) const;

    std::shared_ptr<const std::string> m_all;
    Encoding m_encoding = Encoding::Utf8;
    std::size_t m_begin = 0; // of what is shown
    std::size_t m_end = 0;
    std::vector<TextSpan> m_marks;
};

} // namespace batchscope
