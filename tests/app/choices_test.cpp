// SPDX-License-Identifier: GPL-3.0-or-later
//
// The choices of the model bar: each is a command, starts again where it must and no earlier, is remembered, and says
// what is wrong when it does not suit the trees.
#include "tests/app/fixture.h"
#include "views/models/words.h"

#include "app/commands/commands.h"
#include "app/window/choices.h"
#include "app/window/status_line.h"
#include "app/window/window_messages.h"
#include "tests/support/named_test.h"

#include <QComboBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include <limits>
#include <memory>

namespace batchscope::choices_test {

using batchscope::test::Application;

namespace {

QJsonObject named(const QString& name) {
    return {{QStringLiteral("name"), name}};
}

QPushButton* buttonOf(const MainWindow& window, const char* accessibleName) {
    for (QPushButton* button : window.findChildren<QPushButton*>()) {
        if (button->accessibleName() == QString::fromLatin1(accessibleName)) {
            return button;
        }
    }
    return nullptr;
}

} // namespace

class ChoicesTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areCommandsThatChangeTheConfig();
    void startAgainWhereTheyMust();
    void fitASmallWindow();
    void showTraining();
    void refuseToTrainWithoutLabels();
    void tellOfNetAndOfTrainingApart();
    void areRemembered();
    void areIgnoredWhenRememberedWrongly();
    void greyWhatDoesNotFit();
    void binarizeForTheChosenNet();
};

void ChoicesTest::areCommandsThatChangeTheConfig() {
    const Application app; // nothing is open: only the config follows
    for (const SessionChoice& choice : sessionChoices()) {
        QCOMPARE(choice.names.size(), choice.tips.size());
        QVERIFY(!choice.title.empty() && !choice.tip.empty());
        const QString id = toText(choice.id);
        for (const std::string& name : choice.names) {
            QVERIFY(app.window.commands().run(id, named(toText(name))));
            QCOMPARE(choice.present(app.session.config()), name);
            QVERIFY(app.window.commands().action(id % u'-' % toText(name))->isChecked());
        }
        app.window.commands().action(id % u'-' % toText(choice.names.front()))->trigger();
        QCOMPARE(choice.present(app.session.config()), choice.names.front());
        const Status wrong = app.window.commands().run(id, named(QStringLiteral("no such name")));
        QVERIFY(!wrong);
        QVERIFY(QString::fromStdString(wrong.error().text()).contains(toText(choice.names.back())));
    }
}

void ChoicesTest::startAgainWhereTheyMust() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    struct Case {
        const char* command;
        const char* name;
        Stage from;
    };
    for (const Case& each : {Case{"granularity", "primitive", Stage::Graph}, Case{"prune", "on", Stage::Graph},
                             Case{"outputs", "all", Stage::Graph}, Case{"merge", "leaves", Stage::Graph},
                             Case{"binarize", "left", Stage::Graph}, Case{"unary", "collapse", Stage::Graph},
                             Case{"tree-order", "height", Stage::Graph}, Case{"variadic", "segment-sum", Stage::Graph},
                             Case{"policy", "agenda", Stage::Schedule}, Case{"row-order", "created", Stage::Schedule},
                             Case{"train", "on", Stage::Run}, Case{"passes", "none", Stage::Run},
                             Case{"model", "tree-rnn", Stage::Graph}}) {
        const std::shared_ptr<const Snapshot> before = app.session.snapshot();
        QCOMPARE(app.ask(each.command, named(QString::fromLatin1(each.name))), QString());
        QVERIFY(app.waitIdle());
        QVERIFY2(app.window.messages().text().isEmpty(), each.command);
        QCOMPARE(app.snapshot().config, app.session.config());
        QCOMPARE(app.snapshot().treebank, before->treebank);
        QCOMPARE(app.snapshot().graph == before->graph, each.from > Stage::Graph);
        QCOMPARE(app.snapshot().schedule == before->schedule, each.from > Stage::Schedule);
        QVERIFY(app.snapshot().report != before->report);
        QVERIFY2(app.snapshot().report->equality->equal, each.command);
    }
}

void ChoicesTest::fitASmallWindow() {
    Application app;
    const QTemporaryDir folder;
    const QString many = folder.filePath(QStringLiteral("many.ptb"));
    QVERIFY(test::writeFile(many, test::manySentences(2000))); // 24,000 trees: wide numbers
    app.window.openFiles({many});
    QVERIFY(app.waitIdle());
    QCOMPARE(app.ask("model", named(QStringLiteral("child-sum-tree-lstm"))), QString());
    for (const char* choice : {"granularity", "outputs", "merge", "train", "tree-order"}) {
        QVERIFY(app.waitIdle());
        const auto all = sessionChoices();
        const auto found =
            std::find_if(all.begin(), all.end(), [choice](const SessionChoice& each) { return each.id == choice; });
        QCOMPARE(app.ask(choice, named(toText(found->names.back()))), QString());
    }
    app.window.resize(1024, 700);
    QVERIFY(app.waitIdle());
    QCOMPARE(app.window.size(), QSize(1024, 700));
    for (const char* name : {"model", "policy", "executor", "dim"}) {
        const auto* combo = app.window.findChild<QComboBox*>(QString::fromLatin1(name));
        const QRect place(combo->mapTo(&app.window, QPoint()), combo->size());
        QVERIFY2(combo->isVisible() && app.window.rect().contains(place), name);
    }
    for (const QToolButton* button : app.window.findChildren<QToolButton*>()) {
        if (button->accessibleName() == QStringLiteral("Options")) {
            QVERIFY(button->isVisible());
            QVERIFY(app.window.rect().contains(QRect(button->mapTo(&app.window, QPoint()), button->size())));
        }
    }
}

void ChoicesTest::showTraining() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const auto* status = app.window.findChild<StatusLine*>();
    QVERIFY(!status->text().contains(QStringLiteral("gradients")));
    QCOMPARE(app.ask("train", named(QStringLiteral("on"))), QString());
    QVERIFY(app.waitIdle());
    QVERIFY2(status->text().contains(QStringLiteral("values equal · gradients equal · loss ")),
             qPrintable(status->text()));
    QVERIFY(app.snapshot().report->folded.backward > 0.0);
    Snapshot spoiled = app.snapshot();
    RunReport report = *spoiled.report;
    report.equality->notFinite = 30'740;
    report.gradients->foldedLoss = -std::numeric_limits<double>::quiet_NaN();
    spoiled.report = std::make_shared<const RunReport>(report);
    QStringList warnings;
    for (const StatusFigure& figure : statusFigures(spoiled, Awaited::No)) {
        QVERIFY(!figure.text.contains(QStringLiteral("equal")) && !figure.text.contains(QStringLiteral("-nan")));
        if (figure.isWarning) {
            warnings.append(figure.text);
        }
    }
    QCOMPARE(warnings, (QStringList{QStringLiteral("values not comparable"), QStringLiteral("gradients not comparable"),
                                    QStringLiteral("loss nan")}));
}

void ChoicesTest::refuseToTrainWithoutLabels() {
    Application app;
    QVERIFY(app.openSample("exp_chain.json"));
    const auto report = app.snapshot().report;
    QVERIFY(report != nullptr);
    QCOMPARE(app.ask("train", named(QStringLiteral("on"))), QString());
    QVERIFY(app.waitIdle());
    const QString message = app.window.messages().text();
    QVERIFY2(message.contains(QStringLiteral("training needs labels")) && message.contains(QStringLiteral("target")),
             qPrintable(message));
    QCOMPARE(app.session.config().run.work, Work::Inference);
    QVERIFY(!app.window.commands().action(QStringLiteral("train-on"))->isChecked());
    QCOMPARE(app.snapshot().report, report);
    QCOMPARE(app.ask("policy", named(QStringLiteral("agenda"))), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.snapshot().schedule->policy, std::string("agenda"));
}

void ChoicesTest::tellOfNetAndOfTrainingApart() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plain.txt"));
    QVERIFY(test::writeFile(path, "The old film is good .\nIt ran on for hours .\n"));
    Application app;
    QCOMPARE(app.ask("train", named(QStringLiteral("on"))), QString());
    app.window.openFiles({path});
    QVERIFY(app.waitIdle());
    QCOMPARE(app.session.config().graph.model, std::string("bilstm-tagger"));
    QCOMPARE(app.session.config().run.work, Work::Inference);
    const QString message = app.window.messages().text();
    QVERIFY2(message.contains(QStringLiteral("BiLSTM tagger")), qPrintable(message));
    QVERIFY2(message.contains(QStringLiteral("Training is off")), qPrintable(message));
    QVERIFY(app.openSample("sentences.ptb")); // the next file can be trained on
    QCOMPARE(app.session.config().run.work, Work::Training);
    QVERIFY(app.snapshot().report->gradients.has_value());
    QVERIFY2(app.window.messages().text().isEmpty(), qPrintable(app.window.messages().text()));
    QCOMPARE(app.ask("train", named(QStringLiteral("off"))), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(app.window.ownChoice().config().run.work, Work::Inference);
}

void ChoicesTest::areRemembered() {
    Settings settings(Settings::Storage::Memory);
    SessionConfig chosen;
    const auto start = [&settings](const auto& work) {
        Lanes lanes;
        Session session{lanes};
        Playback playback(session);
        MainWindow window(session, playback, settings, MainWindow::Mode::Scripted, addCommands);
        work(session, window);
        window.close();
    };
    start([&chosen](Session& session, MainWindow& window) {
        for (const SessionChoice& choice : sessionChoices()) {
            QVERIFY(window.commands().run(toText(choice.id), named(toText(choice.names.back()))));
        }
        QVERIFY(window.commands().run(QStringLiteral("dim"), {{QStringLiteral("value"), 48}}));
        chosen = session.config();
        QVERIFY(chosen.run.fault != Fault::None);
        chosen.run.fault = Fault::None; // a rehearsal ends with the window
    });
    QCOMPARE(chosen.graph.granularity, Granularity::Primitive);
    start([&chosen](Session& session, MainWindow& window) {
        QCOMPARE(session.config(), chosen);
        QVERIFY(window.commands().action(QStringLiteral("train-on"))->isChecked());
        QVERIFY(window.commands().run(QStringLiteral("model"),
                                      named(QStringLiteral("tree-lstm")))); // with a width to choose
        QCOMPARE(window.findChild<QComboBox*>(QStringLiteral("dim"))->currentText(), QStringLiteral("48"));
    });
    settings.reset();
    start([](Session& session, MainWindow& /*window*/) {
        QCOMPARE(session.config().graph, Session(session.lanes()).config().graph);
    });
}

void ChoicesTest::areIgnoredWhenRememberedWrongly() {
    const SessionConfig first;
    QCOMPARE(withRemembered(first, {{QStringLiteral("model"), QStringLiteral("no such net")},
                                    {QStringLiteral("train"), 17},
                                    {QStringLiteral("dim"), -3},
                                    {QStringLiteral("nothing"), QByteArray("\xff")}}),
             first);
    SessionConfig other = first;
    other.policy = "agenda";
    other.run.rowOrder = RowOrder::Created;
    QCOMPARE(withRemembered(first, remembered(other)), other);
}

void ChoicesTest::greyWhatDoesNotFit() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const auto isEnabled = [&app](const char* list, const char* name) {
        auto* combo = app.window.findChild<QComboBox*>(QString::fromLatin1(list));
        combo->showPopup();
        combo->hidePopup();
        const int place = combo->findData(QString::fromLatin1(name));
        return combo->model()->flags(combo->model()->index(place, 0)).testFlag(Qt::ItemIsEnabled);
    };
    const auto tip = [&app](const char* list, const char* name) {
        auto* combo = app.window.findChild<QComboBox*>(QString::fromLatin1(list));
        return combo->itemData(combo->findData(QString::fromLatin1(name)), Qt::ToolTipRole).toString();
    };
    for (const Net& net : nets()) {
        QCOMPARE(isEnabled("model", net.name), net.name != std::string_view("mlp"));
    }
    QCOMPARE(tip("model", "mlp"), QStringLiteral("This net takes vectors (MNIST idx files); the opened trees are "
                                                 "bracketed trees."));
    QVERIFY(isEnabled("policy", "depth") && isEnabled("policy", "learned"));
    QVERIFY(!isEnabled("policy", "optimal"));
    QVERIFY2(tip("policy", "optimal").contains(QStringLiteral("at most 16 nodes")),
             qPrintable(tip("policy", "optimal")));
    QCOMPARE(app.ask("trees", {{QStringLiteral("begin"), 0}, {QStringLiteral("end"), 1}}), QString());
    QVERIFY(app.waitIdle());
    QCOMPARE(isEnabled("policy", "optimal"), app.snapshot().graph->size() <= 16);
    QVERIFY(!tip("policy", "depth").isEmpty());
}

void ChoicesTest::binarizeForTheChosenNet() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("nary.mrg"));
    QVERIFY(test::writeFile(path, "( (S (A one) (B two) (C three)) )\n"));
    Application app;
    QCOMPARE(app.ask("model", named(QStringLiteral("child-sum-tree-lstm"))), QString());
    app.window.openFiles({path});
    QVERIFY(app.waitIdle());
    QVERIFY(app.snapshot().graph != nullptr && app.window.messages().text().isEmpty());
    QCOMPARE(app.ask("model", named(QStringLiteral("spinn"))), QString());
    QVERIFY(app.waitIdle());
    QVERIFY2(app.window.messages().text().startsWith(QStringLiteral("Binarized (left): SPINN takes binary trees")),
             qPrintable(app.window.messages().text()));
    QCOMPARE(app.session.config().graph.model, std::string("spinn"));
    QCOMPARE(app.session.config().graph.binarization, Binarization::Left);
    QCOMPARE(app.snapshot().config, app.session.config());
    QCOMPARE(app.window.ownChoice().config().graph.binarization, Binarization::None); // for the next file
    QPushButton* back = buttonOf(app.window, "Keep the trees as they are (N-ary TreeLSTM)");
    QVERIFY(back != nullptr && back->isVisible());
    QTest::mouseClick(back, Qt::LeftButton);
    QVERIFY(app.waitIdle());
    QCOMPARE(app.session.config().graph.model, std::string("nary-tree-lstm"));
    QCOMPARE(app.session.config().graph.binarization, Binarization::None);
    QVERIFY2(app.window.messages().text().isEmpty(), qPrintable(app.window.messages().text()));
}

BATCHSCOPE_NAMED_TEST("choices", QTEST_MAIN(ChoicesTest))

} // namespace batchscope::choices_test

#include "choices_test.moc"
