// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/icons.h"

#include "views/commands/command_registry.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include <map>
#include <tuple>
#include <utility>

/// Qt's macro must be outside every namespace; it is needed because the resources are in a static library.
static void loadResources() {
    Q_INIT_RESOURCE(batchscope);
}

namespace batchscope {

namespace {

QPixmap rendered(const QByteArray& svg, int size) {
    QSvgRenderer renderer(svg);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QByteArray contents(const QString& path) {
    loadResources();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Draws a black SVG in the theme's colors. Each size is drawn on first use, because few icons are seen in few sizes.
class ThemedEngine final : public QIconEngine {
public:
    ThemedEngine(QByteArray svg, const Theme& theme) : m_svg(std::move(svg)), m_text(theme.text), m_rule(theme.rule) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        QByteArray svg = m_svg;
        svg.replace(QByteArrayLiteral("#000000"), (mode == QIcon::Disabled ? m_rule : m_text).name().toLatin1());
        QSvgRenderer(svg).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap& pixmap = m_drawn[{size.width(), size.height(), mode == QIcon::Disabled}];
        if (pixmap.isNull()) {
            pixmap = QPixmap(size);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            paint(&painter, QRect(QPoint(), size), mode, state);
        }
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new ThemedEngine(*this); }

private:
    QByteArray m_svg;
    QColor m_text;
    QColor m_rule;
    std::map<std::tuple<int, int, bool>, QPixmap> m_drawn;
};

} // namespace

QIcon themedIcon(const QString& path, const Theme& theme) {
    return path.isEmpty() ? QIcon() : QIcon(new ThemedEngine(contents(path), theme));
}

void paintCommandIcons(const CommandRegistry& commands, const Theme& theme) {
    for (const QString& id : commands.ids()) {
        if (const QString path = commands.spec(id).icon; !path.isEmpty()) {
            commands.action(id)->setIcon(themedIcon(path, theme));
        }
    }
}

QIcon applicationIcon() {
    const QByteArray svg = contents(QStringLiteral(":/batchscope.svg"));
    QIcon icon;
    for (const int size : {16, 32, 48, 64, 128, 256}) {
        icon.addPixmap(rendered(svg, size));
    }
    return icon;
}

} // namespace batchscope
