// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/term_picture.h"

#include "core/session/glossary.h"
#include "views/models/words.h"

#include <QApplication>
#include <QBuffer>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace batchscope {

namespace {

enum class Mark {
    Leaf,   // circle around x, y
    Inner,  // square around x, y
    Ring,   // circle around x, y, of radius w
    Line,   // from x, y to w, h
    Dashes, // the same, dashed
    Arrow,  // the same, with a head
    Block,  // outline of a batch: corner x, y, size w, h
    Bar,    // filled rectangle
    Rows,   // a tensor: corner x, y, size w, h, one row for each 7 pixels
    Text,   // around x, y
};

enum class Ink { Leaf, Inner, Faint, Text, Accent, Regular, Folded };

struct Item {
    Mark mark;
    double x;
    double y;
    double w = 0.0;
    double h = 0.0;
    Ink ink = Ink::Text;
    const char* text = "";
};

using enum Mark;

constexpr double kRadius = 5.0;
constexpr double kRow = 7.0;

// The tree of most pictures: ((a b) c).
constexpr std::array kEdges = {Item{Line, 62, 14, 46, 32, Ink::Faint}, Item{Line, 62, 14, 80, 50, Ink::Faint},
                               Item{Line, 46, 32, 32, 50, Ink::Faint}, Item{Line, 46, 32, 58, 50, Ink::Faint}};

constexpr std::array kArm = {Item{Text, 28, 20, 0, 0, Ink::Text, "regular"}, Item{Bar, 52, 14, 52, 12, Ink::Regular},
                             Item{Text, 28, 44, 0, 0, Ink::Text, "folded"}, Item{Bar, 52, 38, 16, 12, Ink::Folded}};
constexpr std::array kBatch = {Item{Block, 14, 20, 84, 24, Ink::Inner}, Item{Inner, 28, 32, 0, 0, Ink::Inner},
                               Item{Inner, 47, 32, 0, 0, Ink::Inner}, Item{Inner, 66, 32, 0, 0, Ink::Inner},
                               Item{Inner, 85, 32, 0, 0, Ink::Inner}};
constexpr std::array kCall = {Item{Leaf, 26, 18, 0, 0, Ink::Leaf},    Item{Leaf, 26, 46, 0, 0, Ink::Leaf},
                              Item{Arrow, 34, 20, 64, 29, Ink::Text}, Item{Arrow, 34, 44, 64, 35, Ink::Text},
                              Item{Inner, 74, 32, 0, 0, Ink::Inner},  Item{Ring, 74, 32, 11, 0, Ink::Accent}};
constexpr std::array kEngine = {Item{Rows, 8, 22, 20, 21, Ink::Leaf},       Item{Arrow, 31, 32, 41, 32, Ink::Text},
                                Item{Block, 43, 14, 36, 36, Ink::Accent},   Item{Text, 61, 24, 0, 0, Ink::Text, "×W"},
                                Item{Text, 61, 39, 0, 0, Ink::Text, "+ σ"}, Item{Arrow, 81, 32, 91, 32, Ink::Text},
                                Item{Rows, 93, 22, 13, 21, Ink::Inner}};
constexpr std::array kFolded = {Item{Leaf, 16, 14, 0, 0, Ink::Leaf},    Item{Leaf, 16, 32, 0, 0, Ink::Leaf},
                                Item{Leaf, 16, 50, 0, 0, Ink::Leaf},    Item{Arrow, 25, 16, 46, 28, Ink::Text},
                                Item{Arrow, 25, 32, 46, 32, Ink::Text}, Item{Arrow, 25, 48, 46, 36, Ink::Text},
                                Item{Block, 50, 21, 54, 22, Ink::Leaf}, Item{Leaf, 61, 32, 0, 0, Ink::Leaf},
                                Item{Leaf, 77, 32, 0, 0, Ink::Leaf},    Item{Leaf, 93, 32, 0, 0, Ink::Leaf}};
constexpr std::array kFrontier = {Item{Leaf, 32, 50, 0, 0, Ink::Faint},  Item{Leaf, 58, 50, 0, 0, Ink::Faint},
                                  Item{Leaf, 80, 50, 0, 0, Ink::Leaf},   Item{Inner, 46, 32, 0, 0, Ink::Inner},
                                  Item{Inner, 62, 14, 0, 0, Ink::Faint}, Item{Ring, 46, 32, 9, 0, Ink::Accent},
                                  Item{Ring, 80, 50, 9, 0, Ink::Accent}};
constexpr std::array kFusedKernel = {
    Item{Block, 8, 18, 96, 28, Ink::Accent}, Item{Text, 24, 32, 0, 0, Ink::Text, "σ"},
    Item{Line, 40, 18, 40, 46, Ink::Faint},  Item{Text, 56, 32, 0, 0, Ink::Text, "×"},
    Item{Line, 72, 18, 72, 46, Ink::Faint},  Item{Text, 88, 32, 0, 0, Ink::Text, "tanh"}};
constexpr std::array kGather = {Item{Rows, 12, 6, 26, 7, Ink::Leaf},    Item{Rows, 12, 28, 26, 7, Ink::Leaf},
                                Item{Rows, 12, 50, 26, 7, Ink::Leaf},   Item{Arrow, 41, 10, 68, 25, Ink::Text},
                                Item{Arrow, 41, 32, 68, 32, Ink::Text}, Item{Arrow, 41, 54, 68, 39, Ink::Text},
                                Item{Rows, 72, 22, 26, 21, Ink::Leaf}};
constexpr std::array kKernel = {Item{Rows, 10, 18, 26, 28, Ink::Leaf},  Item{Arrow, 39, 32, 49, 32, Ink::Text},
                                Item{Block, 51, 22, 18, 20, Ink::Text}, Item{Text, 60, 32, 0, 0, Ink::Text, "+"},
                                Item{Arrow, 71, 32, 81, 32, Ink::Text}, Item{Rows, 83, 18, 22, 28, Ink::Inner}};
constexpr std::array kLaunch = {
    Item{Bar, 12, 10, 16, 14, Ink::Accent},       Item{Bar, 28, 10, 8, 14, Ink::Folded},
    Item{Text, 72, 17, 0, 0, Ink::Text, "1 row"}, Item{Bar, 12, 40, 16, 14, Ink::Accent},
    Item{Bar, 28, 40, 28, 14, Ink::Folded},       Item{Text, 84, 47, 0, 0, Ink::Text, "12 rows"}};
constexpr std::array kLevel = {Item{Dashes, 22, 14, 104, 14, Ink::Faint}, Item{Dashes, 22, 32, 104, 32, Ink::Faint},
                               Item{Dashes, 22, 50, 104, 50, Ink::Faint}, Item{Text, 12, 14, 0, 0, Ink::Text, "2"},
                               Item{Text, 12, 32, 0, 0, Ink::Text, "1"},  Item{Text, 12, 50, 0, 0, Ink::Text, "0"},
                               Item{Leaf, 36, 50, 0, 0, Ink::Leaf},       Item{Leaf, 58, 50, 0, 0, Ink::Leaf},
                               Item{Leaf, 80, 50, 0, 0, Ink::Leaf},       Item{Inner, 47, 32, 0, 0, Ink::Inner},
                               Item{Inner, 62, 14, 0, 0, Ink::Inner}};
constexpr std::array kLogits = {Item{Line, 16, 54, 98, 54, Ink::Text}, Item{Bar, 22, 42, 12, 12, Ink::Folded},
                                Item{Bar, 40, 34, 12, 20, Ink::Folded}, Item{Bar, 58, 10, 12, 44, Ink::Accent},
                                Item{Bar, 76, 46, 12, 8, Ink::Folded}};
constexpr std::array kLowerBound = {Item{Bar, 24, 10, 14, 44, Ink::Regular}, Item{Bar, 48, 22, 14, 32, Ink::Folded},
                                    Item{Bar, 72, 30, 14, 24, Ink::Folded}, Item{Dashes, 14, 30, 100, 30, Ink::Accent},
                                    Item{Line, 14, 54, 100, 54, Ink::Text}};
constexpr std::array kNode = {Item{Leaf, 32, 50, 0, 0, Ink::Faint},  Item{Leaf, 58, 50, 0, 0, Ink::Faint},
                              Item{Leaf, 80, 50, 0, 0, Ink::Faint},  Item{Inner, 46, 32, 0, 0, Ink::Inner},
                              Item{Inner, 62, 14, 0, 0, Ink::Faint}, Item{Ring, 46, 32, 9, 0, Ink::Accent}};
constexpr std::array kOp = {Item{Leaf, 24, 20, 0, 0, Ink::Leaf},
                            Item{Leaf, 44, 20, 0, 0, Ink::Leaf},
                            Item{Leaf, 64, 20, 0, 0, Ink::Leaf},
                            Item{Text, 90, 20, 0, 0, Ink::Text, "leaf"},
                            Item{Inner, 24, 46, 0, 0, Ink::Inner},
                            Item{Inner, 44, 46, 0, 0, Ink::Inner},
                            Item{Text, 84, 46, 0, 0, Ink::Text, "children"}};
constexpr std::array kPolicy = {
    Item{Block, 10, 8, 56, 20, Ink::Leaf},     Item{Leaf, 22, 18, 0, 0, Ink::Leaf},
    Item{Leaf, 38, 18, 0, 0, Ink::Leaf},       Item{Leaf, 54, 18, 0, 0, Ink::Leaf},
    Item{Inner, 22, 46, 0, 0, Ink::Inner},     Item{Inner, 38, 46, 0, 0, Ink::Inner},
    Item{Arrow, 102, 18, 72, 18, Ink::Accent}, Item{Text, 82, 46, 0, 0, Ink::Faint, "later"}};
constexpr std::array kProduct = {Item{Rows, 8, 18, 20, 28, Ink::Leaf}, Item{Text, 36, 32, 0, 0, Ink::Text, "×"},
                                 Item{Bar, 44, 22, 20, 20, Ink::Accent}, Item{Text, 72, 32, 0, 0, Ink::Text, "="},
                                 Item{Rows, 80, 18, 20, 28, Ink::Inner}};
constexpr std::array kPushForm = {Item{Leaf, 20, 32, 0, 0, Ink::Leaf},    Item{Arrow, 28, 32, 40, 32, Ink::Text},
                                  Item{Bar, 42, 24, 16, 16, Ink::Accent}, Item{Arrow, 61, 29, 80, 18, Ink::Text},
                                  Item{Arrow, 61, 35, 80, 46, Ink::Text}, Item{Inner, 90, 16, 0, 0, Ink::Inner},
                                  Item{Inner, 90, 48, 0, 0, Ink::Inner}};
constexpr std::array kRegular = {Item{Block, 8, 22, 20, 20, Ink::Leaf},  Item{Leaf, 18, 32, 0, 0, Ink::Leaf},
                                 Item{Arrow, 30, 32, 42, 32, Ink::Text}, Item{Block, 45, 22, 20, 20, Ink::Leaf},
                                 Item{Leaf, 55, 32, 0, 0, Ink::Leaf},    Item{Arrow, 67, 32, 79, 32, Ink::Text},
                                 Item{Block, 82, 22, 20, 20, Ink::Leaf}, Item{Leaf, 92, 32, 0, 0, Ink::Leaf}};
constexpr std::array kRowTerm = {Item{Rows, 36, 18, 60, 28, Ink::Faint}, Item{Rows, 36, 25, 60, 7, Ink::Leaf},
                                 Item{Leaf, 16, 28, 0, 0, Ink::Leaf}, Item{Arrow, 24, 28, 33, 28, Ink::Text}};
constexpr std::array kRun = {Item{Block, 12, 24, 18, 16, Ink::Leaf}, Item{Block, 38, 24, 18, 16, Ink::Inner},
                             Item{Block, 64, 24, 18, 16, Ink::Inner}, Item{Arrow, 8, 52, 104, 52, Ink::Accent},
                             Item{Text, 96, 32, 0, 0, Ink::Text, "…"}};
constexpr std::array kSignature = {Item{Inner, 34, 18, 0, 0, Ink::Inner},    Item{Text, 56, 18, 0, 0, Ink::Text, "="},
                                   Item{Inner, 78, 18, 0, 0, Ink::Inner},    Item{Leaf, 34, 46, 0, 0, Ink::Leaf},
                                   Item{Text, 56, 46, 0, 0, Ink::Text, "≠"}, Item{Inner, 78, 46, 0, 0, Ink::Inner}};
constexpr std::array kStep = {Item{Text, 16, 50, 0, 0, Ink::Text, "1"}, Item{Block, 26, 43, 70, 13, Ink::Leaf},
                              Item{Text, 16, 32, 0, 0, Ink::Text, "2"}, Item{Block, 26, 25, 44, 13, Ink::Inner},
                              Item{Text, 16, 14, 0, 0, Ink::Text, "3"}, Item{Block, 26, 7, 22, 13, Ink::Inner}};
constexpr std::array kSyncPoint = {Item{Block, 10, 24, 18, 16, Ink::Leaf},   Item{Block, 32, 24, 18, 16, Ink::Leaf},
                                   Item{Dashes, 60, 8, 60, 56, Ink::Accent}, Item{Text, 60, 32, 0, 0, Ink::Text, "?"},
                                   Item{Block, 72, 24, 18, 16, Ink::Inner},  Item{Text, 98, 32, 0, 0, Ink::Text, "…"}};
constexpr std::array kUnbatchable = {Item{Block, 14, 20, 24, 24, Ink::Inner},
                                     Item{Inner, 26, 32, 0, 0, Ink::Inner},
                                     Item{Block, 44, 20, 24, 24, Ink::Inner},
                                     Item{Inner, 56, 32, 0, 0, Ink::Inner},
                                     Item{Block, 74, 20, 24, 24, Ink::Inner},
                                     Item{Inner, 86, 32, 0, 0, Ink::Inner},
                                     Item{Text, 56, 54, 0, 0, Ink::Faint, "one at a time"}};
constexpr std::array kView = {Item{Rows, 40, 11, 40, 42, Ink::Faint}, Item{Rows, 40, 18, 40, 21, Ink::Leaf},
                              Item{Block, 36, 15, 48, 27, Ink::Accent}};

struct Picture {
    std::string_view term;
    std::span<const Item> items;
    bool onTree = false; ///< drawn over kEdges
};

constexpr auto kPictures = std::to_array<Picture>({
    {"arm", kArm},         {"batch", kBatch},
    {"call", kCall},       {"engine", kEngine},
    {"folded", kFolded},   {"frontier", kFrontier, true},
    {"gather", kGather},   {"fused kernel", kFusedKernel},
    {"kernel", kKernel},   {"launch", kLaunch},
    {"level", kLevel},     {"logits", kLogits},
    {"node", kNode, true}, {"lower bound", kLowerBound},
    {"op", kOp},           {"policy", kPolicy},
    {"product", kProduct}, {"push form", kPushForm},
    {"regular", kRegular}, {"row", kRowTerm},
    {"run", kRun},         {"signature", kSignature},
    {"step", kStep},       {"sync point", kSyncPoint},
    {"view", kView},       {"unbatchable", kUnbatchable},
});

QColor colorOf(Ink ink, const Theme& theme) {
    switch (ink) {
    case Ink::Leaf: return theme.op(OpId(0U));
    case Ink::Inner: return theme.op(OpId(1U));
    case Ink::Faint: return theme.mutedText;
    case Ink::Accent: return theme.accent;
    case Ink::Regular: return theme.regular;
    case Ink::Folded: return theme.folded;
    case Ink::Text: break;
    }
    return theme.text;
}

void drawNode(QPainter& painter, const Item& item, const QColor& color) {
    const QRectF box(item.x - kRadius, item.y - kRadius, 2.0 * kRadius, 2.0 * kRadius);
    painter.setPen(item.ink == Ink::Faint ? QPen(color, 1.2) : QPen(Qt::NoPen));
    painter.setBrush(item.ink == Ink::Faint ? QBrush(Qt::NoBrush) : QBrush(color));
    if (item.mark == Leaf) {
        painter.drawEllipse(box);
    } else {
        painter.drawRoundedRect(box, 2.0, 2.0);
    }
}

void drawStroke(QPainter& painter, const Item& item, const QColor& color) {
    const QPointF from(item.x, item.y);
    const QPointF to(item.w, item.h);
    painter.setPen(QPen(color, 1.4, item.mark == Dashes ? Qt::DashLine : Qt::SolidLine));
    painter.drawLine(from, to);
    if (item.mark != Arrow) {
        return;
    }
    constexpr double kHead = 5.0;
    const QPointF along = (to - from) / std::max(1e-6, std::hypot(to.x() - from.x(), to.y() - from.y()));
    const QPointF across(-along.y(), along.x());
    painter.drawLine(to, to - along * kHead + across * kHead * 0.6);
    painter.drawLine(to, to - along * kHead - across * kHead * 0.6);
}

void drawRows(QPainter& painter, const Item& item, const QColor& color) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (double y = item.y; y + kRow <= item.y + item.h + 0.5; y += kRow) {
        painter.drawRect(QRectF(item.x, y + 0.5, item.w, kRow - 1.5));
    }
}

void draw(QPainter& painter, const Item& item, const Theme& theme) {
    const QColor color = colorOf(item.ink, theme);
    const QRectF box(item.x, item.y, item.w, item.h);
    switch (item.mark) {
    case Leaf:
    case Inner: drawNode(painter, item, color); return;
    case Line:
    case Dashes:
    case Arrow: drawStroke(painter, item, color); return;
    case Rows: drawRows(painter, item, color); return;
    case Bar: painter.fillRect(box, color); return;
    case Ring:
        painter.setPen(QPen(color, 1.8));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(item.x, item.y), item.w, item.w);
        return;
    case Block:
        painter.setPen(QPen(color, 1.4));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, 3.0, 3.0);
        return;
    case Text:
        painter.setPen(color);
        painter.drawText(QRectF(item.x - 50.0, item.y - 10.0, 100.0, 20.0), Qt::AlignCenter,
                         QString::fromUtf8(item.text));
        return;
    }
}

} // namespace

QImage termPicture(std::string_view term, const Theme& theme, double pixelRatio) {
    const auto found = std::find_if(kPictures.begin(), kPictures.end(),
                                    [term](const Picture& picture) { return picture.term == term; });
    if (found == kPictures.end()) {
        return {};
    }
    QImage image((QSizeF(kTermPictureSize) * pixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    image.fill(theme.canvas);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = painter.font();
    constexpr int kTextPixels = 10;
    font.setPixelSize(kTextPixels);
    painter.setFont(font);
    if (found->onTree) {
        std::for_each(kEdges.begin(), kEdges.end(), [&](const Item& item) { draw(painter, item, theme); });
    }
    std::for_each(found->items.begin(), found->items.end(), [&](const Item& item) { draw(painter, item, theme); });
    return image;
}

namespace {

QString htmlOf(std::string_view term, const Theme& theme) {
    constexpr double kSharp = 2.0; // rich text scales it down to the logical size
    const QImage image = termPicture(term, theme, kSharp);
    if (image.isNull()) {
        return {};
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return QStringLiteral("<img width=\"%1\" height=\"%2\" src=\"data:image/png;base64,%3\">")
        .arg(kTermPictureSize.width())
        .arg(kTermPictureSize.height())
        .arg(QString::fromLatin1(bytes.toBase64()));
}

} // namespace

QString termPictureHtml(std::string_view term, const Theme& theme) {
    static std::map<std::pair<std::string, ThemeId>, QString> made; // a page of the inspector has a dozen terms
    const auto [place, isNew] = made.try_emplace({std::string(term), theme.id});
    if (isNew) {
        place->second = htmlOf(term, theme);
    }
    return place->second;
}

QString glossaryTip(const GlossaryTerm& term) {
    const QString picture = termPictureHtml(term.term, themeOf(QApplication::palette()));
    return QStringLiteral("<table width=\"460\"><tr><td width=\"%1\">%2</td><td style=\"padding-left:10px\"><b>%3</b>: "
                          "%4</td></tr></table>")
        .arg(QString::number(kTermPictureSize.width()), picture, toText(term.term).toHtmlEscaped(),
             toText(term.text).toHtmlEscaped());
}

QString glossaryTipOf(const QString& label) {
    const GlossaryTerm* const term = findTerm(label.toStdString());
    return term == nullptr ? QString() : glossaryTip(*term);
}

} // namespace batchscope
