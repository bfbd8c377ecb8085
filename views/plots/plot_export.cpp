// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_export.h"

#include "core/bytes/file_writer.h"
#include "views/plots/plot_style.h"
#include "views/plots/plot_widget.h"
#include "views/tables/table_model.h"
#include "views/theme/theme.h"

#include <QAbstractProxyModel>
#include <QBuffer>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPdfWriter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSvgGenerator>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace batchscope {

namespace {

constexpr double kMillimetersPerInch = 25.4;
constexpr double kPointsPerInch = 72.0;

constexpr auto kPlotFormats = std::to_array<PlotFormatSpec>({
    {PlotFormat::Pdf, "pdf", QT_TRANSLATE_NOOP("batchscope::PlotWidget", "PDF document")},
    {PlotFormat::Svg, "svg", QT_TRANSLATE_NOOP("batchscope::PlotWidget", "SVG drawing")},
    {PlotFormat::Png, "png", QT_TRANSLATE_NOOP("batchscope::PlotWidget", "PNG picture")},
});

Error plotError(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

/// Whole points, because a PDF's page has no other size.
int unitsOf(double millimeters) {
    return qRound(millimeters * kPointsPerInch / kMillimetersPerInch) * PlotWidget::kUnitsPerPoint;
}

double millimetersOf(int units) {
    return units * kMillimetersPerInch / (kPointsPerInch * PlotWidget::kUnitsPerPoint);
}

/// A page that is laid out.
struct Page {
    std::unique_ptr<PlotWidget> plot;
    QSize units;        ///< its own: whole points
    QSizeF millimeters; ///< as asked for, which differs by less than a point
};

/// Height of the axes with their titles: in proportion, as usual figures are, but no more than half a page.
int axesHeight(int width) {
    constexpr double kShare = 0.62;
    constexpr double kMostMillimeters = 80.0;
    return std::min(qRound(width * kShare), unitsOf(kMostMillimeters));
}

Result<Page> pageOf(const PlotWidget& plot, const PlotSize& size) {
    if (plot.isEmpty()) {
        return plotError(PlotWidget::tr("there is nothing in this plot yet"));
    }
    TRY(checkPlotSize(size));
    const int width = unitsOf(size.width);
    Page page{plot.page(width), {}, {}};
    const QCPLegend& legend = *page.plot->plot().legend;
    const int ofLegend = legend.visible() ? legend.minimumOuterSizeHint().height() : 0;
    const int least = ofLegend + unitsOf(kLeastPlotHeight);
    const int height = size.height > 0.0 ? unitsOf(size.height) : ofLegend + axesHeight(width);
    if (height < least) {
        return plotError(PlotWidget::tr("a height of %1 mm is too low: the plot and its legend need %2 mm")
                             .arg(size.height)
                             .arg(std::ceil(millimetersOf(least))));
    }
    page.units = {width, height};
    page.millimeters = {size.width, size.height > 0.0 ? size.height : millimetersOf(height)};
    return page;
}

/// Covers what SVG, which Qt 6.4 writes without clipping, shows outside the axes: curves and bars of a zoomed plot.
class AxesFrame final : public QCPLayerable {
public:
    AxesFrame(QCustomPlot& plot, const QString& layer) : QCPLayerable(&plot, layer) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }

    void draw(QCPPainter* painter) override {
        const QRect all = parentPlot()->viewport();
        const QRect axes = parentPlot()->axisRect()->rect().adjusted(-1, -1, 1, 1); // lines at the edge stay whole
        const int right = axes.x() + axes.width();
        const int bottom = axes.y() + axes.height();
        const QBrush ground = parentPlot()->axisRect()->backgroundBrush();
        painter->fillRect(QRect(all.topLeft(), QPoint(all.right(), axes.top() - 1)), ground);
        painter->fillRect(QRect(QPoint(all.left(), bottom), all.bottomRight()), ground);
        painter->fillRect(QRect(QPoint(all.left(), axes.top()), QPoint(axes.left() - 1, bottom - 1)), ground);
        painter->fillRect(QRect(QPoint(right, axes.top()), QPoint(all.right(), bottom - 1)), ground);
    }
};

/// The frame above the curves, and above it what may stand outside the axes.
void coverOutside(QCustomPlot& plot) {
    const QString frame = QStringLiteral("frame");
    const QString outside = QStringLiteral("outside");
    plot.addLayer(frame, plot.layer(QStringLiteral("main")), QCustomPlot::limAbove);
    plot.addLayer(outside, plot.layer(frame), QCustomPlot::limAbove);
    for (int place = 0; place < plot.itemCount(); ++place) {
        if (!plot.item(place)->clipToAxisRect()) {
            plot.item(place)->setLayer(outside);
        }
    }
    new AxesFrame(plot, frame); // the plot owns it
}

/// Draws the page onto the device, `scale` device units to one of the page. False where the device takes nothing.
bool drawPage(const Page& page, QPaintDevice& device, double scale) {
    QCPPainter painter;
    if (!painter.begin(&device)) {
        return false;
    }
    painter.setMode(QCPPainter::pmVectorized); // no shifts that suit pixels of the screen
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.scale(scale, scale);
    page.plot->plot().toPainter(&painter, page.units.width(), page.units.height());
    return painter.end();
}

Result<QSize> pixelsOf(const Page& page, int dpi) {
    if (dpi < kLeastPlotDpi || dpi > kLargestPlotDpi) {
        return plotError(PlotWidget::tr("the resolution must be %1 to %2 dpi, not %3")
                             .arg(kLeastPlotDpi)
                             .arg(kLargestPlotDpi)
                             .arg(dpi));
    }
    const QSize pixels = (page.millimeters * (dpi / kMillimetersPerInch)).toSize();
    if (std::max(pixels.width(), pixels.height()) > kLargestPlotPixels) {
        return plotError(PlotWidget::tr("%1 × %2 pixels are too many: each side may have %3; lower the resolution or "
                                        "save as PDF or SVG")
                             .arg(pixels.width())
                             .arg(pixels.height())
                             .arg(kLargestPlotPixels));
    }
    return pixels;
}

Result<QImage> imageOf(const Page& page, int dpi) {
    const Result<QSize> pixels = pixelsOf(page, dpi);
    TRY(pixels);
    QImage image(*pixels, QImage::Format_RGB32);
    if (image.isNull()) {
        return plotError(PlotWidget::tr("there is not enough memory for a picture of %1 × %2 pixels")
                             .arg(pixels->width())
                             .arg(pixels->height()));
    }
    constexpr double kMillimetersPerMeter = 1000.0;
    image.fill(Qt::white);
    image.setDotsPerMeterX(qRound(dpi * kMillimetersPerMeter / kMillimetersPerInch));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    return drawPage(page, image, static_cast<double>(pixels->width()) / page.units.width())
               ? Result<QImage>(image)
               : Result<QImage>(plotError(PlotWidget::tr("the picture could not be drawn")));
}

bool drawSvg(const Page& page, const QString& title, QIODevice& device) {
    constexpr int kUnitsPerMillimeter = 100; // so that the file says its size exactly
    coverOutside(page.plot->plot());
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(qRound(kUnitsPerMillimeter * kMillimetersPerInch));
    generator.setSize((page.millimeters * kUnitsPerMillimeter).toSize());
    generator.setViewBox(QRectF(QPointF(0.0, 0.0), QSizeF(page.units)));
    generator.setTitle(title);
    return drawPage(page, generator, 1.0);
}

bool drawPdf(const Page& page, const QString& title, QIODevice& device) {
    QPdfWriter writer(&device);
    writer.setResolution(qRound(kPointsPerInch) * PlotWidget::kUnitsPerPoint);
    // Exactly: a page that is nearly A6 would become A6.
    writer.setPageSize(
        QPageSize(QSizeF(page.units) / PlotWidget::kUnitsPerPoint, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0));
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Batchscope"));
    return drawPage(page, writer, 1.0);
}

/// Where the font is missing, a viewer of SVG would take any other, often one with serifs.
void nameFontFallback(QByteArray& svg, const QFont& font) {
    const QString named = QStringLiteral("font-family=\"%1%2\"");
    const QString family = font.family().toHtmlEscaped();
    svg.replace(named.arg(family, QString()).toUtf8(), named.arg(family, QStringLiteral(", sans-serif")).toUtf8());
}

} // namespace

std::span<const PlotFormatSpec> plotFormats() {
    return kPlotFormats;
}

Status checkPlotSize(const PlotSize& size) {
    if (!(size.width >= kLeastPlotWidth && size.width <= kLargestPlotSide)) {
        return plotError(PlotWidget::tr("the width of a plot must be %1 to %2 mm, not %3")
                             .arg(kLeastPlotWidth)
                             .arg(kLargestPlotSide)
                             .arg(size.width));
    }
    if (size.height != 0.0 && !(size.height >= kLeastPlotHeight && size.height <= kLargestPlotSide)) {
        return plotError(PlotWidget::tr("the height of a plot must be %1 to %2 mm, not %3")
                             .arg(kLeastPlotHeight)
                             .arg(kLargestPlotSide)
                             .arg(size.height));
    }
    return Ok{};
}

Result<PlotFormat> plotFormatOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    const auto* const found =
        std::find_if(kPlotFormats.begin(), kPlotFormats.end(),
                     [&ending](const PlotFormatSpec& spec) { return ending == QLatin1String(spec.ending); });
    if (found == kPlotFormats.end()) {
        return plotError(PlotWidget::tr("the name of a plot's file ends in .pdf, .svg or .png, not \"%1\"")
                             .arg(QFileInfo(path).fileName()));
    }
    return found->format;
}

Result<QByteArray> plotBytes(const PlotWidget& plot, PlotFormat format, const PlotSize& size) {
    const Result<Page> page = pageOf(plot, size);
    TRY(page);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QString title = plot.plot().accessibleName();
    bool isDrawn = false;
    switch (format) {
    case PlotFormat::Pdf: isDrawn = drawPdf(*page, title, buffer); break;
    case PlotFormat::Svg:
        isDrawn = drawSvg(*page, title, buffer);
        nameFontFallback(bytes, page->plot->plot().xAxis->labelFont());
        break;
    case PlotFormat::Png: {
        const Result<QImage> image = imageOf(*page, size.dpi);
        TRY(image);
        isDrawn = image->save(&buffer, "PNG");
        break;
    }
    }
    return isDrawn ? Result<QByteArray>(bytes)
                   : Result<QByteArray>(plotError(PlotWidget::tr("the plot could not be drawn")));
}

Status savePlot(const PlotWidget& plot, const PlotRequest& request) {
    const Result<PlotFormat> format = plotFormatOf(request.path);
    TRY(format);
    const Result<QByteArray> bytes = plotBytes(plot, *format, request.size);
    return bytes ? writeFile(request.path.toStdString(), bytes->toStdString()) : Status(bytes.error());
}

Status checkPlot(const PlotWidget& plot, const PlotRequest& request) {
    const Result<PlotFormat> format = plotFormatOf(request.path);
    TRY(format);
    const Result<Page> page = pageOf(plot, request.size);
    TRY(page);
    if (*format == PlotFormat::Png) {
        const Result<QSize> pixels = pixelsOf(*page, request.size.dpi);
        return pixels ? Status(Ok{}) : Status(pixels.error());
    }
    return Ok{};
}

Result<QImage> plotImage(const PlotWidget& plot, const PlotSize& size) {
    const Result<Page> page = pageOf(plot, size);
    return page ? imageOf(*page, size.dpi) : Result<QImage>(page.error());
}

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

FigureTable shownFigures(const QAbstractItemModel& shown) {
    const auto* const proxy = qobject_cast<const QAbstractProxyModel*>(&shown);
    std::vector<int> order;
    for (int row = 0; row < shown.rowCount(); ++row) {
        order.push_back(proxy != nullptr ? proxy->mapToSource(proxy->index(row, 0)).row() : row);
    }
    return static_cast<const TableModel&>(proxy != nullptr ? *proxy->sourceModel() : shown).figureTable(order);
}

Status saveTable(const QAbstractItemModel& shown, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != u"csv" && ending != u"tsv") {
        return plotError(PlotWidget::tr("the name of a table's file ends in .csv or .tsv, not \"%1\"")
                             .arg(QFileInfo(path).fileName()));
    }
    if (shown.rowCount() == 0) {
        return plotError(PlotWidget::tr("there is nothing in this table yet"));
    }
    return writeFile(path.toStdString(),
                     tableText(shownFigures(shown), ending == u"csv" ? TableFormat::Csv : TableFormat::Tabs));
}

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
