// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manual: no link leads nowhere, every panel has a page, and F1 opens the right one.
#include "tests/app/fixture.h"

#include "app/window/panels.h"
#include "tests/support/named_test.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/lessons/lesson_view.h"
#include "views/manual/manual_window.h"

#include <QDir>
#include <QDockWidget>
#include <QRegularExpression>
#include <QSet>
#include <QTextBrowser>
#include <QToolButton>

namespace batchscope::manual_test {

using batchscope::test::Application;

namespace {

QStringList linksOf(const QString& page) {
    static const QRegularExpression kLink(QStringLiteral("href=\"([^\"]*)\""));
    QStringList links;
    for (auto found = kLink.globalMatch(manualText(page)); found.hasNext();) {
        links.append(found.next().captured(1));
    }
    return links;
}

ManualWindow& manualOf(const MainWindow& window) {
    return *window.findChild<ManualWindow*>();
}

} // namespace

class ManualTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLinkLeadsSomewhere();
    void everyFileIsAPageAndEveryPanelHasOne();
    void f1OpensThePageOfThePanelInFocus();
    void linksAreFollowed();
};

void ManualTest::everyLinkLeadsSomewhere() {
    Application app;
    const auto ids = app.window.commands().ids();
    for (const ManualPage& page : manualPages()) {
        QVERIFY2(manualText(page.name).contains(QStringLiteral("<h1>") % page.title % QStringLiteral("</h1>")),
                 qPrintable(page.name));
        for (const QString& link : linksOf(page.name)) {
            const QString what = page.name % u": " % link;
            if (link.startsWith(QStringLiteral("command:"))) {
                QVERIFY2(std::find(ids.begin(), ids.end(), link.mid(8)) != ids.end(), qPrintable(what));
            } else {
                QVERIFY2(link.endsWith(QStringLiteral(".html")) && !manualText(link.chopped(5)).isEmpty(),
                         qPrintable(what));
            }
        }
    }
}

void ManualTest::everyFileIsAPageAndEveryPanelHasOne() {
    QStringList names;
    QStringList about;
    for (const ManualPage& page : manualPages()) {
        about.append(page.panels);
        if (page.name == u"glossary") {
            continue; // which is made of the terms
        }
        names.append(page.name % QStringLiteral(".html"));
    }
    names.sort();
    QCOMPARE(QDir(QStringLiteral(BATCHSCOPE_SOURCE_DIR "/resources/manual"))
                 .entryList({QStringLiteral("*.html")}, QDir::Files, QDir::Name),
             names);
    const Application app;
    QSet<QString> texts;
    for (const PanelSpec& panel : panels()) {
        const QString id = QString::fromLatin1(panel.id);
        QCOMPARE(about.count(id), 1);
        texts.insert(app.window.panel(id)->whatsThis());
    }
    QCOMPARE(static_cast<std::size_t>(texts.size()), panels().size()); // What's This: each says its own
}

void ManualTest::f1OpensThePageOfThePanelInFocus() {
    Application app;
    QVERIFY(app.openSample("sentences.ptb"));
    app.window.activateWindow();
    QTest::keyClick(&app.window.canvas(), Qt::Key_F1);
    QVERIFY(manualOf(app.window).isVisible());
    QCOMPARE(manualOf(app.window).page(), QStringLiteral("picture"));
    manualOf(app.window).close();
    app.window.raisePanel(QStringLiteral("statistics"));
    QWidget* inside = app.window.panel(QStringLiteral("statistics"))->widget();
    inside->setFocusPolicy(Qt::StrongFocus);
    inside->setFocus();
    QTest::keyClick(inside, Qt::Key_F1);
    QCOMPARE(manualOf(app.window).page(), QStringLiteral("files"));
}

void ManualTest::linksAreFollowed() {
    Application app;
    QCOMPARE(app.ask("manual"), QString());
    ManualWindow& manual = manualOf(app.window);
    const auto buttons = manual.findChildren<QToolButton*>(Qt::FindDirectChildrenOnly);
    auto* text = manual.findChild<QTextBrowser*>();
    QCOMPARE(app.ask("glossary"), QString());
    QCOMPARE(manual.page(), QStringLiteral("glossary"));
    QVERIFY(text->toPlainText().contains(QStringLiteral("lower bound")));
    buttons.front()->click();
    emit text->anchorClicked(QUrl(QStringLiteral("story.html")));
    QCOMPARE(manual.page(), QStringLiteral("story"));
    buttons.front()->click();
    QCOMPARE(manual.page(), QStringLiteral("start"));
    buttons.back()->click();
    QCOMPARE(manual.page(), QStringLiteral("story"));
    emit text->anchorClicked(QUrl(QStringLiteral("command:lesson")));
    const auto* lessons = qobject_cast<const LessonView*>(app.window.panel(QStringLiteral("lessons"))->widget());
    QVERIFY(lessons->lesson() != nullptr);
}

BATCHSCOPE_NAMED_TEST("manual", QTEST_MAIN(ManualTest))

} // namespace batchscope::manual_test

#include "manual_test.moc"
