// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/session/glossary.h"
#include "tests/support/named_test.h"
#include "views/models/term_picture.h"

#include <QTextDocument>

#include <set>
#include <string>

namespace batchscope::term_picture_test {

class TermPictureTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void everyTermHasOneOfItsOwn();
    void nothingForOtherWords();
    void tipsShowThem();
};

/// In every theme; marks cover a visible part of the ground, and nothing is cut at the edges.
void TermPictureTest::everyTermHasOneOfItsOwn() {
    for (const Theme* theme : allThemes()) {
        std::set<std::string> seen;
        for (const GlossaryTerm& term : glossaryTerms()) {
            const QByteArray name(term.term.data(), static_cast<qsizetype>(term.term.size()));
            const QImage image = termPicture(term.term, *theme, 2.0);
            QVERIFY2(!image.isNull(), name.constData());
            QCOMPARE(image.size(), kTermPictureSize * 2);
            int marked = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const bool isMark = image.pixelColor(x, y) != theme->canvas;
                    const bool isEdge = x == 0 || y == 0 || x + 1 == image.width() || y + 1 == image.height();
                    QVERIFY2(!isMark || !isEdge, name.constData());
                    marked += isMark ? 1 : 0;
                }
            }
            QVERIFY2(marked > image.width() * image.height() / 100, name.constData());
            const auto* bits = reinterpret_cast<const char*>(image.constBits());
            QVERIFY2(seen.insert(std::string(bits, static_cast<std::size_t>(image.sizeInBytes()))).second,
                     name.constData());
        }
    }
}

void TermPictureTest::nothingForOtherWords() {
    QVERIFY(termPicture("sentence", lightTheme(), 1.0).isNull());
    QVERIFY(termPictureHtml("sentence", lightTheme()).isEmpty());
}

/// As a tooltip or a page of rich text lays it out: the picture is really loaded, beside the text.
void TermPictureTest::tipsShowThem() {
    for (const GlossaryTerm& term : glossaryTerms()) {
        QTextDocument document;
        document.setHtml(glossaryTip(term));
        QVERIFY(document.size().height() >= kTermPictureSize.height());
        QVERIFY(document.toPlainText().contains(QString::fromUtf8(term.text.data(), static_cast<qsizetype>(20))));
    }
}

BATCHSCOPE_NAMED_TEST("term_picture", QTEST_MAIN(TermPictureTest))

} // namespace batchscope::term_picture_test

#include "term_picture_test.moc"
