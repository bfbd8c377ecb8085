// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is in a file is what is on the screen.
#include <QTest> // first: moc stumbles over <concepts> otherwise

#include "core/session/caption.h"
#include "core/story/story_clock.h"
#include "tests/support/named_test.h"
#include "tests/support/sessions.h"
#include "tests/support/snapshots.h"
#include "views/canvas/widget/canvas_view.h"
#include "views/export/export_dialog.h"
#include "views/export/export_writer.h"
#include "views/export/frame_painter.h"

#include <QApplication>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace batchscope::export_test {

namespace {

struct Difference {
    int largest = 0;    ///< of a channel
    double mean = 0.0;  ///< of a channel
    double above = 0.0; ///< share of pixels that differ by more than 32 in a channel
};

Difference differenceOf(const QImage& left, const QImage& right) {
    constexpr int kSeen = 32;
    Difference result;
    qint64 sum = 0;
    qint64 above = 0;
    for (int y = 0; y < left.height(); ++y) {
        for (int x = 0; x < left.width(); ++x) {
            const QRgb one = left.pixel(x, y);
            const QRgb other = right.pixel(x, y);
            const int red = std::abs(qRed(one) - qRed(other));
            const int green = std::abs(qGreen(one) - qGreen(other));
            const int blue = std::abs(qBlue(one) - qBlue(other));
            const int largest = std::max({red, green, blue});
            sum += red + green + blue;
            above += largest > kSeen ? 1 : 0;
            result.largest = std::max(result.largest, largest);
        }
    }
    const double pixels = static_cast<double>(left.width()) * left.height();
    result.mean = static_cast<double>(sum) / (3.0 * pixels);
    result.above = static_cast<double>(above) / pixels;
    return result;
}

QImage rgb(const QImage& image) {
    QImage result = image.convertToFormat(QImage::Format_RGB32);
    result.setDevicePixelRatio(1.0);
    return result;
}

ExportRequest requestFor(const QString& path, QSize size = {640, 400}) {
    ExportRequest request;
    request.path = path;
    request.format = *exportFormatOf(path);
    request.snapshot = testing::snapshotOf(testing::kThreeTrees, "agenda");
    request.look.size = size;
    request.film = {0.0, request.snapshot.storyboard->end(), 20, 2.0, true};
    return request;
}

} // namespace

class ExportTest final : public QObject {
    Q_OBJECT

private Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
    void init() { QVERIFY(m_folder.isValid()); }

    /// Canvas, PNG and SVG: at rest, while nodes move, at the end; followed, zoomed and selected.
    void filesShowWhatTheScreenShows_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<bool>("zoomed");
        QTest::addColumn<bool>("node");
        for (const double share : {0.0, 0.13, 0.31, 0.52, 0.71, 0.97, 1.0}) {
            QTest::addRow("%.2f", share) << share << false << false;
        }
        QTest::newRow("zoomed") << 0.4 << true << false;
        QTest::newRow("node") << 0.0 << false << true;
    }
    void filesShowWhatTheScreenShows() {
        QFETCH(double, share);
        QFETCH(bool, zoomed);
        QFETCH(bool, node);
        const testing::TreesFile trees;
        testing::UnmeasuredSession own;
        Session& session = own.session;
        Playback playback(session);
        CanvasView canvas(session, playback);
        canvas.resize(760, 480);
        canvas.show();
        session.open({trees.path()});
        QTRY_VERIFY(session.snapshot()->trace != nullptr && !session.busy());
        playback.seek(share * session.snapshot()->storyboard->end());
        playback.setReasonsShown(true); // the screen has a button in its place
        if (node) {
            playback.selectNode(NodeId(session.snapshot()->graph->size() - 1));
        } else {
            playback.selectTree(TreeId(1));
        }
        if (zoomed) {
            canvas.sight().zoomIn();
            canvas.sight().zoomIn();
        }
        const QImage screen = rgb(canvas.grab().toImage());

        ExportRequest request = requestFor(file("same.png"), canvas.size());
        request.snapshot = *session.snapshot();
        request.time = playback.time();
        request.look.font = canvas.font();
        request.look.focus = playback.focus();
        request.look.stepView = playback.stepView();
        request.look.reason = ReasonLayer::Open;
        request.look.camera = canvas.sight().camera();
        request.look.part = zoomed ? ExportPart::Viewport : ExportPart::All;
        QVERIFY(writeExport(request, {}).hasValue());
        QVERIFY2(rgb(QImage(request.path)) == screen, "PNG loses nothing");

        request.path = file("same.svg");
        request.format = &exportFormat("svg");
        QVERIFY(writeExport(request, {}).hasValue());
        QSvgRenderer svg(request.path);
        QImage drawn(canvas.size(), QImage::Format_RGB32);
        drawn.fill(Qt::white);
        QPainter painter(&drawn);
        svg.render(&painter);
        painter.end();
        // Letters are placed by outlines there, and by hinted pixels here: most of them in headline, reason and legend.
        const auto isClose = [&](const QRect& part, double mean, double above) {
            const Difference difference = differenceOf(drawn.copy(part), screen.copy(part));
            const bool close = difference.mean < mean && difference.above < above;
            return close ? QString() : QStringLiteral("mean %1, above %2").arg(difference.mean).arg(difference.above);
        };
        const QRect all = screen.rect();
        QCOMPARE(isClose(all.adjusted(0, all.height() / 4, 0, -all.height() / 8), 1.5, 0.02), QString());
        QCOMPARE(isClose(all, 2.5, 0.03), QString());
    }

    void aTransparentPictureHasNoGround() {
        ExportRequest request = requestFor(file("a.png"));
        request.look.ground = Ground::Transparent;
        QVERIFY(writeExport(request, {}).hasValue());
        const QImage image(request.path);
        QVERIFY(image.hasAlphaChannel());
        QCOMPARE(qAlpha(image.pixel(2, 2)), 0);
        request.path = file("b.png");
        request.look.ground = Ground::Filled;
        QVERIFY(writeExport(request, {}).hasValue());
        QVERIFY(!QImage(request.path).hasAlphaChannel());
        QVERIFY(rgb(QImage(request.path)).pixel(2, 2) == lightTheme().canvas.rgb());
    }

    /// The selection fills the picture; the same moment as a whole shows more.
    void aSelectionIsShownLarge() {
        ExportRequest request = requestFor(file("a.png"));
        request.look.part = ExportPart::Selection;
        QVERIFY(!writeExport(request, {}).hasValue());
        request.look.focus.tree = TreeId(1);
        QVERIFY(writeExport(request, {}).hasValue());
        const QImage selected(request.path);
        request.look.part = ExportPart::All;
        QVERIFY(writeExport(request, {}).hasValue());
        QVERIFY(selected != QImage(request.path));
    }

    void theFirstFrameIsTheBeginningAndTheLastTheEnd() {
        ExportRequest request = requestFor(file("a.gif"));
        request.film = {1.5, 4.25, 10, 2.0, true};
        const FilmTimes times(request);
        QCOMPARE(times.count(), std::size_t{20});
        QVERIFY(std::abs(times.at(0) - 1.5) < 1e-6);
        QCOMPARE(times.at(19), 4.25);
        for (std::size_t frame = 1; frame < 20; ++frame) {
            QVERIFY(times.at(frame) >= times.at(frame - 1));
        }
    }

    /// As Play does, a film waits at the key moments, and like batches share a headline.
    void aFilmLeavesTimeToRead() {
        ExportRequest request = requestFor(file("a.gif"));
        const Snapshot& snapshot = request.snapshot;
        const double end = snapshot.storyboard->end();
        request.film = {0.0, end, 20, naturalSeconds(snapshot, 0.0, end), true};
        const FilmTimes times(request);
        std::map<double, double> held; // seconds at whole stops
        for (std::size_t frame = 0; frame < times.count(); ++frame) {
            held[times.at(frame)] += 0.05;
        }
        for (const double moment : {0.0, 1.0, 2.0, 3.0, end}) {
            const double reading = readingSeconds(captionAt(snapshot, moment).what);
            QVERIFY2(held[moment] >= reading - 0.11,
                     qPrintable(QStringLiteral("%1: %2 of %3 s").arg(moment).arg(held[moment]).arg(reading)));
        }
        request.film.seconds = 3.0; // too short for that: it moves all the same
        const FilmTimes hasty(request);
        std::set<double> seen;
        for (std::size_t frame = 0; frame < hasty.count(); ++frame) {
            seen.insert(hasty.at(frame));
        }
        QVERIFY(seen.size() > hasty.count() / 5);
        const double passing = end - 1.5;
        QVERIFY(!captionWhilePlaying(snapshot, passing).empty());
        QVERIFY(captionWhilePlaying(snapshot, passing) == captionWhilePlaying(snapshot, 3.5));
        const PictureLook look = lookOf(request);
        QVERIFY(FramePainter(snapshot, look).image(passing) != FramePainter(snapshot, request.look).image(passing));
    }

    void withoutFfmpegItSaysWhatToInstall() {
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", m_folder.path().toUtf8());
        const Result<qint64> written = writeExport(requestFor(file("a.mp4")), {});
        qputenv("PATH", path);
        QVERIFY(!written.hasValue());
        QVERIFY(QString::fromStdString(written.error().message).contains(QStringLiteral("apt install ffmpeg")));
        QCOMPARE(leftovers(), QStringList());
    }

    /// At once, in the middle, and after the last frame.
    void anFfmpegThatDiesLeavesNothing_data() {
        QTest::addColumn<QByteArray>("program");
        QTest::newRow("at once") << QByteArray("#!/bin/sh\necho no such codec\nexit 3\n");
        QTest::newRow("in the middle") << QByteArray("#!/bin/sh\n/usr/bin/head -c 500000 >/dev/null\nkill -9 $$\n");
        QTest::newRow("at the end") << QByteArray("#!/bin/sh\n/bin/cat >/dev/null\necho disk full\nexit 1\n");
        QTest::newRow("nothing written") << QByteArray("#!/bin/sh\n/bin/cat >/dev/null\nexit 0\n");
    }
    void anFfmpegThatDiesLeavesNothing() {
        QFETCH(QByteArray, program);
        QTemporaryDir bin;
        const QString fake = bin.filePath(QStringLiteral("ffmpeg"));
        {
            QFile script(fake);
            QVERIFY(script.open(QIODevice::WriteOnly) && script.write(program) == program.size());
        }
        QVERIFY(QFile::setPermissions(fake, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", bin.path().toUtf8());
        const Result<qint64> written = writeExport(requestFor(file("a.mp4")), {});
        qputenv("PATH", path);
        QVERIFY(!written.hasValue());
        QVERIFY2(QString::fromStdString(written.error().text()).contains(QStringLiteral("ffmpeg wrote no video")),
                 written.error().text().c_str());
        QCOMPARE(leftovers(), QStringList());
    }

    /// What ffmpeg made, decoded by ffmpeg: lossy, but the same pictures.
    void filmsShowTheFrames_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("mp4") << QStringLiteral("a.mp4");
        QTest::newRow("gif") << QStringLiteral("a.gif");
    }
    void filmsShowTheFrames() {
        QFETCH(QString, name);
        if (!hasFfmpeg()) {
            QSKIP("ffmpeg is not installed");
        }
        ExportRequest request = requestFor(m_folder.filePath(name), {321, 241}); // odd sides are padded
        request.film.seconds = 1.0;
        QVERIFY(writeExport(request, {}).hasValue());
        const QTemporaryDir decodedTo;
        QCOMPARE(QProcess::execute(QStringLiteral("ffmpeg"),
                                   {QStringLiteral("-v"), QStringLiteral("error"), QStringLiteral("-i"), request.path,
                                    decodedTo.filePath(QStringLiteral("%02d.png"))}),
                 0);
        QCOMPARE(QDir(decodedTo.path()).entryList(QDir::Files).size(), 20);
        const FramePainter frames(request.snapshot, lookOf(request));
        for (const int frame : {0, 9, 19}) {
            const QImage shown(decodedTo.filePath(QStringLiteral("%1.png").arg(frame + 1, 2, 10, QLatin1Char('0'))));
            QCOMPARE(shown.size(), name == u"a.gif" ? QSize(321, 241) : QSize(322, 242));
            const QImage drawn = rgb(frames.image(FilmTimes(request).at(static_cast<std::size_t>(frame))));
            const Difference difference = differenceOf(drawn, rgb(shown.copy(0, 0, 321, 241)));
            QVERIFY2(difference.mean < 4.0, qPrintable(QString::number(difference.mean)));
        }
    }

    void cancelLeavesWhatWasThere_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("after"); ///< reports
        for (const char* name : {"a.png", "a.gif", "a.mp4", "a.svg"}) {
            for (const int after : {0, 1}) {
                QTest::addRow("%s %d", name, after) << QString::fromLatin1(name) << after;
            }
        }
    }
    void cancelLeavesWhatWasThere() {
        QFETCH(QString, name);
        QFETCH(int, after);
        ExportRequest request = requestFor(m_folder.filePath(name), {1200, 800});
        if (request.format->isFilm() && !hasFfmpeg()) {
            QSKIP("ffmpeg is not installed");
        }
        const QString before = m_folder.filePath(name);
        {
            QFile old(before);
            QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        }
        std::stop_source stop;
        if (after == 0 || !request.format->isFilm()) {
            stop.request_stop();
        }
        const ProgressSink sink = [&stop](std::string_view, std::size_t, std::size_t) { stop.request_stop(); };
        const Result<qint64> written = writeExport(request, RunControl(stop.get_token(), sink));
        QVERIFY(!written.hasValue());
        QCOMPARE(written.error().code, ErrorCode::Cancelled);
        QCOMPARE(leftovers(), QStringList({QFileInfo(before).fileName()}));
        QFile old(before);
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(old.readAll(), QByteArray("old"));
    }

    void wrongRequestsAreRefused() {
        const auto refused = [](const char* path, const std::function<void(ExportRequest&)>& change) {
            ExportRequest request = requestFor(QString::fromLatin1(path));
            const bool fine = checkRequest(request).hasValue();
            change(request);
            return fine && !checkRequest(request).hasValue();
        };
        QVERIFY(refused("a.png", [](ExportRequest& request) { request.look.size = {8, 100}; }));
        QVERIFY(refused("a.png", [](ExportRequest& request) { request.look.size = {100, 40'000}; }));
        QVERIFY(refused("a.png", [](ExportRequest& request) { request.look.size = {20'000, 20'000}; }));
        QVERIFY(refused("a.png", [](ExportRequest& request) { request.look.scale = 0.5; }));
        QVERIFY(refused("a.png", [](ExportRequest& request) { request.snapshot = Snapshot(); }));
        QVERIFY(refused("a.png", [](ExportRequest& request) { request.look.part = ExportPart::Viewport; }));
        QVERIFY(refused("a.gif", [](ExportRequest& request) { request.look.ground = Ground::Transparent; }));
        QVERIFY(refused("a.gif", [](ExportRequest& request) { request.film.framesPerSecond = 26; }));
        QVERIFY(refused("a.gif", [](ExportRequest& request) { request.film.end = request.film.begin; }));
        QVERIFY(refused("a.gif", [](ExportRequest& request) { request.film.end += 1.0; }));
        QVERIFY(refused("a.gif", [](ExportRequest& request) { request.film.seconds = std::nan(""); }));
        QVERIFY(refused("a.mp4", [](ExportRequest& request) { request.look.size = {9000, 100}; }));
    }

    void aPageThatIsNearlyA4IsNotCutToIt() {
        QVERIFY(writeExport(requestFor(file("page.pdf"), {796, 1125}), {}).hasValue());
        QFile page(file("page.pdf"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray text = page.readAll();
        QVERIFY2(text.contains("/MediaBox [0 0 597"), text.mid(text.indexOf("/MediaBox"), 50).constData());
    }

    void theDialogNamesItsControls() {
        ExportDialog dialog(requestFor(file("a.gif")));
        for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
            const bool ownName = !widget->accessibleName().isEmpty() || qobject_cast<const QAbstractButton*>(widget);
            const bool inner = widget->focusProxy() != nullptr || widget->objectName().startsWith(u"qt_");
            QVERIFY2(widget->focusPolicy() == Qt::NoFocus || ownName || inner, qPrintable(widget->objectName()));
        }
    }

    /// In the format that the ending of the path names, whose choices alone are shown.
    void theDialogWritesWhatItShows() {
        if (!hasFfmpeg()) {
            QSKIP("ffmpeg is not installed");
        }
        ExportDialog dialog(requestFor(file("a.png"), {300, 200}));
        QSignalSpy written(&dialog, &ExportDialog::written);
        dialog.show();
        auto* path = dialog.findChild<QLineEdit*>(QStringLiteral("export-path"));
        auto* button = dialog.findChild<QPushButton*>(QStringLiteral("export-write"));
        auto* seconds = dialog.findChild<QDoubleSpinBox*>(QStringLiteral("export-seconds"));
        QVERIFY(!seconds->isVisible());
        path->setText(file("a.xyz"));
        QVERIFY(!button->isEnabled());
        path->setText(file("a.gif"));
        QVERIFY(seconds->isVisible() && button->isEnabled());
        seconds->setValue(1.0);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(written.wait(60'000));
        QVERIFY(!dialog.isVisible());
        QCOMPARE(written.front()[1].toLongLong(), QFileInfo(file("a.gif")).size());
    }

    void theDialogCancels() {
        ExportRequest request = requestFor(file("a.gif"), {1600, 1000});
        request.film.seconds = 600.0;
        ExportDialog dialog(request);
        dialog.show();
        dialog.write();
        QVERIFY(dialog.writing());
        auto* progress = dialog.findChild<QProgressBar*>(QStringLiteral("export-progress"));
        QTRY_VERIFY(progress->maximum() > 0);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.writing());
        QVERIFY(dialog.isVisible());
        QTRY_COMPARE(leftovers(), QStringList());
        dialog.write(); // and goes while it writes
    }

    void cleanup() {
        QDir folder(m_folder.path());
        for (const QString& name : folder.entryList(QDir::Files | QDir::Hidden)) {
            folder.remove(name);
        }
    }

private:
    [[nodiscard]] QStringList leftovers() const {
        return QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden | QDir::Dirs | QDir::NoDotAndDotDot);
    }
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
};

BATCHSCOPE_NAMED_TEST("export", QTEST_MAIN(ExportTest))

} // namespace batchscope::export_test

#include "export_test.moc"
