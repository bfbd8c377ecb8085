// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_dialog.h"

#include "core/base/text.h"
#include "views/export/export_form.h"
#include "views/export/export_preview.h"
#include "views/export/export_writer.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace batchscope {

ExportDialog::ExportDialog(const ExportRequest& start, QWidget* parent)
    : QDialog(parent), m_form(new ExportForm(start, this)), m_preview(new ExportPreview(start.time, this)),
      m_message(new QLabel(this)), m_progress(new QProgressBar(this)), m_write(new QPushButton(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_lane(*this) {
    setObjectName(QStringLiteral("export-dialog"));
    setWindowTitle(tr("Export"));
    build();
    connect(m_form, &ExportForm::changed, this, &ExportDialog::follow);
    connect(m_preview, &ExportPreview::timeChanged, this, &ExportDialog::follow);
    connect(m_write, &QPushButton::clicked, this, &ExportDialog::write);
    connect(m_cancel, &QPushButton::clicked, this, &ExportDialog::reject);
    setWriting(false);
    follow();
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::build() {
    m_message->setObjectName(QStringLiteral("export-message"));
    m_message->setWordWrap(true);
    m_progress->setObjectName(QStringLiteral("export-progress"));
    m_progress->setAccessibleName(tr("Export progress"));
    m_progress->setTextVisible(false);
    m_write->setObjectName(QStringLiteral("export-write"));
    m_write->setDefault(true);
    m_cancel->setObjectName(QStringLiteral("export-cancel"));
    m_cancel->setAutoDefault(false);
    auto* left = new QVBoxLayout;
    left->addWidget(m_form);
    left->addStretch(1);
    auto* above = new QHBoxLayout;
    above->setSpacing(18);
    above->addLayout(left);
    above->addWidget(m_preview, 1);
    auto* below = new QHBoxLayout;
    below->addWidget(m_message, 1);
    below->addWidget(m_progress, 1);
    below->addWidget(m_cancel);
    below->addWidget(m_write);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 14);
    layout->setSpacing(14);
    layout->addLayout(above, 1);
    layout->addWidget(m_form->fileRow());
    layout->addLayout(below);
    resize(940, 560);
}

ExportRequest ExportDialog::request() const {
    ExportRequest request = m_form->request();
    request.time = m_preview->time();
    return request;
}

void ExportDialog::follow() {
    const ExportRequest asked = request();
    m_preview->show(asked);
    const Status status = checkRequest(asked);
    const bool named = !asked.path.isEmpty() && exportFormatOf(asked.path).hasValue();
    m_write->setEnabled(status.hasValue() && named);
    const bool replaces = named && asked.format->kind != ExportFormat::Kind::Frames && QFileInfo(asked.path).isFile();
    m_write->setText(replaces ? tr("Re&place") : tr("E&xport"));
    if (!status) {
        say(QString::fromStdString(status.error().message), true);
    } else {
        say(replaces ? tr("The file already exists and will be replaced.") : QString(), false);
    }
}

void ExportDialog::say(const QString& text, bool warning) {
    const Theme& theme = themeOf(*this);
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, warning ? theme.warning : theme.mutedText);
    m_message->setPalette(colours);
    m_message->setText(text);
}

void ExportDialog::setWriting(bool writing) {
    m_form->setEnabled(!writing);
    m_form->fileRow()->setEnabled(!writing);
    m_preview->setEnabled(!writing);
    m_message->setVisible(!writing);
    m_progress->setVisible(writing);
    m_progress->setRange(0, 0);
    m_write->setEnabled(!writing);
    if (writing) {
        m_cancel->setFocus(); // what was focused cannot be used now
    }
}

void ExportDialog::write() {
    if (writing()) {
        return;
    }
    m_preview->pause();
    setWriting(true);
    m_lane.ask([asked = request()](const JobControl& control) { return writeExport(asked, control.run()); },
               [this](const Result<qint64>& bytes) { finish(bytes); },
               [this](std::string_view /*stage*/, std::size_t done, std::size_t total) { takeProgress(done, total); });
}

void ExportDialog::takeProgress(quint64 done, quint64 total) {
    if (total > 0) {
        constexpr int kSteps = 1000;
        m_progress->setRange(0, kSteps);
        m_progress->setValue(static_cast<int>(done * kSteps / total));
    }
}

void ExportDialog::finish(const Result<qint64>& bytes) {
    setWriting(false);
    if (bytes) {
        emit written(request().path, *bytes);
        accept();
        return;
    }
    follow();
    say(QString::fromStdString(bytes.error().text()), true);
}

void ExportDialog::reject() {
    if (writing()) { // the writer cleans up behind us; a large SVG takes it a second or two to notice
        m_lane.drop();
        setWriting(false);
        follow();
        return;
    }
    QDialog::reject();
}

} // namespace batchscope
