// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: colours that one cannot read are a fault, and nobody sees it on their own screen. WCAG 2.1 contrast: text 4.5:1,
// graphics 3:1.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "views/theme/theme.h"

#include <cmath>
#include <set>
#include <utility>

namespace batchscope {

namespace {

double channel(float value) {
    const auto v = static_cast<double>(value);
    return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF());
}

double contrast(const QColor& left, const QColor& right) {
    const double a = luminance(left);
    const double b = luminance(right);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace

class ThemeTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void textIsReadable_data() { themes(); }
    void textIsReadable() {
        const Theme& theme = present();
        for (const QColor& ground : {theme.window, theme.panel, theme.canvas}) {
            QVERIFY(contrast(theme.text, ground) >= 4.5);
            QVERIFY(contrast(theme.mutedText, ground) >= 4.5);
            QVERIFY(contrast(theme.accent, ground) >= 4.5);
            QVERIFY(contrast(theme.warning, ground) >= 4.5);
        }
        QVERIFY(contrast(theme.onAccent, theme.accent) >= 4.5);
        for (std::size_t op = 0; op < 12; ++op) {
            QVERIFY2(contrast(theme.onOp(OpId(op)), theme.op(OpId(op))) >= 4.5, qPrintable(QString::number(op)));
        }
    }

    void graphicsAreSeenOnTheCanvas_data() { themes(); }
    void graphicsAreSeenOnTheCanvas() {
        const Theme& theme = present();
        for (std::size_t index = 0; index < 24; ++index) {
            QVERIFY2(contrast(theme.op(OpId(index)), theme.canvas) >= 3.0, qPrintable(QString::number(index)));
            QVERIFY2(contrast(theme.tree(TreeId(index)), theme.canvas) >= 3.0, qPrintable(QString::number(index)));
        }
        for (const QColor& colour : {theme.edge, theme.accent, theme.regular, theme.folded}) {
            QVERIFY(contrast(colour, theme.canvas) >= 3.0);
        }
    }

    void neighbouringOpsDifferInColourAndShape_data() { themes(); }
    void neighbouringOpsDifferInColourAndShape() {
        const Theme& theme = present();
        for (std::size_t op = 0; op < 7; ++op) {
            QVERIFY(theme.op(OpId(op)) != theme.op(OpId(op + 1)));
            QVERIFY(Theme::shape(OpId(op)) != Theme::shape(OpId(op + 1)));
        }
    }

    void manyOpsDifferInColourOrShape_data() { themes(); }
    void manyOpsDifferInColourOrShape() {
        std::set<std::pair<QRgb, NodeShape>> looks;
        for (std::size_t op = 0; op < 32; ++op) {
            looks.emplace(present().op(OpId(op)).rgb(), Theme::shape(OpId(op)));
        }
        QCOMPARE(looks.size(), std::size_t{32});
    }

    void aWidgetKnowsTheThemeOfItsPalette() {
        QWidget widget;
        widget.setPalette(paletteFor(darkTheme()));
        QCOMPARE(themeOf(widget).name, darkTheme().name);
        widget.setPalette(paletteFor(lightTheme()));
        QCOMPARE(themeOf(widget).name, lightTheme().name);
    }

    void applyingAThemeReachesEveryWidget() {
        applyTheme(ThemeChoice::Dark);
        QWidget widget;
        widget.show();
        QCOMPARE(themeOf(widget).name, darkTheme().name);
        applyTheme(ThemeChoice::Light);
        QCOMPARE(themeOf(widget).name, lightTheme().name);
    }

private:
    static void themes() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    static const Theme& present() {
        QFETCH(bool, dark);
        return dark ? darkTheme() : lightTheme();
    }
};

} // namespace batchscope

QTEST_MAIN(batchscope::ThemeTest)
#include "theme_test.moc"
