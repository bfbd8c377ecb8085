// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the idx files of MNIST and similar data sets (http://yann.lecun.com/exdb/mnist): a big-endian header and
// unsigned bytes. The header is 0x00000803, count, rows, columns for images, and 0x00000801, count for labels.
//
// Each image becomes a tree of one leaf with the word "image N", where N counts from 0 over all files of the bank. N is
// also the word's id and the row of Treebank::vectors with its pixels, scaled to 0…1. Its position is line N of the
// file (from 1) and the byte where its pixels begin. Labels are invalid until a file of labels is read: the first such
// file belongs to the first file of images, and so on. A label's text is its number; 0 to the largest are interned in
// order, so that in a bank of images a label's id is its number.
//
// An idx file is read completely or not at all: a header that contradicts the file's size is a Parse error, and nothing
// is allocated for it.
#include "core/base/budget.h"
#include "core/base/check.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"
#include "core/treebank/treebank.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::uint32_t kImages = 0x00000803;
constexpr std::uint32_t kLabels = 0x00000801;
constexpr std::size_t kWord = 4; // bytes of a number in the header

std::uint32_t numberAt(std::string_view text, std::size_t byte) {
    std::uint32_t value = 0;
    for (const char character : text.substr(byte, kWord)) {
        value = value << 8U | static_cast<unsigned char>(character);
    }
    return value;
}

class IdxReader {
public:
    IdxReader(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control)
        : m_text(text), m_file(file), m_bank(bank), m_control(control) {}

    Status read() {
        switch (const std::uint32_t magic = numberAt(m_text, 0)) {
        case kImages: return readImages();
        case kLabels: return readLabels();
        default:
            return failed(0, fmt::format("found idx data of type 0x{:08X}; expected images (0x00000803) or labels "
                                         "(0x00000801), both of unsigned bytes",
                                         magic));
        }
    }

private:
    [[nodiscard]] Error failed(std::size_t byte, std::string message) const {
        const SourcePosition at{1, static_cast<std::uint32_t>(byte + 1), byte};
        return Error{ErrorCode::Parse, std::move(message), m_bank.files[m_file], at};
    }

    /// Parse error if the text is too short for the magic number and this many sizes.
    Status checkHeader(std::size_t sizes) const {
        const std::size_t expected = kWord * (1 + sizes);
        if (m_text.size() < expected) {
            return failed(
                m_text.size(),
                fmt::format(
                    "the header of the idx file is truncated: found {} bytes; expected {}; download the file again",
                    m_text.size(), expected));
        }
        return Ok{};
    }

    Status readImages() {
        TRY(checkHeader(3));
        constexpr std::size_t kHeader = 4 * kWord;
        const std::uint64_t count = numberAt(m_text, kWord);
        const std::uint64_t rows = numberAt(m_text, 2 * kWord);
        const std::uint64_t columns = numberAt(m_text, 3 * kWord);
        const std::uint64_t pixels = rows * columns; // two 32-bit numbers: no overflow
        if (count == 0 || pixels == 0) {
            return failed(kWord, fmt::format("the header declares {} images of {} × {}; expected at least one pixel",
                                             count, rows, columns));
        }
        const std::string_view body = m_text.substr(kHeader);
        if (body.size() / pixels != count || body.size() % pixels != 0) {
            return failed(kWord, fmt::format("the header declares {} images of {} × {} bytes, but {} bytes follow it; "
                                             "the file is truncated or damaged: download it again",
                                             count, rows, columns, body.size()));
        }
        if (pixels > std::size_t{std::numeric_limits<std::int32_t>::max()}) {
            return failed(kWord, "found images of more than 2³¹ - 1 pixels; expected smaller ones");
        }
        TRY(checkMemory(count, body.size()));
        const auto width = static_cast<std::int32_t>(pixels);
        if (m_bank.vectors.width != 0 && m_bank.vectors.width != width) {
            return failed(2 * kWord, fmt::format("found images of {} × {} = {} pixels; expected {} pixels as in the "
                                                 "previous files; open them separately",
                                                 rows, columns, width, m_bank.vectors.width));
        }
        m_bank.vectors.width = width;
        return appendImages(body, kHeader);
    }

    /// Checks the memory for a tree per image and a float per pixel.
    Status checkMemory(std::uint64_t images, std::uint64_t pixels) const {
        constexpr std::uint64_t kImage = 600;
        const std::uint64_t needed = m_bank.bytes() + pixels * (1 + sizeof(float)) + images * kImage;
        const std::uint64_t limit = fileLimit(m_bank.bytesRead);
        return needed <= limit
                   ? Status(Ok{})
                   : failed(kWord, fmt::format("{} images of {} pixels need {} of memory; {}", withThousands(images),
                                               pixels / images, formatBytes(needed), limitAdvice(limit, needed)));
    }

    Status appendImages(std::string_view body, std::size_t bodyBegin) {
        constexpr float kWhite = 255.0F;
        std::array<float, 256> scaled{};
        for (std::size_t value = 0; value < scaled.size(); ++value) {
            scaled[value] = static_cast<float>(value) / kWhite;
        }
        VectorTable& vectors = m_bank.vectors;
        vectors.numbers.reserve(vectors.numbers.size() + body.size());
        const auto width = static_cast<std::size_t>(vectors.width);
        for (std::size_t begin = 0; begin < body.size(); begin += width) {
            if (m_control.stopRequested()) {
                return cancelledError();
            }
            m_control.report("parse", begin, body.size());
            const std::size_t row = vectors.rows();
            for (const char pixel : body.substr(begin, width)) {
                vectors.numbers.push_back(scaled[static_cast<unsigned char>(pixel)]);
            }
            addImage(row, {static_cast<std::uint32_t>(begin / width + 1), 1, bodyBegin + begin});
        }
        m_control.report("parse", body.size(), body.size());
        return Ok{};
    }

    void addImage(std::size_t row, SourcePosition position) {
        const SymbolId word = m_bank.words.intern(fmt::format("image {}", row));
        BATCHSCOPE_CHECK(word.index() == row);
        Tree tree;
        tree.labels = {SymbolId()};
        tree.words = {word};
        tree.positions = {position};
        tree.childOffsets = {0, 0};
        tree.file = m_file;
        m_bank.addTree(std::move(tree));
    }

    Status readLabels() {
        TRY(checkHeader(1));
        const std::size_t count = numberAt(m_text, kWord);
        const std::string_view body = m_text.substr(2 * kWord);
        if (body.size() != count) {
            return failed(kWord, fmt::format("the header declares {} labels, but {} bytes follow it; the file is "
                                             "truncated or damaged: download it again",
                                             count, body.size()));
        }
        const std::optional<std::size_t> first = firstUnlabeled();
        if (!first) {
            return failed(
                0, std::string(m_bank.trees.empty()
                                   ? "found labels but no images; open the image file together with them"
                                   : "found more label files than image files; expected one for each image file"));
        }
        const std::uint32_t imageFile = m_bank.fileOf(TreeId(*first));
        std::size_t images = 0;
        while (*first + images < m_bank.trees.size() && m_bank.fileOf(TreeId(*first + images)) == imageFile) {
            ++images;
        }
        if (images != count) {
            return failed(kWord, fmt::format("found {} labels for the {} images of {}; expected one for each image: do "
                                             "the files belong together?",
                                             count, images, m_bank.files[imageFile]));
        }
        applyLabels(body, *first);
        return Ok{};
    }

    /// The first tree without a label. The trees of one file are adjacent and get their labels together.
    [[nodiscard]] std::optional<std::size_t> firstUnlabeled() const {
        const std::deque<Tree>& trees = m_bank.trees.heldTrees();
        const auto found =
            std::find_if(trees.begin(), trees.end(), [](const Tree& tree) { return !tree.labels.front().valid(); });
        return found == trees.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - trees.begin()));
    }

    void applyLabels(std::string_view labels, std::size_t firstTree) {
        unsigned largest = 0;
        for (const char label : labels) {
            largest = std::max<unsigned>(largest, static_cast<unsigned char>(label));
        }
        std::vector<SymbolId> ids;
        for (unsigned value = 0; value <= largest; ++value) {
            ids.push_back(m_bank.labels.intern(std::to_string(value)));
        }
        for (std::size_t index = 0; index < labels.size(); ++index) {
            m_bank.setLabel(TreeId(firstTree + index), ids[static_cast<unsigned char>(labels[index])]);
        }
    }

    std::string_view m_text;
    std::uint32_t m_file;
    Treebank& m_bank;
    const RunControl& m_control;
};

/// True if the text begins with a magic number of idx, even of a type that readIdx then refuses by name.
bool acceptsIdx(std::string_view beginning) {
    constexpr std::string_view kTypes = "\x08\x09\x0B\x0C\x0D\x0E"; // codes for bytes, shorts, ints, floats, doubles
    constexpr char kMostDimensions = 8;
    return beginning.starts_with(std::string_view("\0\0", 2)) && beginning.size() >= kWord &&
           kTypes.find(beginning[2]) != std::string_view::npos && beginning[3] >= 1 && beginning[3] <= kMostDimensions;
}

/// True for a file of labels, which must be read after the images.
bool isIdxLabels(std::string_view text) {
    return text.size() >= kWord && numberAt(text, 0) == kLabels;
}

/// Implements Format::whole; bank.words must hold the words of bank.vectors and no others. Parse errors: truncated
/// header, wrong size, other element types, images of a different size than before,
/// labels without images, different counts.
Status readIdx(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) {
    return IdxReader(text, file, bank, control).read();
}

} // namespace

constinit const Format kIdxFormat = {
    .name = "idx",
    .description = "images as vectors, with or without a label file (MNIST, idx of unsigned bytes)",
    .accepts = acceptsIdx,
    .whole = readIdx,
    .leaves = Leaves::Vectors,
    .readLast = isIdxLabels,
    .traits = {.words = false, .labels = false, .innerNodes = false, .onlyChildren = false},
    .files = "*ubyte",
};

} // namespace batchscope
