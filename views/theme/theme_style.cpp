// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second half of theme.h: how a theme becomes the application's palette, style and style sheet.
#include "views/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>

#include <array>

namespace batchscope {

namespace {

/// Spacing and flat surfaces; the colors come from the palette so that one sheet serves all themes.
QString styleSheet(const Theme& theme) {
    const QString sheet = QStringLiteral(R"(
QToolTip { background: %panel; color: %text; border: 1px solid %rule; padding: 4px 6px; }
QMainWindow::separator { background: %rule; width: 1px; height: 1px; margin: 2px; }
QMainWindow::separator:hover { background: %accent; }
QToolBar { border: 0; border-bottom: 1px solid %rule; spacing: 6px; padding: 2px 8px; background: %window; }
QToolBar::separator { background: %rule; width: 1px; margin: 4px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 4px 7px; }
QToolButton:hover { background: %lane; border-color: %rule; }
QToolButton:pressed, QToolButton:checked { background: %rule; }
QToolButton:focus { border-color: %accent; }
QFileDialog QToolButton { padding: 1px; }
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

/// Fusion, but what can be written in, chosen from, pressed or ticked has a border that is seen (3:1), also on a dark
/// ground, and sort arrows do not cover the headers' text.
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

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if ((control == CC_SpinBox && spin != nullptr && spin->frame) ||
            (control == CC_ComboBox && combo != nullptr && combo->frame)) {
            drawBorder(*painter, *option);
        }
    }

    /// A text that has no room in its list ends in "…" rather than in half a letter.
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        const auto* const combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (element != CE_ComboBoxLabel || combo == nullptr || combo->editable) {
            QProxyStyle::drawControl(element, option, painter, widget);
            return;
        }
        constexpr int kBesideText = 4; // Fusion's own
        QStyleOptionComboBox fitting = *combo;
        const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - kBesideText;
        const int icon = combo->currentIcon.isNull() ? 0 : combo->iconSize.width() + kBesideText;
        fitting.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room - icon);
        QProxyStyle::drawControl(element, &fitting, painter, widget);
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element == PE_PanelButtonCommand) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            if (button != nullptr && !button->features.testFlag(QStyleOptionButton::Flat)) {
                drawBorder(*painter, *option);
            }
            return;
        }
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

private:
    /// Fusion's own outline is the window's color, darker: on black there is none.
    static void drawBorder(QPainter& painter, const QStyleOption& option) {
        const bool focus = option.state.testFlag(State_HasFocus);
        const bool enabled = option.state.testFlag(State_Enabled);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(option.palette.color(focus ? QPalette::Highlight : enabled ? QPalette::Dark : QPalette::Mid));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
        painter.restore();
    }
};

} // namespace

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
    const Theme& theme = themeOf(choice, kSystemIsDark ? darkTheme() : lightTheme());
    auto* application = qobject_cast<QApplication*>(QCoreApplication::instance());
    if (application == nullptr) {
        return;
    }
    QApplication::setStyle(new BorderedStyle); // the application owns it
    QApplication::setPalette(paletteFor(theme));
    application->setStyleSheet(styleSheet(theme));
}

} // namespace batchscope
