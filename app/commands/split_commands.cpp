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

/// One command for each thing to compare with, `split-NAME`; checked while it is the one.
void addRival(MainWindow& window, QActionGroup& group, const QString& rival) {
    SplitView& split = window.split();
    QAction* action = window.commands().add(
        {.id = QStringLiteral("split-") + rival,
         .text = MainWindow::tr("Compare with: %1").arg(titleOf(rival)),
         .tip = MainWindow::tr("Show a second picture of the same trees, batched differently, on the same clock."),
         .menu = MenuSection::ViewCompare,
         .submenu = MainWindow::tr("&Compare with")},
        [&split, rival](const QJsonObject&) { return split.compareWith(rival); });
    action->setText(titleOf(rival)); // its menu says that it compares
    action->setCheckable(true);
    group.addAction(action);
    action->setChecked(split.rival() == rival);
    QObject::connect(&split, &SplitView::rivalChanged, action,
                     [&split, action, rival] { action->setChecked(split.rival() == rival); });
}

constexpr auto kRegular = "regular";

/// Folded, node by node, or both side by side: one of three, in the toolbar.
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
        SessionConfig config = m_window.session().config();
        config.policy = kRegular;
        config.given.reset();
        m_window.session().setConfig(config);
        return alone;
    }
    Status showBoth() {
        fold();
        m_window.split().setClock(CompareClock::Measured);
        return m_window.split().compareWith(QLatin1String(kRegular));
    }

private:
    /// By the policy, or the given schedule, that folded last.
    void fold() {
        if (isRegular()) {
            SessionConfig config = m_window.session().config();
            config.policy = m_policy;
            config.given = m_given;
            m_window.session().setConfig(config);
        }
    }

    MainWindow& m_window;
    std::string m_policy = SessionConfig().policy; ///< that folded last
    std::shared_ptr<const Schedule> m_given;       ///< in its place
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
        const auto follow = [sides, action, isShown] { action->setChecked(isShown(*sides)); };
        follow();
        QObject::connect(&window.session(), &Session::configChanged, action, [sides, follow] {
            sides->remember();
            follow();
        });
        QObject::connect(&window.split(), &SplitView::rivalChanged, action, follow);
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
    const auto nameKey = QStringLiteral("name");
    window.commands().add({.id = QStringLiteral("split"),
                           .text = MainWindow::tr("Compare with"),
                           .tip = MainWindow::tr("Show a second picture for comparison, or none."),
                           .needsArguments = true,
                           .arguments = QStringLiteral("name: a policy, cell, primitive or none")},
                          [&split, nameKey](const QJsonObject& arguments) -> Status {
                              const Result<QString> name = textArgument(arguments, nameKey);
                              return name ? split.compareWith(*name) : Status(name.error());
                          });
    window.commands().add(
        {.id = QStringLiteral("split-clock"),
         .text = MainWindow::tr("Shared clock"),
         .tip = MainWindow::tr("Keep both pictures at the same share of batches, number of batches, or measured time."),
         .needsArguments = true,
         .arguments = QStringLiteral("name: share, batches, measured")},
        [&split, nameKey](const QJsonObject& arguments) -> Status {
            const Result<QString> name = textArgument(arguments, nameKey);
            TRY(name);
            const Result<CompareClock> clock = parseCompareClock(name->toStdString());
            TRY(clock);
            split.setClock(*clock);
            return Ok{};
        });
    addShownSides(window);
    window.commands().add({.id = QStringLiteral("end-card"),
                           .text = MainWindow::tr("&Times at the end"),
                           .tip = MainWindow::tr("Show the measured times over the end of the story, or the picture."),
                           .menu = MenuSection::ViewCompare,
                           .shortcuts = {Qt::Key_T}},
                          [&split](const QJsonObject&) -> Status {
                              split.endCard().toggle();
                              return Ok{};
                          });
    auto* group = new QActionGroup(&window);
    for (const QString& rival : SplitView::rivals()) {
        addRival(window, *group, rival);
    }
    QObject::connect(&split, &SplitView::failed, &window.messages(), &WindowMessages::showError);
}

} // namespace batchscope
