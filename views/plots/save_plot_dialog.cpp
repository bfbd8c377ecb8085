// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/save_plot_dialog.h"

#include "views/plots/plot_widget.h"
#include "views/theme/theme.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

struct ColumnWidth {
    const char* title;
    double millimeters;
};

constexpr std::array<ColumnWidth, 2> kColumns = {{
    {QT_TRANSLATE_NOOP("batchscope::SavePlotDialog", "Single column, 85 mm"), kSingleColumn},
    {QT_TRANSLATE_NOOP("batchscope::SavePlotDialog", "Double column, 178 mm"), kDoubleColumn},
}};

constexpr QSize kPreviewSize = {400, 320};

/// The path with another ending in place of one that names a format.
QString withPlotEnding(const QString& path, const PlotFormatSpec& spec) {
    const QString stem = plotFormatOf(path) ? path.left(path.lastIndexOf(u'.')) : path;
    return stem % u'.' % QLatin1String(spec.ending);
}

} // namespace

SavePlotDialog::SavePlotDialog(const PlotWidget& plot, const PlotRequest& start, QWidget* parent)
    : QDialog(parent), m_plot(plot), m_format(new QComboBox(this)), m_preset(new QComboBox(this)),
      m_width(new QDoubleSpinBox(this)), m_height(new QDoubleSpinBox(this)), m_dpi(new QSpinBox(this)),
      m_path(new QLineEdit(start.path, this)), m_preview(new QLabel(this)), m_message(new QLabel(this)),
      m_save(new QPushButton(tr("&Save"), this)) {
    setObjectName(QStringLiteral("save-plot-dialog"));
    setWindowTitle(tr("Save plot"));
    build();
    m_width->setValue(start.size.width);
    m_height->setValue(start.size.height);
    m_dpi->setValue(start.size.dpi);
    followPath();
    followWidth();
    connectControls();
    follow();
}

QFormLayout* SavePlotDialog::makeForm() {
    for (const PlotFormatSpec& spec : plotFormats()) {
        m_format->addItem(PlotWidget::tr(spec.title));
    }
    for (const ColumnWidth& column : kColumns) {
        m_preset->addItem(tr(column.title));
    }
    m_preset->addItem(tr("Other"));
    m_width->setRange(kLeastPlotWidth, kLargestPlotSide);
    m_height->setRange(0.0, kLargestPlotSide);
    m_height->setSpecialValueText(tr("Automatic"));
    m_dpi->setRange(kLeastPlotDpi, kLargestPlotDpi);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setKeyboardTracking(false);
    for (QDoubleSpinBox* side : {m_width, m_height}) {
        side->setDecimals(1);
        side->setSuffix(tr(" mm"));
        side->setKeyboardTracking(false);
    }
    auto* form = new QFormLayout;
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Width"), m_preset);
    form->addRow(QString(), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&Resolution"), m_dpi);
    return form;
}

QWidget* SavePlotDialog::makeFileRow() {
    auto* holder = new QWidget(this);
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("F&ile"), holder);
    label->setBuddy(m_path);
    auto* browseButton = new QPushButton(tr("&Browse…"), holder);
    browseButton->setAutoDefault(false);
    connect(browseButton, &QPushButton::clicked, this, &SavePlotDialog::browse);
    row->addWidget(label);
    row->addWidget(m_path, 1);
    row->addWidget(browseButton);
    return holder;
}

void SavePlotDialog::build() {
    const auto name = [](QWidget* widget, const char* id, const QString& said) {
        widget->setObjectName(QStringLiteral("save-plot-") + QString::fromLatin1(id));
        widget->setAccessibleName(said);
    };
    name(m_format, "format", tr("Format"));
    name(m_preset, "preset", tr("Width of a journal's column"));
    name(m_width, "width", tr("Width in millimeters"));
    name(m_height, "height", tr("Height in millimeters"));
    name(m_dpi, "dpi", tr("Resolution in dots per inch"));
    name(m_path, "path", tr("File"));
    name(m_preview, "preview", tr("Preview of the plot on paper"));
    m_message->setObjectName(QStringLiteral("save-plot-message"));
    m_message->setWordWrap(true);
    m_preview->setFixedSize(kPreviewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_save->setObjectName(QStringLiteral("save-plot-save"));
    m_save->setDefault(true);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &SavePlotDialog::reject);
    auto* above = new QHBoxLayout;
    above->setSpacing(18);
    above->addLayout(makeForm());
    above->addWidget(m_preview, 1);
    auto* below = new QHBoxLayout;
    below->addWidget(m_message, 1);
    below->addWidget(cancel);
    below->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 14);
    layout->setSpacing(14);
    layout->addLayout(above, 1);
    layout->addWidget(makeFileRow());
    layout->addLayout(below);
}

void SavePlotDialog::connectControls() {
    connect(m_format, &QComboBox::currentIndexChanged, this, &SavePlotDialog::followFormat);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &SavePlotDialog::followPreset);
    connect(m_width, &QDoubleSpinBox::valueChanged, this, &SavePlotDialog::followWidth);
    connect(m_height, &QDoubleSpinBox::valueChanged, this, &SavePlotDialog::follow);
    connect(m_dpi, &QSpinBox::valueChanged, this, &SavePlotDialog::follow);
    connect(m_path, &QLineEdit::textChanged, this, &SavePlotDialog::followPath);
    connect(m_save, &QPushButton::clicked, this, &SavePlotDialog::save);
}

PlotRequest SavePlotDialog::request() const {
    return {m_path->text(), {m_width->value(), m_height->value(), m_dpi->value()}};
}

void SavePlotDialog::followPreset() {
    const auto chosen = static_cast<std::size_t>(m_preset->currentIndex());
    if (chosen < kColumns.size()) {
        m_width->setValue(kColumns[chosen].millimeters); // NOLINT(*-constant-array-index)
    }
}

void SavePlotDialog::followWidth() {
    const auto* const column = std::find_if(kColumns.begin(), kColumns.end(), [this](const ColumnWidth& each) {
        return each.millimeters == m_width->value();
    });
    const QSignalBlocker quiet(m_preset);
    m_preset->setCurrentIndex(static_cast<int>(column - kColumns.begin())); // behind the columns: another width
    follow();
}

void SavePlotDialog::followFormat() {
    const QSignalBlocker quiet(m_path);
    m_path->setText(withPlotEnding(m_path->text(), plotFormats()[static_cast<std::size_t>(m_format->currentIndex())]));
    follow();
}

void SavePlotDialog::followPath() {
    if (const Result<PlotFormat> named = plotFormatOf(m_path->text())) {
        const auto formats = plotFormats();
        const auto found = std::find_if(formats.begin(), formats.end(),
                                        [&named](const PlotFormatSpec& spec) { return spec.format == *named; });
        const QSignalBlocker quiet(m_format);
        m_format->setCurrentIndex(static_cast<int>(found - formats.begin()));
    }
    follow();
}

void SavePlotDialog::follow() {
    const PlotRequest asked = request();
    const Result<PlotFormat> format = plotFormatOf(asked.path);
    m_dpi->setEnabled(format && *format == PlotFormat::Png);
    showPreview(asked.size);
    const Status status = checkPlot(m_plot, asked);
    const bool replaces = status && QFileInfo(asked.path).isFile();
    m_save->setEnabled(status.hasValue());
    m_save->setText(replaces ? tr("Re&place") : tr("&Save"));
    if (!status) {
        say(QString::fromStdString(status.error().message), true);
    } else {
        say(replaces ? tr("The file already exists and will be replaced.") : QString(), false);
    }
}

void SavePlotDialog::showPreview(PlotSize size) {
    constexpr int kPreviewDpi = 150; // finer than the screen, whatever the file has
    constexpr double kLargestShown = 500.0;
    m_preview->clear();
    if (std::max(size.width, size.height) > kLargestShown) {
        return; // nobody reads a poster in a stamp, and it takes long
    }
    size.dpi = kPreviewDpi;
    if (const Result<QImage> image = plotImage(m_plot, size)) {
        m_preview->setPixmap(
            QPixmap::fromImage(image->scaled(kPreviewSize, Qt::KeepAspectRatio, Qt::SmoothTransformation)));
    }
}

void SavePlotDialog::say(const QString& text, bool warns) {
    const Theme& theme = themeOf(*this);
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, warns ? theme.warning : theme.mutedText);
    m_message->setPalette(colours);
    m_message->setText(text);
}

void SavePlotDialog::save() {
    const PlotRequest asked = request();
    if (const Status status = savePlot(m_plot, asked); !status) {
        say(QString::fromStdString(status.error().text()), true);
        return;
    }
    emit saved(asked);
    accept();
}

void SavePlotDialog::browse() {
    QStringList filters;
    for (const PlotFormatSpec& spec : plotFormats()) {
        filters << QStringLiteral("%1 (*.%2)").arg(PlotWidget::tr(spec.title), QLatin1String(spec.ending));
    }
    const auto present = static_cast<qsizetype>(m_format->currentIndex());
    auto* dialog = new QFileDialog(this, tr("Save plot"), QFileInfo(m_path->text()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // this dialog says so itself
    dialog->setNameFilters(filters);
    dialog->selectNameFilter(filters.at(present));
    dialog->selectFile(QFileInfo(m_path->text()).fileName());
    const auto suffixOf = [filters](const QString& filter) {
        return QString::fromLatin1(plotFormats()[static_cast<std::size_t>(filters.indexOf(filter))].ending);
    };
    dialog->setDefaultSuffix(suffixOf(filters.at(present)));
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog, suffixOf](const QString& filter) { dialog->setDefaultSuffix(suffixOf(filter)); });
    connect(dialog, &QFileDialog::fileSelected, m_path, &QLineEdit::setText);
    dialog->open();
}

} // namespace batchscope
