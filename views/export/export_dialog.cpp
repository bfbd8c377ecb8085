// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_dialog.h"

#include "views/export/export_writer.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

struct Preset {
    const char* title;
    QSize size; ///< none: that of the canvas
    double scale;
};
// On a slide the words must be read from the last row, so they grow with it; a poster is looked at closely.
constexpr std::array<Preset, 4> kPresets = {{
    {"Same as canvas", {0, 0}, 0.0},
    {"1080p, 1920 × 1080", {1920, 1080}, 1.5},
    {"4K slide, 3840 × 2160", {3840, 2160}, 3.0},
    {"16K poster, 16,384 × 16,384", {16384, 16384}, 4.0},
}};
constexpr int kProgressSteps = 1000;

} // namespace

ExportDialog::ExportDialog(const ExportRequest& start, QWidget* parent)
    : QDialog(parent), m_start(start), m_choices(new QWidget(this)), m_message(new QLabel(this)),
      m_progress(new QProgressBar(this)), m_write(new QPushButton(this)), m_lane(*this) {
    setObjectName(QStringLiteral("export-dialog"));
    setWindowTitle(tr("Export"));
    build();
    setWriting(false);
    follow();
}

QComboBox* ExportDialog::addChoice(const QString& name, const QString& label) {
    auto* box = new QComboBox(this);
    box->setObjectName(name);
    box->setAccessibleName(QString(label).remove(u'&'));
    m_form->addRow(label, box);
    return box;
}

void ExportDialog::build() {
    m_form = new QFormLayout(m_choices);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_path = new QLineEdit(m_start.path, this);
    m_path->setObjectName(QStringLiteral("export-path"));
    m_path->setAccessibleName(tr("File"));
    m_path->setToolTip(tr("The ending of the name is the format: %1, or %2.").arg(pictureEndings(), filmEndings()));
    auto* browseButton = new QPushButton(tr("&Browse…"), this);
    auto* file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(browseButton);
    m_form->addRow(tr("&File"), file);
    m_part = addChoice(QStringLiteral("export-part"), tr("&What"));
    m_size = addChoice(QStringLiteral("export-size"), tr("Si&ze"));
    m_theme = addChoice(QStringLiteral("export-theme"), tr("&Theme"));
    m_transparent = new QCheckBox(tr("Transparent back&ground"), this);
    m_transparent->setObjectName(QStringLiteral("export-transparent"));
    m_seconds = new QDoubleSpinBox(this);
    m_seconds->setObjectName(QStringLiteral("export-seconds"));
    m_seconds->setAccessibleName(tr("Duration in seconds"));
    m_seconds->setToolTip(tr("Default: the playback duration in the window at speed 1."));
    m_seconds->setRange(kShortestSeconds, kLongestSeconds);
    m_seconds->setDecimals(1);
    m_seconds->setSuffix(tr(" s"));
    m_form->addRow(QString(), m_transparent);
    m_form->addRow(tr("&Duration"), m_seconds);
    m_message->setWordWrap(true);
    m_progress->setObjectName(QStringLiteral("export-progress"));
    m_progress->setAccessibleName(tr("Export progress"));
    m_progress->setTextVisible(false);
    m_write->setObjectName(QStringLiteral("export-write"));
    m_write->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto* below = new QHBoxLayout;
    below->addWidget(m_message, 1);
    below->addWidget(m_progress, 1);
    below->addWidget(cancel);
    below->addWidget(m_write);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_choices);
    layout->addLayout(below);
    constexpr int kUsualWidth = 620;
    resize(kUsualWidth, sizeHint().height());

    m_part->addItem(tr("Whole picture"), static_cast<int>(ExportPart::All));
    if (m_start.look.camera) {
        m_part->addItem(tr("Visible part of the canvas"), static_cast<int>(ExportPart::Viewport));
    }
    if (!(m_start.look.focus == Focus())) {
        m_part->addItem(tr("Selection"), static_cast<int>(ExportPart::Selection));
    }
    m_part->setCurrentIndex(std::max(0, m_part->findData(static_cast<int>(m_start.look.part))));
    for (const Preset& preset : kPresets) {
        m_size->addItem(tr(preset.title));
    }
    for (const Theme* theme : allThemes()) {
        m_theme->addItem(theme->title, theme->name);
    }
    m_theme->setCurrentIndex(std::max(0, m_theme->findData(m_start.look.theme ? m_start.look.theme->name : QString())));
    m_seconds->setValue(m_start.film.seconds);
    for (const QComboBox* const box : {m_part, m_size, m_theme}) {
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::follow);
    }
    connect(m_path, &QLineEdit::textChanged, this, &ExportDialog::follow);
    connect(m_transparent, &QCheckBox::toggled, this, &ExportDialog::follow);
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, &ExportDialog::follow);
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_write, &QPushButton::clicked, this, &ExportDialog::write);
    connect(cancel, &QPushButton::clicked, this, &ExportDialog::reject);
}

void ExportDialog::browse() {
    auto* dialog = new QFileDialog(this, tr("Export to"), m_path->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QFileInfo(m_path->text()).suffix());
    connect(dialog, &QFileDialog::fileSelected, m_path, &QLineEdit::setText);
    dialog->open();
}

ExportRequest ExportDialog::request() const {
    ExportRequest request = m_start;
    request.path = m_path->text();
    if (const Result<const ExportFormat*> format = exportFormatOf(request.path)) {
        request.format = *format;
    }
    request.look.part = static_cast<ExportPart>(m_part->currentData().toInt());
    const Preset& preset = kPresets.at(static_cast<std::size_t>(m_size->currentIndex()));
    if (!preset.size.isEmpty()) {
        request.look.size = preset.size;
        request.look.scale = preset.scale;
    }
    request.look.theme = allThemes()[static_cast<std::size_t>(m_theme->currentIndex())];
    const bool isTransparent = m_transparent->isChecked() && request.format->transparent;
    request.look.ground = isTransparent ? Ground::Transparent : Ground::Filled;
    request.film.seconds = m_seconds->value();
    return request;
}

void ExportDialog::follow() {
    const ExportRequest asked = request();
    const Result<const ExportFormat*> named = exportFormatOf(asked.path);
    const Status status = named ? checkRequest(asked) : Status(named.error());
    m_form->setRowVisible(m_transparent, asked.format->transparent);
    m_form->setRowVisible(m_seconds, asked.format->isFilm());
    m_write->setEnabled(status.hasValue());
    const bool replaces = status && QFileInfo(asked.path).isFile();
    m_write->setText(replaces ? tr("Re&place") : tr("E&xport"));
    say(!status    ? QString::fromStdString(status.error().message)
        : replaces ? tr("The file already exists and will be replaced.")
                   : QString(),
        !status);
}

void ExportDialog::say(const QString& text, bool warning) {
    const Theme& theme = themeOf(*this);
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, warning ? theme.warning : theme.mutedText);
    m_message->setPalette(colours);
    m_message->setText(text);
}

void ExportDialog::setWriting(bool writing) {
    m_choices->setEnabled(!writing);
    m_message->setVisible(!writing);
    m_progress->setVisible(writing);
    m_progress->setRange(0, 0);
    m_write->setEnabled(!writing);
}

void ExportDialog::write() {
    if (writing()) {
        return;
    }
    setWriting(true);
    m_lane.ask([asked = request()](const JobControl& control) { return writeExport(asked, control.run()); },
               [this](const Result<qint64>& bytes) { finish(bytes); },
               [this](std::string_view /*stage*/, std::size_t done, std::size_t total) {
                   m_progress->setRange(0, kProgressSteps);
                   m_progress->setValue(static_cast<int>(done * kProgressSteps / std::max<std::size_t>(total, 1)));
               });
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
