// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

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
    {QT_TRANSLATE_NOOP("batchscope::ExportForm", "Same as canvas"), {0, 0}, 0.0},
    {QT_TRANSLATE_NOOP("batchscope::ExportForm", "1080p, 1920 × 1080"), {1920, 1080}, 1.5},
    {QT_TRANSLATE_NOOP("batchscope::ExportForm", "4K slide, 3840 × 2160"), {3840, 2160}, 3.0},
    {QT_TRANSLATE_NOOP("batchscope::ExportForm", "16K poster, 16,384 × 16,384"), {16384, 16384}, 4.0},
}};

QString titleOf(const ExportFormat& format) {
    return ExportForm::tr(format.title);
}

QWidget* row(QWidget* parent, std::initializer_list<QWidget*> widgets) {
    auto* holder = new QWidget(parent);
    auto* layout = new QHBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : widgets) {
        layout->addWidget(widget, qobject_cast<QLabel*>(widget) != nullptr ? 0 : 1);
    }
    return holder;
}

template <typename Spin, typename Number>
Spin* spin(QWidget* parent, Number least, Number most, Number value, const QString& suffix) {
    auto* box = new Spin(parent);
    box->setRange(least, most);
    box->setValue(value);
    box->setSuffix(suffix);
    box->setKeyboardTracking(false);
    return box;
}

} // namespace

ExportForm::ExportForm(const ExportRequest& start, QWidget* parent)
    : QWidget(parent), m_start(start), m_layout(new QFormLayout(this)), m_format(new QComboBox(this)),
      m_part(new QComboBox(this)), m_graph(new QComboBox(this)), m_preset(new QComboBox(this)),
      m_width(spin<QSpinBox>(this, kLeastSide, kLargestSide, start.look.size.width(), tr(" px"))),
      m_height(spin<QSpinBox>(this, kLeastSide, kLargestSide, start.look.size.height(), tr(" px"))),
      m_size(row(this, {m_width, new QLabel(QStringLiteral("×"), this), m_height})),
      m_scale(spin<QDoubleSpinBox>(this, kLeastScale, kLargestScale, start.look.scale, {})),
      m_theme(new QComboBox(this)), m_transparent(new QCheckBox(tr("Transparent back&ground"), this)),
      m_begin(spin<QDoubleSpinBox>(this, 0.0, 0.0, 0.0, {})), m_end(spin<QDoubleSpinBox>(this, 0.0, 0.0, 0.0, {})),
      m_range(row(this, {m_begin, new QLabel(tr("to"), this), m_end})),
      m_rate(spin<QSpinBox>(this, 1, 60, start.film.framesPerSecond, {})),
      m_seconds(spin<QDoubleSpinBox>(this, 0.1, kLongestSeconds, start.film.seconds, tr(" s"))),
      m_loop(new QCheckBox(tr("R&epeat forever"), this)), m_fileLabel(new QLabel(tr("F&ile"), this)),
      m_path(new QLineEdit(start.path, this)), m_file(row(this, {m_fileLabel, m_path})) {
    build();
    buildLook();
    buildMotion();
    nameControls();
    m_format->setCurrentIndex(m_format->findData(QString::fromLatin1(start.format->id)));
    followFormat();
    connectControls();
}

void ExportForm::build() {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const ExportFormat& format : exportFormats()) {
        const bool isMissing = format.needsFfmpeg && !hasFfmpeg();
        m_format->addItem(isMissing ? tr("%1 (ffmpeg is not installed)").arg(titleOf(format)) : titleOf(format),
                          QString::fromLatin1(format.id));
    }
    m_part->addItem(tr("Whole picture"), static_cast<int>(ExportPart::All));
    if (m_start.look.camera) {
        m_part->addItem(tr("Visible part of the canvas"), static_cast<int>(ExportPart::Viewport));
    }
    const Focus& focus = m_start.look.focus;
    if (focus.node.valid() || focus.batch.valid() || focus.tree.valid()) {
        m_part->addItem(tr("Selection"), static_cast<int>(ExportPart::Selection));
    }
    m_part->setCurrentIndex(std::max(0, m_part->findData(static_cast<int>(m_start.look.part))));
    m_graph->addItem(tr("Folded graph, one box per batch"), static_cast<int>(DotGraph::Folded));
    m_graph->addItem(tr("Source graph, one node per call"), static_cast<int>(DotGraph::Source));
    m_layout->addRow(tr("&Format"), m_format);
    m_layout->addRow(tr("&What"), m_part);
    m_layout->addRow(tr("Grap&h"), m_graph);
}

void ExportForm::buildLook() {
    for (const Preset& preset : kPresets) {
        m_preset->addItem(tr(preset.title));
    }
    m_preset->addItem(tr("Other"));
    for (const Theme* theme : allThemes()) {
        m_theme->addItem(theme->title, theme->name);
    }
    m_theme->setCurrentIndex(std::max(0, m_theme->findData(m_start.look.theme ? m_start.look.theme->name : QString())));
    m_scale->setSingleStep(0.25);
    m_scale->setPrefix(QStringLiteral("× "));
    m_layout->addRow(tr("Si&ze"), m_preset);
    m_layout->addRow(QString(), m_size);
    m_layout->addRow(tr("Text and &lines"), m_scale);
    m_layout->addRow(tr("&Theme"), m_theme);
    m_layout->addRow(QString(), m_transparent);
}

void ExportForm::buildMotion() {
    const double end = m_start.snapshot.storyboard ? m_start.snapshot.storyboard->end() : 0.0;
    for (QDoubleSpinBox* box : {m_begin, m_end}) {
        box->setRange(0.0, end);
        box->setDecimals(1);
    }
    m_begin->setValue(m_start.film.begin);
    m_end->setValue(m_start.film.end);
    m_seconds->setDecimals(1);
    m_loop->setChecked(m_start.film.loop);
    auto* browseButton = new QPushButton(tr("&Browse…"), m_file);
    connect(browseButton, &QPushButton::clicked, this, &ExportForm::browse);
    m_file->layout()->addWidget(browseButton);
    m_layout->addRow(tr("&Stops"), m_range);
    m_layout->addRow(tr("F&rames per second"), m_rate);
    m_layout->addRow(tr("&Duration"), m_seconds);
    m_layout->addRow(QString(), m_loop);
    m_fileLabel->setBuddy(m_path);
}

void ExportForm::nameControls() {
    const auto name = [](QWidget* widget, const char* id, const QString& said) {
        widget->setObjectName(QStringLiteral("export-") + QString::fromLatin1(id));
        widget->setAccessibleName(said);
    };
    name(m_format, "format", tr("Format"));
    name(m_part, "part", tr("Part of the picture"));
    name(m_graph, "graph", tr("Which graph"));
    name(m_preset, "preset", tr("Size"));
    name(m_width, "width", tr("Width in pixels"));
    name(m_height, "height", tr("Height in pixels"));
    name(m_scale, "scale", tr("Text and line scale"));
    name(m_theme, "theme", tr("Theme"));
    name(m_transparent, "transparent", tr("Transparent background"));
    name(m_begin, "begin", tr("First stop of the animation"));
    name(m_end, "end", tr("Last stop of the animation"));
    name(m_rate, "rate", tr("Frames per second"));
    name(m_seconds, "seconds", tr("Duration in seconds"));
    name(m_loop, "loop", tr("Repeat forever"));
    name(m_path, "path", tr("File"));
    m_scale->setToolTip(tr("File pixels per screen pixel: 2 doubles the size of text and lines."));
    m_seconds->setToolTip(tr("Default: the playback duration in the window at speed 1."));
    m_path->setToolTip(tr("The file extension follows the format."));
    // The letter in a row's label goes to its first field.
    qobject_cast<QLabel*>(m_layout->labelForField(m_range))->setBuddy(m_begin);
}

void ExportForm::connectControls() {
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
        const QSignalBlocker quiet(m_path);
        m_path->setText(withEndingOf(format(), m_path->text()));
        followFormat();
        notify();
    });
    connect(m_preset, &QComboBox::currentIndexChanged, this, &ExportForm::followPreset);
    connect(m_width, &QSpinBox::valueChanged, this, &ExportForm::followSize);
    connect(m_height, &QSpinBox::valueChanged, this, &ExportForm::followSize);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &ExportForm::followSize);
    connect(m_path, &QLineEdit::editingFinished, this, &ExportForm::followPath);
    connect(m_path, &QLineEdit::textChanged, this, &ExportForm::notify);
    for (QComboBox* box : {m_part, m_graph, m_theme}) {
        connect(box, &QComboBox::currentIndexChanged, this, &ExportForm::notify);
    }
    for (QCheckBox* box : {m_transparent, m_loop}) {
        connect(box, &QCheckBox::toggled, this, &ExportForm::notify);
    }
    for (QDoubleSpinBox* box : {m_begin, m_end}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
            if (!m_ownSeconds && m_begin->value() < m_end->value()) {
                const QSignalBlocker quiet(m_seconds);
                m_seconds->setValue(naturalSeconds(m_start.snapshot, m_begin->value(), m_end->value()));
            }
            notify();
        });
    }
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, [this] {
        m_ownSeconds = true;
        notify();
    });
    connect(m_rate, &QSpinBox::valueChanged, this, &ExportForm::notify);
}

const ExportFormat& ExportForm::format() const {
    return exportFormat(m_format->currentData().toString().toStdString());
}

void ExportForm::followFormat() {
    const ExportFormat& now = format();
    const bool drawn = now.isDrawn();
    for (QWidget* field :
         {static_cast<QWidget*>(m_part), static_cast<QWidget*>(m_preset), m_size, static_cast<QWidget*>(m_scale)}) {
        m_layout->setRowVisible(field, drawn);
    }
    m_layout->setRowVisible(m_graph, !drawn);
    m_layout->setRowVisible(m_transparent, now.transparent);
    for (QWidget* field : {m_range, static_cast<QWidget*>(m_rate), static_cast<QWidget*>(m_seconds)}) {
        m_layout->setRowVisible(field, now.isFilm());
    }
    m_layout->setRowVisible(m_loop, now.repeats);
    m_rate->setMaximum(now.mostFramesPerSecond);
    const int largest = now.isFilm() ? kLargestFilmSide : kLargestSide;
    m_width->setMaximum(largest);
    m_height->setMaximum(largest);
}

void ExportForm::followPath() {
    const Result<const ExportFormat*> named = exportFormatOf(m_path->text());
    if (!named) {
        m_path->setText(withEndingOf(format(), m_path->text()));
    } else if (*named != &format()) {
        const QSignalBlocker quiet(m_format);
        m_format->setCurrentIndex(m_format->findData(QString::fromLatin1((*named)->id)));
        followFormat();
        notify();
    }
}

void ExportForm::followPreset() {
    const auto chosen = static_cast<std::size_t>(m_preset->currentIndex());
    if (chosen < kPresets.size()) {
        const Preset& preset = kPresets[chosen]; // NOLINT(*-constant-array-index)
        const bool own = preset.size.isEmpty();
        const QSignalBlocker quietWidth(m_width);
        const QSignalBlocker quietHeight(m_height);
        const QSignalBlocker quietScale(m_scale);
        m_width->setValue(own ? m_start.look.size.width() : preset.size.width());
        m_height->setValue(own ? m_start.look.size.height() : preset.size.height());
        m_scale->setValue(own ? m_start.look.scale : preset.scale);
    }
    notify();
}

void ExportForm::followSize() {
    const QSignalBlocker quiet(m_preset);
    m_preset->setCurrentIndex(m_preset->count() - 1);
    notify();
}

void ExportForm::browse() {
    auto* dialog = new QFileDialog(this, tr("Export to"), m_path->text().section(u'/', 0, -2));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("%1 (*.%2)").arg(titleOf(format()), QString::fromLatin1(format().ending)));
    dialog->setDefaultSuffix(QString::fromLatin1(format().ending));
    dialog->selectFile(m_path->text().section(u'/', -1));
    connect(dialog, &QFileDialog::fileSelected, this, &ExportForm::setPath);
    dialog->open();
}

void ExportForm::setPath(const QString& path) {
    const Result<const ExportFormat*> named = exportFormatOf(path);
    const bool counted = format().kind == ExportFormat::Kind::Frames && named && *named != &format();
    m_path->setText(counted ? withEndingOf(format(), path) : path);
    followPath();
}

void ExportForm::notify() {
    emit changed();
}

ExportRequest ExportForm::request() const {
    ExportRequest request = m_start;
    request.path = m_path->text();
    request.format = &format();
    request.graph = static_cast<DotGraph>(m_graph->currentData().toInt());
    request.look.part = static_cast<ExportPart>(m_part->currentData().toInt());
    request.look.size = {m_width->value(), m_height->value()};
    request.look.scale = m_scale->value();
    request.look.theme = allThemes()[static_cast<std::size_t>(m_theme->currentIndex())];
    const bool transparent = m_transparent->isChecked() && request.format->transparent;
    request.look.ground = transparent ? Ground::Transparent : Ground::Filled;
    request.film = {m_begin->value(), m_end->value(), m_rate->value(), m_seconds->value(), m_loop->isChecked()};
    return request;
}

} // namespace batchscope
