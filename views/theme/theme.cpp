// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>

#include <array>
#include <cstddef>

namespace batchscope {

namespace {

constexpr std::size_t kOpColours = 8;
constexpr std::size_t kTreeColours = 12;
constexpr std::size_t kShapes = 4;

/// What a Theme answers by id; found by the theme's own name so that Theme stays a plain value.
struct Series {
    std::array<QRgb, kOpColours> ops;
    std::array<QRgb, kTreeColours> trees;
    QRgb textOnOp;
};

// Okabe-Ito hues; those too pale for a light canvas are darkened to 3:1, those too deep for a dark one are lifted.
constexpr Series kLight = {
    {0xFF0B6FB8, 0xFFC25200, 0xFF00835F, 0xFFB0568E, 0xFF8F6A00, 0xFF1E7BAE, 0xFF6B6F76, 0xFF7A4FB0},
    {0xFF4477AA, 0xFFBB5566, 0xFF228833, 0xFFAA7A00, 0xFF9955AA, 0xFF1C8C99, 0xFFC2571A, 0xFF5560C8, 0xFF6E8B1E,
     0xFFC0488A, 0xFF8A6A4F, 0xFF5F7886},
    0xFFFFFFFF};
constexpr Series kDark = {
    {0xFF56B4E9, 0xFFF28C38, 0xFF2EC495, 0xFFDD8FBE, 0xFFE6D04A, 0xFF8AA7F0, 0xFFA6ADB8, 0xFFB79AF0},
    {0xFF7FA8D9, 0xFFE28A97, 0xFF6CC078, 0xFFD9B44A, 0xFFC792D6, 0xFF5CC3CE, 0xFFE89A6A, 0xFF98A0F0, 0xFFA9C464,
     0xFFE58BBB, 0xFFC2A288, 0xFF9DB3C0},
    0xFF15171B};

const Series& seriesOf(const Theme& theme) {
    return theme.canvas.lightnessF() < 0.5F ? kDark : kLight;
}

Theme makeLight() {
    Theme theme;
    theme.name = QStringLiteral("light");
    theme.window = QColor(0xF3, 0xF4, 0xF6);
    theme.panel = QColor(0xFF, 0xFF, 0xFF);
    theme.canvas = QColor(0xFC, 0xFC, 0xFD);
    theme.text = QColor(0x1B, 0x1E, 0x24);
    theme.mutedText = QColor(0x5C, 0x63, 0x70);
    theme.rule = QColor(0xDD, 0xE0, 0xE6);
    theme.lane = QColor(0xF1, 0xF2, 0xF5);
    theme.edge = QColor(0x86, 0x8D, 0x99);
    theme.accent = QColor(0x6A, 0x4F, 0xD0);
    theme.onAccent = QColor(0xFF, 0xFF, 0xFF);
    theme.warning = QColor(0xB4, 0x53, 0x09);
    theme.regular = QColor(0xC2, 0x57, 0x1A);
    theme.folded = QColor(0x0B, 0x6F, 0xB8);
    return theme;
}

Theme makeDark() {
    Theme theme;
    theme.name = QStringLiteral("dark");
    theme.window = QColor(0x1A, 0x1C, 0x20);
    theme.panel = QColor(0x1F, 0x22, 0x27);
    theme.canvas = QColor(0x14, 0x16, 0x19);
    theme.text = QColor(0xE7, 0xE9, 0xED);
    theme.mutedText = QColor(0xA0, 0xA7, 0xB3);
    theme.rule = QColor(0x32, 0x36, 0x3E);
    theme.lane = QColor(0x1D, 0x20, 0x25);
    theme.edge = QColor(0x75, 0x7D, 0x8A);
    theme.accent = QColor(0xA7, 0x96, 0xFF);
    theme.onAccent = QColor(0x17, 0x13, 0x2E);
    theme.warning = QColor(0xF5, 0xB0, 0x4C);
    theme.regular = QColor(0xF2, 0x8C, 0x38);
    theme.folded = QColor(0x56, 0xB4, 0xE9);
    return theme;
}

/// Spacing and flat surfaces; the colours come from the palette so that one sheet serves both themes.
QString styleSheet(const Theme& theme) {
    const QString sheet = QStringLiteral(R"(
QToolTip { background: %panel; color: %text; border: 1px solid %rule; padding: 4px 6px; }
QMainWindow::separator { background: %rule; width: 1px; height: 1px; margin: 2px; }
QMainWindow::separator:hover { background: %accent; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: %window; padding: 6px 10px; text-align: left; border-bottom: 1px solid %rule; }
QToolBar { border: 0; border-bottom: 1px solid %rule; spacing: 6px; padding: 4px 8px; background: %window; }
QToolBar::separator { background: %rule; width: 1px; margin: 4px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 4px 7px; }
QToolButton:hover { background: %lane; border-color: %rule; }
QToolButton:pressed, QToolButton:checked { background: %rule; }
QToolButton:focus { border-color: %accent; }
QStatusBar { border-top: 1px solid %rule; background: %window; }
QStatusBar::item { border: 0; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { color: %muted; background: transparent; border: 0; border-bottom: 2px solid transparent;
    padding: 6px 12px; margin: 0; }
QTabBar::tab:hover { color: %text; }
QTabBar::tab:selected { color: %text; border-bottom-color: %accent; }
QTabBar::tab:focus { background: %lane; }
QTabWidget::pane { border: 0; border-top: 1px solid %rule; }
QHeaderView { background: %panel; border: 0; }
QHeaderView::section { background: %panel; color: %muted; border: 0; border-bottom: 1px solid %rule;
    padding: 6px 8px 5px 8px; font-weight: 600; }
QAbstractItemView { border: 0; alternate-background-color: %lane; }
QTableView, QTreeView, QListView { gridline-color: %rule; }
QTableView::item, QTreeView::item, QListView::item { padding: 3px 6px; }
QTextEdit, QPlainTextEdit, QTextBrowser { border: 0; }
QSlider::groove:horizontal { height: 4px; background: %rule; border-radius: 2px; }
QSlider::sub-page:horizontal { background: %accent; border-radius: 2px; }
QSlider::handle:horizontal { background: %panel; border: 2px solid %accent; width: 10px; height: 10px;
    margin: -5px 0; border-radius: 7px; }
QSlider::handle:horizontal:focus { background: %accent; }
QMenu { padding: 4px; border: 1px solid %rule; background: %panel; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: %accent; color: %onaccent; }
QMenu::item:disabled { color: %muted; }
QMenu::separator { height: 1px; background: %rule; margin: 4px 8px; }
QMenuBar { background: %window; border-bottom: 1px solid %rule; }
QMenuBar::item { padding: 5px 10px; border-radius: 4px; }
QMenuBar::item:selected { background: %lane; }
QProgressBar { border: 0; border-radius: 3px; background: %rule; max-height: 6px; }
QProgressBar::chunk { background: %accent; border-radius: 3px; }
)");
    const std::array<std::pair<QLatin1String, QColor>, 9> colours = {{{QLatin1String("%onaccent"), theme.onAccent},
                                                                      {QLatin1String("%panel"), theme.panel},
                                                                      {QLatin1String("%window"), theme.window},
                                                                      {QLatin1String("%text"), theme.text},
                                                                      {QLatin1String("%muted"), theme.mutedText},
                                                                      {QLatin1String("%rule"), theme.rule},
                                                                      {QLatin1String("%lane"), theme.lane},
                                                                      {QLatin1String("%accent"), theme.accent},
                                                                      {QLatin1String("%edge"), theme.edge}}};
    QString result = sheet;
    for (const auto& [name, colour] : colours) {
        result.replace(name, colour.name());
    }
    return result;
}

/// Fusion, but what can be written in or ticked has a border that is seen (3:1), also on a dark ground, and sort arrows
/// do not cover the headers' text.
class BorderedStyle final : public QProxyStyle {
public:
    BorderedStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override {
        if (element == SE_HeaderArrow) { // above the text, not on it
            constexpr int kWidth = 9;
            constexpr int kHeight = 7;
            return {option->rect.center().x() - kWidth / 2, option->rect.top() + 1, kWidth, kHeight};
        }
        return QProxyStyle::subElementRect(element, option, widget);
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        const bool edit = element == PE_FrameLineEdit && qobject_cast<const QLineEdit*>(widget) != nullptr;
        if (!edit && element != PE_IndicatorCheckBox) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            return;
        }
        const QPalette& palette = option->palette;
        const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
        const bool focus = option->state.testFlag(State_HasFocus);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(palette.color(focus ? QPalette::Highlight : QPalette::Dark));
        painter->setBrush(element == PE_IndicatorCheckBox ? palette.brush(QPalette::Base) : QBrush(Qt::NoBrush));
        painter->drawRoundedRect(box, 2.5, 2.5);
        if (element == PE_IndicatorCheckBox && !option->state.testFlag(State_Off)) {
            painter->setPen(QPen(palette.color(QPalette::Text), 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            const auto at = [&](double x, double y) {
                return box.topLeft() + QPointF(box.width() * x, box.height() * y);
            };
            if (option->state.testFlag(State_On)) {
                painter->drawPolyline(QPolygonF({at(0.22, 0.52), at(0.42, 0.74), at(0.78, 0.26)}));
            } else { // partly
                painter->drawLine(at(0.25, 0.5), at(0.75, 0.5));
            }
        }
        painter->restore();
    }
};

} // namespace

QColor Theme::op(OpId op) const {
    return QColor::fromRgb(seriesOf(*this).ops[op.valid() ? op.index() % kOpColours : kOpColours - 2]);
}

QColor Theme::onOp(OpId /*op*/) const {
    return QColor::fromRgb(seriesOf(*this).textOnOp);
}

NodeShape Theme::shape(OpId op) {
    // Moved on by one after each round of colours, so that 32 ops differ in one or the other.
    return static_cast<NodeShape>(op.valid() ? (op.index() + op.index() / kOpColours) % kShapes : 0);
}

QColor Theme::tree(TreeId tree) const {
    return QColor::fromRgb(seriesOf(*this).trees[tree.valid() ? tree.index() % kTreeColours : kTreeColours - 1]);
}

const Theme& lightTheme() {
    static const Theme kTheme = makeLight();
    return kTheme;
}

const Theme& darkTheme() {
    static const Theme kTheme = makeDark();
    return kTheme;
}

const Theme& themeOf(const QWidget& widget) {
    return widget.palette().color(QPalette::Window).lightnessF() < 0.5F ? darkTheme() : lightTheme();
}

QPalette paletteFor(const Theme& theme) {
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.panel);
    palette.setColor(QPalette::AlternateBase, theme.lane);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::Button, theme.panel);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.warning);
    palette.setColor(QPalette::ToolTipBase, theme.panel);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::Light, theme.panel);
    palette.setColor(QPalette::Midlight, theme.lane);
    palette.setColor(QPalette::Mid, theme.rule);
    palette.setColor(QPalette::Dark, theme.edge);
    palette.setColor(QPalette::Shadow, theme.rule);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, theme.edge);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.rule);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, theme.mutedText);
    return palette;
}

void applyTheme(ThemeChoice choice) {
    // What the desktop gave at start; asked once, before any palette of ours hides it.
    static const bool kSystemIsDark = QApplication::palette().color(QPalette::Window).lightnessF() < 0.5F;
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && kSystemIsDark);
    const Theme& theme = dark ? darkTheme() : lightTheme();
    auto* application = qobject_cast<QApplication*>(QCoreApplication::instance());
    if (application == nullptr) {
        return;
    }
    QApplication::setStyle(new BorderedStyle); // the application owns it
    QApplication::setPalette(paletteFor(theme));
    application->setStyleSheet(styleSheet(theme));
}

} // namespace batchscope
