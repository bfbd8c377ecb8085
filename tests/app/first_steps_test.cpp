// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first minutes of a new user: every format opens to a picture, what is none is refused in a sentence, keys do what
// the pages promise, and there is a way back from everything.
#include "tests/app/fixture.h"

#include "app/commands/commands.h"
#include "app/window/window_messages.h"
#include "app/window/window_pages.h"
#include "tests/support/named_test.h"
#include "views/canvas/scene/scene.h"
#include "views/canvas/widget/canvas_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFontInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <functional>

namespace batchscope::first_steps_test {

using batchscope::test::Application;

namespace {

const QByteArray kConstituents =
    "( (S (NP (DT The) (JJ old) (NN film)) (VP (VBZ is) (ADJP (JJ good))) (. .)) )\n"
    "( (S (NP (PRP It))\n     (VP (VBD ran) (ADVP (RB on)) (PP (IN for) (NP (NNS hours))))) )\n";
const QByteArray kDependencies = "1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\treads\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                 "3\tbooks\t_\t_\t_\t_\t2\tobj\t_\t_\n\n";
const QByteArray kSnli = "{\"gold_label\": \"neutral\", \"sentence1_binary_parse\": \"( ( a man ) ( is here ) )\", "
                         "\"sentence2_binary_parse\": \"( he ( is here ) )\", \"sentence1\": \"a man is here\", "
                         "\"sentence2\": \"he is here\"}\n";
const QByteArray kSentences = "The old film is good .\nIt ran on for hours , and nobody left .\n";
const QByteArray kImages = QByteArray("\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x02\x01\x02\x03\x04\x05\x06\x07\x08", 24);

struct Kind {
    const char* file;
    QByteArray text;
    const char* net; ///< that shows it, chosen by itself
};

std::vector<Kind> kinds() {
    return {{"wsj.mrg", kConstituents, "tree-lstm"},
            {"ud.conllu", kDependencies, "child-sum-tree-lstm"},
            {"snli.jsonl", kSnli, "tree-lstm"},
            {"plain.txt", kSentences, "bilstm-tagger"},
            {"images-idx3-ubyte", kImages, "mlp"}};
}

QPushButton* buttonNamed(const QWidget& window, const QString& name) {
    for (QPushButton* button : window.findChildren<QPushButton*>()) {
        if (button->accessibleName() == name && button->isVisible()) {
            return button;
        }
    }
    return nullptr;
}

void drop(MainWindow& window, const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QDropEvent event(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

bool showsPicture(Application& app) {
    return app.waitIdle() && app.snapshot().storyboard != nullptr && app.window.canvas().isVisible() &&
           app.snapshot().graph->size() > 0;
}

} // namespace

class FirstStepsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFormatOpensToAPicture_data();
    void everyFormatOpensToAPicture();
    void whatIsNoTreebankGetsOneSentence_data();
    void whatIsNoTreebankGetsOneSentence();
    void theRepairStaysUntilItIsUsed();
    void aNetChosenForOneFileDoesNotStay();
    void spacePlaysAfterAChoiceFromAList();
    void returnWorksAButton();
    void presentationShowsThePictureAlone();
    void aPresentationIsReadFromAfar();
    void aPresentationTellsErrorsOnly();
    void thereIsAWayBackToTheWelcomePage();
};

void FirstStepsTest::everyFormatOpensToAPicture_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("net");
    for (const Kind& kind : kinds()) {
        QTest::newRow(kind.file) << QString::fromLatin1(kind.file) << kind.text << QString::fromLatin1(kind.net);
    }
}

void FirstStepsTest::everyFormatOpensToAPicture() {
    QFETCH(const QString, file);
    QFETCH(const QByteArray, text);
    QFETCH(const QString, net);
    QTemporaryDir folder;
    const QString path = folder.filePath(file);
    QVERIFY(test::writeFile(path, text));
    const std::vector<std::function<void(Application&)>> ways = {
        [&path](Application& app) { app.window.openFiles({path}); }, // as the dialog does
        [&path](Application& app) { drop(app.window, path); }};
    for (const auto& open : ways) {
        Application app;
        open(app);
        QVERIFY2(showsPicture(app), qPrintable(app.window.messages().text()));
        QCOMPARE(QString::fromStdString(app.session.config().graph.model), net);
        const bool isUsual = net == u"tree-lstm" && app.session.config().graph.binarization == Binarization::None;
        QCOMPARE(app.window.messages().text().isEmpty(), isUsual); // whatever was decided is said
    }
}

void FirstStepsTest::whatIsNoTreebankGetsOneSentence_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("CMake") << QByteArray("cmake_minimum_required(VERSION 3.25)\nproject(x)\nadd_library(a b.cpp)\n");
    QTest::newRow("C") << QByteArray("#include <stdio.h>\nint main(void) {\n    return 0;\n}\n");
    QTest::newRow("Markdown") << QByteArray("# A page\n\nIt has words, and a list.\n\n- one\n");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("binary") << QByteArray("\x7f\x45\x4c\x46\x00\x01\xff\xfe", 8).repeated(50);
}

void FirstStepsTest::whatIsNoTreebankGetsOneSentence() {
    QFETCH(const QByteArray, text);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.txt"));
    QVERIFY(test::writeFile(path, text));
    for (const bool afterAPicture : {false, true}) {
        Application app;
        QVERIFY(!afterAPicture || app.openSample("sentences.ptb"));
        app.window.openFiles({path});
        QVERIFY(app.waitIdle());
        QVERIFY2(app.window.messages().text().contains(path), qPrintable(app.window.messages().text()));
        QCOMPARE(app.window.messages().text().count(u'\n'), 0);
        QVERIFY(!app.window.messages().text().contains(QStringLiteral("inari"))); // binarizing would help nobody
        for (QPushButton* button : app.window.findChild<MessageBar*>()->findChildren<QPushButton*>()) {
            QVERIFY2(!button->isVisible(), qPrintable(button->text()));
        }
        QCOMPARE(app.window.canvas().isVisible(), afterAPicture);
    }
}

void FirstStepsTest::theRepairStaysUntilItIsUsed() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("wsj.mrg"));
    QVERIFY(test::writeFile(path, kConstituents));
    Application app;
    app.window.openFiles({path});
    QVERIFY(showsPicture(app));
    QVERIFY(app.ask("model", {{QStringLiteral("name"), QStringLiteral("nary-tree-lstm")}}).isEmpty());
    QVERIFY(app.ask("binarize", {{QStringLiteral("name"), QStringLiteral("none")}}).isEmpty());
    QVERIFY(app.waitIdle());
    QVERIFY(app.ask("model", {{QStringLiteral("name"), QStringLiteral("spinn")}}).isEmpty());
    QVERIFY(app.waitIdle()); // which binarizes the trees
    QVERIFY(app.ask("binarize", {{QStringLiteral("name"), QStringLiteral("none")}}).isEmpty());
    QVERIFY(app.waitIdle());
    const QString name = QStringLiteral("Binarize: balanced");
    QVERIFY(buttonNamed(app.window, name) != nullptr);
    QTest::keyClick(&app.window.canvas(), Qt::Key_Period);
    app.window.messages().showError(QStringLiteral("another command failed"));
    QVERIFY(app.window.messages().text().contains(QStringLiteral("another command failed")));
    QPushButton* balanced = buttonNamed(app.window, name);
    QVERIFY(balanced != nullptr);
    QTest::mouseClick(balanced, Qt::LeftButton);
    QVERIFY(showsPicture(app));
    QCOMPARE(app.session.config().graph.model, std::string("spinn"));
    QCOMPARE(app.session.config().graph.binarization, Binarization::Balanced);
    QVERIFY2(app.window.messages().text().isEmpty(), qPrintable(app.window.messages().text()));
}

void FirstStepsTest::aNetChosenForOneFileDoesNotStay() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("ud.conllu"));
    QVERIFY(test::writeFile(path, kDependencies));
    {
        Application app;
        app.window.openFiles({path});
        QVERIFY(app.waitIdle());
        QCOMPARE(app.session.config().graph.model, std::string("child-sum-tree-lstm"));
        QCOMPARE(app.window.ownChoice().config().graph.model, std::string("tree-lstm")); // so it is remembered
        QVERIFY(app.openSample("sentences.ptb"));
        QCOMPARE(app.session.config().graph.model, std::string("tree-lstm"));
        QVERIFY2(app.window.messages().text().isEmpty(), qPrintable(app.window.messages().text()));
    }
    // A remembered net that is not meant for the trees of a sample is replaced, and that is said.
    Settings settings(Settings::Storage::Memory);
    settings.setChoices({{QStringLiteral("model"), QStringLiteral("transition-parser")}});
    Lanes lanes;
    Session session{lanes};
    testing::setTiming(session, Timing::Off);
    Playback playback(session);
    MainWindow window(session, playback, settings, MainWindow::Mode::Scripted, addCommands);
    window.openFiles({test::sample("sentences.ptb")});
    QVERIFY(QTest::qWaitFor([&session] { return !session.busy(); }, testing::kPatienceMs));
    QCOMPARE(session.config().graph.model, std::string("tree-lstm"));
    QVERIFY2(window.messages().text().startsWith(QStringLiteral("Switched to TreeLSTM")),
             qPrintable(window.messages().text()));
    QCOMPARE(window.ownChoice().config().graph.model, std::string("transition-parser"));
}

void FirstStepsTest::spacePlaysAfterAChoiceFromAList() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    auto* policy = app.window.findChild<QComboBox*>(QStringLiteral("policy"));
    app.window.activateWindow();
    policy->setFocus(Qt::MouseFocusReason);
    QVERIFY(policy->hasFocus());
    policy->showPopup();
    QTRY_VERIFY(policy->view()->isVisible());
    QTest::keyClick(policy->view(), Qt::Key_Down);
    QTest::keyClick(policy->view(), Qt::Key_Return);
    QTRY_VERIFY(!policy->view()->isVisible());
    QVERIFY(app.waitIdle());
    QVERIFY(app.session.config().policy != "depth");
    // The window's own focus: offscreen no window is active after a list was open.
    QTRY_COMPARE(app.window.focusWidget(), static_cast<QWidget*>(&app.window.canvas()));
    QTest::keyClick(app.window.focusWidget(), Qt::Key_Space);
    QTRY_VERIFY(app.playback.playing());
    QCOMPARE(app.ask("pause"), QString());
    // With the arrows on the closed box one is still choosing.
    policy->setFocus(Qt::TabFocusReason);
    QTest::keyClick(policy, Qt::Key_Up);
    QVERIFY(app.waitIdle());
    QCOMPARE(app.window.focusWidget(), static_cast<QWidget*>(policy));
}

void FirstStepsTest::returnWorksAButton() {
    Application app;
    app.window.activateWindow();
    QAbstractButton* card = nullptr;
    for (QAbstractButton* button : app.window.findChildren<QAbstractButton*>()) {
        card = button->isVisible() && button->text() == QStringLiteral("Sentences") ? button : card;
    }
    QVERIFY(card != nullptr);
    card->setFocus(Qt::TabFocusReason);
    QTest::keyClick(card, Qt::Key_Return);
    QVERIFY(showsPicture(app));
}

void FirstStepsTest::presentationShowsThePictureAlone() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    app.window.activateWindow();
    app.window.panel(QStringLiteral("code"))->hide();
    const auto shown = [&app] {
        QStringList names;
        for (const QDockWidget* dock : app.window.findChildren<QDockWidget*>()) {
            names.append(dock->objectName() % (dock->isVisible() ? u"+" : u"-"));
        }
        return names;
    };
    const QStringList before = shown();
    const QByteArray state = app.window.saveState();
    for (const Qt::Key back : {Qt::Key_Escape, Qt::Key_F11}) {
        QTest::keyClick(&app.window.canvas(), Qt::Key_F11);
        QVERIFY(app.window.isFullScreen());
        QVERIFY(!app.window.menuBar()->isVisible() && !app.window.statusBar()->isVisible());
        for (const QWidget* around : app.window.findChildren<QToolBar*>()) {
            QVERIFY(!around->isVisible());
        }
        QCOMPARE(shown().filter(QStringLiteral("+")), QStringList());
        QVERIFY(app.window.canvas().isVisible());
        QVERIFY(app.window.findChild<QWidget*>(QStringLiteral("transport"))->isVisible());
        QTest::keyClick(&app.window.canvas(), back);
        QVERIFY(!app.window.isFullScreen());
        QVERIFY(app.window.menuBar()->isVisible() && app.window.statusBar()->isVisible());
        testing::outlastTimersOf(std::chrono::milliseconds(150)); // when the window restores its panels once more
        testing::settle();
        QCOMPARE(shown(), before);
        QCOMPARE(app.window.saveState(), state);
    }
}

void FirstStepsTest::aPresentationIsReadFromAfar() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    const QFont before = app.window.canvas().font();
    QCOMPARE(app.ask("full-screen"), QString());
    app.window.resize(1024, 768); // the narrower of what projectors show
    testing::settle();
    const Presentation& presentation = app.window.pages().presentation();
    const int least = app.window.height() / Presentation::kTextShare;
    QVERIFY2(QFontInfo(app.window.canvas().font()).pixelSize() >= least, qPrintable(QString::number(least)));
    constexpr double kWordShare = 40.0;
    CanvasSight& sight = app.window.canvas().sight();
    sight.refresh();
    QVERIFY2(sight.camera().scale * kWordHeight >= app.window.height() / kWordShare,
             qPrintable(QString::number(sight.camera().scale)));
    const auto* transport = app.window.findChild<QWidget*>(QStringLiteral("transport"));
    for (const auto* button : transport->findChildren<QToolButton*>()) {
        QVERIFY(!button->isVisible());
    }
    app.playback.seek(2.0);
    QTest::keyClick(&app.window.canvas(), Qt::Key_PageDown);
    QVERIFY(app.waitIdle());
    QCOMPARE(app.playback.time(), 3.0);
    QTest::keyClick(&app.window.canvas(), Qt::Key_PageUp);
    QVERIFY(app.waitIdle());
    QCOMPARE(app.playback.time(), 2.0);
    const auto isBlack = [&app] {
        const QImage shot = app.window.grab().toImage();
        return shot.pixelColor(shot.width() / 2, shot.height() / 2) == QColor(Qt::black);
    };
    QVERIFY(!isBlack());
    QTest::keyClick(&app.window.canvas(), Qt::Key_B);
    QVERIFY(isBlack());
    QTest::keyClick(&app.window.canvas(), Qt::Key_B);
    QVERIFY(!isBlack());
    QTest::keyClick(&app.window.canvas(), Qt::Key_L);
    QVERIFY(presentation.isPointing());
    QTest::keyClick(&app.window.canvas(), Qt::Key_Escape);
    QVERIFY(!presentation.isOn() && !presentation.isPointing());
    QCOMPARE(app.window.canvas().font(), before);
    QVERIFY(!app.ask("blank-screen").isEmpty()); // only in a presentation
    QVERIFY(transport->findChild<QToolButton*>()->isVisible());
}

void FirstStepsTest::aPresentationTellsErrorsOnly() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("wsj.mrg"));
    QVERIFY(test::writeFile(path, kConstituents));
    Application app;
    app.window.openFiles({path});
    QVERIFY(showsPicture(app));
    const QString notice = app.window.messages().text();
    const auto* bar = app.window.findChild<MessageBar*>();
    const auto hasButtons = [bar] {
        const auto buttons = bar->findChildren<QPushButton*>();
        return std::any_of(buttons.begin(), buttons.end(), [](const QPushButton* each) { return each->isVisible(); });
    };
    QVERIFY(!notice.isEmpty() && hasButtons());
    QCOMPARE(app.ask("full-screen"), QString());
    QVERIFY(app.window.messages().text().isEmpty() && !bar->isVisible());
    const QString error = QStringLiteral("a command failed");
    app.window.messages().showError(error);
    QCOMPARE(app.window.messages().text(), error);
    QVERIFY(bar->isVisible() && !hasButtons());
    QCOMPARE(app.ask("full-screen"), QString());
    QCOMPARE(app.window.messages().text(), QString(notice % u'\n' % error));
    QVERIFY(hasButtons());
}

void FirstStepsTest::thereIsAWayBackToTheWelcomePage() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    QCOMPARE(app.ask("seek", {{QStringLiteral("stop"), 4}}), QString());
    const QByteArray state = app.window.saveState();
    QCOMPARE(app.ask("welcome"), QString());
    QVERIFY(!app.window.canvas().isVisible());
    QVERIFY(!app.window.panel(QStringLiteral("steps"))->isVisible());
    QVERIFY(!app.ask("step-forward").isEmpty());
    QCOMPARE(app.ask("policy", {{QStringLiteral("name"), QStringLiteral("agenda")}}), QString());
    QVERIFY(app.waitIdle());
    QVERIFY(!app.window.canvas().isVisible()); // a new snapshot alone does not take the page away
    QPushButton* back = buttonNamed(app.window, QStringLiteral("Back to sentences.ptb"));
    QVERIFY(back != nullptr);
    QTest::mouseClick(back, Qt::LeftButton);
    QVERIFY(app.window.canvas().isVisible());
    QCOMPARE(app.window.saveState(), state);
    QVERIFY(app.window.windowTitle().startsWith(QStringLiteral("sentences.ptb")));
    QCOMPARE(app.ask("welcome"), QString());
    QVERIFY(app.openSample("chain.ptb")); // or by opening something else
    QVERIFY(app.window.canvas().isVisible());
}

BATCHSCOPE_NAMED_TEST("first_steps", QTEST_MAIN(FirstStepsTest))

} // namespace batchscope::first_steps_test

#include "first_steps_test.moc"
