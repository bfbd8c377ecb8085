// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/window/main_window.h"
#include "app/window/window_messages.h"
#include "core/schedule/policy.h"
#include "views/canvas/widget/end_card.h"
#include "views/canvas/widget/split_view.h"
#include "views/commands/command_registry.h"

#include <QAction>
#include <QActionGroup>

#include <memory>

namespace batchscope {

namespace {

QString titleOf(const QString& rival) {
    const auto policy = findPolicy(rival.toStdString());
    return rival == QStringLiteral("none") ? MainWindow::tr("Nothing")
           : policy                        ? QString::fromUtf8((*policy)->title())
                                           : rival;
}

constexpr auto kRegular = "regular";

/// Switches between folded, node by node, and both side by side, for three buttons in the toolbar.
class ShownSides {
public:
    explicit ShownSides(MainWindow& window) : m_window(window) { remember(); }

    void remember() {
        const SessionConfig& config = m_window.session().config();
        if (config.policy != kRegular || config.given) {
            m_policy = config.policy;
            m_given = config.given;
        }
    }
    [[nodiscard]] bool isRegular() const {
        const SessionConfig& config = m_window.session().config();
        return config.policy == kRegular && !config.given;
    }
    [[nodiscard]] bool areBoth() const { return m_window.split().rival() == QLatin1String(kRegular); }

    Status showFolded() {
        Status alone = m_window.split().compareWith(QStringLiteral("none"));
        fold();
        return alone;
    }
    Status showRegular() {
        Status alone = m_window.split().compareWith(QStringLiteral("none"));
        change(m_window, [](SessionConfig& config) {
            config.policy = kRegular;
            config.given.reset();
        });
        return alone;
    }
    Status showBoth() {
        fold();
        return m_window.split().compareWith(QLatin1String(kRegular));
    }

private:
    /// Folds with the last policy or given schedule that folded.
    void fold() {
        if (isRegular()) {
            change(m_window, [this](SessionConfig& config) {
                config.policy = m_policy;
                config.given = m_given;
            });
        }
    }

    MainWindow& m_window;
    std::string m_policy = SessionConfig().policy; ///< the last policy that folded
    std::shared_ptr<const Schedule> m_given;       ///< shown instead of m_policy's schedule; null: none
};

void addShownSides(MainWindow& window) {
    const auto sides = std::make_shared<ShownSides>(window);
    auto* group = new QActionGroup(&window);
    const auto add = [&](const QString& id, const QString& text, const QString& tip, auto show, auto isShown) {
        QAction* action = window.commands().add(
            {.id = id, .text = text, .tip = tip, .menu = {MenuSection::ViewCompare, Interface::Learn}},
            [sides, show](const QJsonObject&) { return ((*sides).*show)(); });
        action->setCheckable(true);
        group->addAction(action);
        const auto update = [sides, action, isShown] {
            sides->remember();
            action->setChecked(isShown(*sides));
        };
        follow(window, action, update);
        QObject::connect(&window.split(), &SplitView::rivalChanged, action, update);
    };
    add(QStringLiteral("show-folded"), MainWindow::tr("&Folded"), MainWindow::tr("Show the trees run in batches."),
        &ShownSides::showFolded, [](const ShownSides& shown) { return !shown.isRegular() && !shown.areBoth(); });
    add(QStringLiteral("show-regular"), MainWindow::tr("&Regular"), MainWindow::tr("Show the trees run node by node."),
        &ShownSides::showRegular, [](const ShownSides& shown) { return shown.isRegular() && !shown.areBoth(); });
    add(QStringLiteral("show-both"), MainWindow::tr("&Both"),
        MainWindow::tr("Show both side by side; Play lets them race on one clock."), &ShownSides::showBoth,
        [](const ShownSides& shown) { return shown.areBoth(); });
}

} // namespace

void addSplitCommands(MainWindow& window) {
    SplitView& split = window.split();
    addShownSides(window);
    add(window,
        {"end-card", "&Times at the end", "Show the measured times over the end of the story, or the picture.",
         MenuSection::ViewCompare, Qt::Key_T},
        [&split] { split.endCard().toggle(); });
    NamedChoice rivals{.id = QStringLiteral("split"),
                       .text = MainWindow::tr("Compare with"),
                       .tip = MainWindow::tr("Show a second picture for comparison, or none."),
                       .known = QStringLiteral("a policy, cell, primitive or none"),
                       .values = {},
                       .submenu = MainWindow::tr("&Compare with"),
                       .apply = [&split](const QString& name) { return split.compareWith(name); },
                       .present = [&split] { return split.rival(); }};
    for (const QString& rival : SplitView::rivals()) {
        rivals.values.push_back(
            {rival, MainWindow::tr("Compare with: %1").arg(titleOf(rival)),
             MainWindow::tr("Show a second picture of the same trees, batched differently, on the same clock."),
             titleOf(rival), MenuSection::ViewCompare});
    }
    QObject::connect(&split, &SplitView::rivalChanged, &window, addNamed(window, rivals));
    QObject::connect(&split, &SplitView::failed, &window.messages(), &WindowMessages::showError);
}

} // namespace batchscope
