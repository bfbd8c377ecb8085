// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that the colors of every theme can be read and told apart, because nobody notices such a fault on their own
// screen. WCAG 2.1 contrast: text 4.5:1, graphics 3:1. Color-blind vision is simulated after Machado, Oliveira and
// Fernandes (2009), full strength.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "tests/support/named_test.h"
#include "views/theme/theme.h"

#include <array>
#include <cmath>
#include <set>

namespace batchscope::theme_test {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

double channel(float value) {
    const auto v = static_cast<double>(value);
    return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

Triple linear(const QColor& colour) {
    return {channel(colour.redF()), channel(colour.greenF()), channel(colour.blueF())};
}

double luminance(const QColor& colour) {
    const Triple rgb = linear(colour);
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

double contrast(const QColor& left, const QColor& right) {
    const double a = luminance(left);
    const double b = luminance(right);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

Triple times(const Matrix& matrix, const Triple& vector) {
    Triple result{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            result[row] += matrix[row][column] * vector[column];
        }
    }
    return result;
}

constexpr Matrix kSame = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr std::array<Matrix, 3> kColourBlind = {
    {{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

/// CIELAB under D65, as an eye of that kind sees the colour.
Triple lab(const QColor& colour, const Matrix& eye) {
    Triple rgb = times(eye, linear(colour));
    for (double& part : rgb) {
        part = std::clamp(part, 0.0, 1.0);
    }
    constexpr Matrix kToXyz = {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
    const Triple xyz = times(kToXyz, rgb);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = f(xyz[0] / 0.95047);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.08883);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double deltaE(const QColor& left, const QColor& right, const Matrix& eye) {
    const Triple a = lab(left, eye);
    const Triple b = lab(right, eye);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

QByteArray pairName(const Theme& theme, std::size_t left, std::size_t right) {
    return (theme.name + QStringLiteral(" %1 %2").arg(left).arg(right)).toUtf8();
}

} // namespace

class ThemeTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void textIsReadable_data() { themes(); }
    void textIsReadable() {
        const Theme& theme = present();
        const double least = theme.id == ThemeId::HighContrast ? 7.0 : 4.5;
        for (const QColor& ground : {theme.window, theme.panel, theme.canvas, theme.lane}) {
            for (const QColor& text : {theme.text, theme.mutedText, theme.accent, theme.warning}) {
                QVERIFY2(contrast(text, ground) >= least, qPrintable(text.name() + u' ' + ground.name()));
            }
        }
        QVERIFY(contrast(theme.text, theme.rule) >= 4.5); // a pressed button
        QVERIFY(contrast(theme.onAccent, theme.accent) >= least);
    }

    void textOnFillsIsReadable_data() { themes(); }
    void textOnFillsIsReadable() {
        const Theme& theme = present();
        const double least = theme.id == ThemeId::HighContrast ? 7.0 : 4.5;
        for (std::size_t op = 0; op < Theme::kOpColours; ++op) {
            const OpId id(op);
            QVERIFY2(contrast(theme.onOp(id), theme.op(id)) >= least, qPrintable(QString::number(op)));
            for (std::size_t rank = 0; rank < Theme::kSignatureVariants; ++rank) {
                const QColor fill = theme.signature(id, rank);
                QVERIFY2(contrast(Theme::onFill(fill), fill) >= 4.5, pairName(theme, op, rank));
            }
        }
        for (std::size_t tree = 0; tree < 12; ++tree) {
            const QColor fill = theme.tree(TreeId(tree));
            QVERIFY2(contrast(Theme::onFill(fill), fill) >= 4.5, qPrintable(QString::number(tree)));
        }
    }

    void graphicsAreSeenOnTheirGrounds_data() { themes(); }
    void graphicsAreSeenOnTheirGrounds() {
        const Theme& theme = present();
        for (const QColor& ground : {theme.canvas, theme.lane}) {
            for (std::size_t index = 0; index < Theme::kOpColours; ++index) {
                for (std::size_t rank = 0; rank < Theme::kSignatureVariants; ++rank) {
                    QVERIFY2(contrast(theme.signature(OpId(index), rank), ground) >= 3.0, pairName(theme, index, rank));
                }
                QVERIFY2(contrast(theme.tree(TreeId(index)), ground) >= 3.0, qPrintable(QString::number(index)));
            }
            for (const QColor& colour : {theme.edge, theme.accent, theme.found, theme.regular, theme.folded}) {
                QVERIFY2(contrast(colour, ground) >= 3.0, qPrintable(colour.name()));
            }
        }
        QVERIFY(contrast(theme.edge, theme.panel) >= 3.0); // borders of what can be written in
        QVERIFY(theme.id != ThemeId::HighContrast || contrast(theme.rule, theme.window) >= 3.0);
    }

    void opsStayApartForEveryEye_data() { themes(); }
    void opsStayApartForEveryEye() {
        const Theme& theme = present();
        for (std::size_t right = 0; right < 8; ++right) {
            for (std::size_t left = 0; left < right; ++left) {
                const QColor a = theme.op(OpId(left));
                const QColor b = theme.op(OpId(right));
                const bool sameShape = Theme::shape(OpId(left)) == Theme::shape(OpId(right));
                QVERIFY2(deltaE(a, b, kSame) >= 24.0, pairName(theme, left, right));
                for (const Matrix& eye : kColourBlind) {
                    QVERIFY2(deltaE(a, b, eye) >= (sameShape ? 18.0 : 8.0), pairName(theme, left, right));
                }
            }
        }
    }

    void treesStayApartForEveryEye_data() { themes(); }
    void treesStayApartForEveryEye() {
        const Theme& theme = present();
        for (std::size_t right = 0; right < 12; ++right) {
            for (std::size_t left = 0; left < right; ++left) {
                const QColor a = theme.tree(TreeId(left));
                const QColor b = theme.tree(TreeId(right));
                QVERIFY2(deltaE(a, b, kSame) >= 16.0, pairName(theme, left, right));
                for (const Matrix& eye : kColourBlind) { // neighbours stand side by side
                    QVERIFY2(deltaE(a, b, eye) >= (right - left == 1 ? 14.0 : 6.0), pairName(theme, left, right));
                }
            }
        }
    }

    void signaturesOfAnOpDifferClearly_data() { themes(); }
    void signaturesOfAnOpDifferClearly() {
        const Theme& theme = present();
        constexpr std::size_t kUsual = 6;
        for (std::size_t op = 0; op < 8; ++op) {
            QCOMPARE(theme.signature(OpId(op), 0), theme.op(OpId(op)));
            QCOMPARE(theme.signature(OpId(op), Theme::kSignatureVariants + 2), theme.signature(OpId(op), 2));
            std::set<QRgb> colours;
            for (std::size_t rank = 0; rank < Theme::kSignatureVariants; ++rank) {
                colours.insert(theme.signature(OpId(op), rank).rgb());
                for (std::size_t before = 0; rank < kUsual && before < rank; ++before) {
                    QVERIFY2(deltaE(theme.signature(OpId(op), before), theme.signature(OpId(op), rank), kSame) >= 9.0,
                             pairName(theme, op, rank));
                }
            }
            QCOMPARE(colours.size(), Theme::kSignatureVariants);
        }
    }

    /// A net has more ops than eight: n-ary trees, heads with many dependents, parsers.
    void noTwoOpsShareAColour_data() { themes(); }
    void noTwoOpsShareAColour() {
        const Theme& theme = present();
        for (std::size_t right = 0; right < Theme::kOpColours; ++right) {
            for (std::size_t left = 0; left < right; ++left) {
                const double apart = deltaE(theme.op(OpId(left)), theme.op(OpId(right)), kSame);
                QVERIFY2(apart >= 9.0, pairName(theme, left, right));
            }
        }
    }

    void aWidgetKnowsTheThemeOfItsPalette() {
        QWidget widget;
        for (const Theme* theme : allThemes()) {
            QPalette palette = paletteFor(*theme);
            palette.setColor(QPalette::Text, theme->warning); // as views do
            widget.setPalette(palette);
            QCOMPARE(themeOf(widget).name, theme->name);
        }
        QPalette foreign(QColor(0x20, 0x10, 0x10));
        widget.setPalette(foreign);
        QCOMPARE(themeOf(widget).name, darkTheme().name);
    }

    void applyingAThemeReachesEveryWidget() {
        for (const ThemeChoice choice :
             {ThemeChoice::Dark, ThemeChoice::HighContrast, ThemeChoice::Paper, ThemeChoice::Light}) {
            applyTheme(choice);
            QWidget widget;
            widget.show();
            QCOMPARE(themeOf(widget).name, themeOf(choice, lightTheme()).name);
        }
    }

private:
    static void themes() {
        QTest::addColumn<std::size_t>("theme");
        for (const Theme* theme : allThemes()) {
            QTest::newRow(theme->name.toUtf8()) << static_cast<std::size_t>(theme->id);
        }
    }
    static const Theme& present() {
        QFETCH(std::size_t, theme);
        return *allThemes()[theme];
    }
};

BATCHSCOPE_NAMED_TEST("theme", QTEST_MAIN(ThemeTest))

} // namespace batchscope::theme_test

#include "theme_test.moc"
