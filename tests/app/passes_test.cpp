// SPDX-License-Identifier: GPL-3.0-or-later
//
// Passes of the engine, switched as users do: by a click, by commands, by a script; what follows, and what stays.
#include "tests/app/fixture.h"

#include "app/window/choices.h"
#include "tests/support/named_test.h"
#include "views/code/passes_model.h"
#include "views/code/passes_view.h"

#include <QDockWidget>
#include <QTableView>

namespace batchscope::passes_test {

using batchscope::test::Application;

namespace {

QJsonObject named(const char* name) {
    return {{QStringLiteral("name"), QString::fromLatin1(name)}};
}

PassesView& show(Application& app) {
    app.ask("show-panel", {{QStringLiteral("id"), QStringLiteral("passes")}});
    return *app.window.panel(QStringLiteral("passes"))->findChild<PassesView*>();
}

} // namespace

class PassesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areSetsByName();
    void areSwitchedAndSwitchedBack();
    void areSwitchedByAClick();
};

void PassesTest::areSetsByName() {
    Application app(Timing::Measured); // the default, so that the passes are all that changed
    QCOMPARE(passesOf(app.session.config().run.executor), std::nullopt);
    QCOMPARE(app.ask("passes", named("all")), QString());
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet::all()));
    QCOMPARE(app.ask("passes", named("cse,push")), QString());
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet().with(Pass::Cse).with(Pass::Push)));
    QCOMPARE(app.ask("passes", named("-dedup")), QString());
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet::all().without(Pass::Dedup)));
    QCOMPARE(app.ask("passes", named("none")), QString());
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet()));
    for (const char* wrong : {"magic", "cse,magic"}) {
        QVERIFY(app.ask("passes", named(wrong)).contains(QStringLiteral("magic")));
    }
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet()));
    QCOMPARE(app.ask("passes", named("off")), QString());
    QCOMPARE(passesOf(app.session.config().run.executor), std::nullopt);
}

void PassesTest::areSwitchedAndSwitchedBack() {
    Application app;
    app.runOnEngine();
    QVERIFY(app.openSample("sentences.ptb"));
    const std::shared_ptr<const Snapshot> before = app.session.snapshot();
    QVERIFY(before->passes != nullptr);
    QCOMPARE(app.ask("toggle-pass", named("dedup")), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().graph, before->graph);
    QCOMPARE(app.snapshot().storyboard, before->storyboard);
    QVERIFY(app.snapshot().passes->row(Pass::Dedup) == nullptr);
    QVERIFY(app.snapshot().report->equality->equal);
    QCOMPARE(app.ask("toggle-pass", named("dedup")), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet::all()));
    QCOMPARE(app.snapshot().passes->rows.back().figures, before->passes->rows.back().figures);
    for (const char* wrong : {"all", "off", "cse,push"}) {
        QCOMPARE(app.ask("toggle-pass", named(wrong)),
                 QStringLiteral("error: name one pass, not \"%1\"").arg(QLatin1String(wrong)));
    }
    QCOMPARE(app.ask("toggle-pass", named("magic")),
             QStringLiteral("error: unknown pass 'magic'; expected cse, fuse, push, order, pack, dedup or table"));
    QVERIFY(!app.ask("toggle-pass").isEmpty());
}

void PassesTest::areSwitchedByAClick() {
    Application app;
    app.runOnEngine();
    QVERIFY(app.openSample("sentences.ptb"));
    const PassesView& view = show(app);
    QVERIFY(view.isVisible());
    auto* table = view.findChild<QTableView*>();
    int row = 1;
    while (PassesModel::passOf(row) != Pass::Fuse) {
        ++row;
    }
    const QModelIndex title = table->model()->index(row, PassesModel::Title);
    table->scrollTo(title);
    const QRect cell = table->visualRect(title);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, {cell.left() + 15, cell.center().y()});
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet::all().without(Pass::Fuse)));
    QCOMPARE(title.data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Unchecked));
    table->setFocus();
    table->setCurrentIndex(title);
    QTest::keyClick(table, Qt::Key_Space); // which else plays
    QCOMPARE(passesOf(app.session.config().run.executor), std::optional(PassSet::all()));
    QVERIFY(!app.playback.playing());
    QVERIFY(app.waitIdle());
}

BATCHSCOPE_NAMED_TEST("passes", QTEST_MAIN(PassesTest))

} // namespace batchscope::passes_test

#include "passes_test.moc"
