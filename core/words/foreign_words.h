// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formats that are not read: their names in the error message, and its advice.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

struct ForeignWords {
    std::string_view name;   ///< "an Alpino treebank (XML)"
    std::string_view advice; ///< what to do
};

// Advice that several share:
inline constexpr std::string_view kSaveAsUtf8 = "save it as UTF-8";
inline constexpr std::string_view kConvertToBrackets =
    "convert it to bracketed trees or CoNLL-U (for example with treetools)";
inline constexpr std::string_view kUnpackIt = "unpack it and open the treebank inside";
inline constexpr std::string_view kDecompressOnce = "decompress it once";
inline constexpr std::string_view kSaveAsPlainText = "save the trees as plain text";
inline constexpr std::string_view kExportAsText = "export the trees as text";
inline constexpr std::string_view kExportFromPython = "export the trees as text from Python";
inline constexpr std::string_view kOpenTextTreebank = "open a treebank: text, optionally compressed with gzip or zstd";
inline constexpr std::string_view kTaggedWithoutTrees =
    "it contains words and tags but no trees; open trees or plain sentences";
inline constexpr std::string_view kOpenSstPair = "open STree.txt and SOStr.txt";

// Encodings, compressed data and archives:
inline constexpr ForeignWords kForeignUtf32 = {"text in UTF-32", kSaveAsUtf8};
inline constexpr ForeignWords kForeignUtf16 = {"text in UTF-16", kSaveAsUtf8};
inline constexpr ForeignWords kForeignGzip = {"gzip data inside compressed data", kDecompressOnce};
inline constexpr ForeignWords kForeignZstd = {"zstd data inside compressed data", kDecompressOnce};
inline constexpr ForeignWords kForeignBzip2 = {"bzip2 data", kUnpackIt};
inline constexpr ForeignWords kForeignXz = {"xz data", kUnpackIt};
inline constexpr ForeignWords kForeign7Zip = {"a 7-Zip archive", kUnpackIt};
inline constexpr ForeignWords kForeignTar = {"a tar archive", kUnpackIt};
inline constexpr ForeignWords kForeignZip = {"a ZIP archive (or an Office document)", kUnpackIt};

// Binary files:
inline constexpr ForeignWords kForeignPyTorch = {"a PyTorch file",
                                                 "open the trees that the model reads, and pass a module as --model or "
                                                 "weights as --weights"};
inline constexpr ForeignWords kForeignSafetensors = {"a file of weights (safetensors)",
                                                     "open the trees, and pass the weights as --weights"};
inline constexpr ForeignWords kForeignOnnx = {"an ONNX graph", "open the trees that the model reads"};
inline constexpr ForeignWords kForeignOffice = {"an old Office document", kSaveAsPlainText};
inline constexpr ForeignWords kForeignPickle = {"a Python pickle (or an old PyTorch file)", kExportFromPython};
inline constexpr ForeignWords kForeignNumPy = {"a NumPy array", kExportFromPython};
inline constexpr ForeignWords kForeignHdf5 = {"an HDF5 file", kExportAsText};
inline constexpr ForeignWords kForeignSqlite = {"an SQLite database", kExportAsText};
inline constexpr ForeignWords kForeignParquet = {"a Parquet file", kExportAsText};
inline constexpr ForeignWords kForeignPdf = {"a PDF document", kSaveAsPlainText};
inline constexpr ForeignWords kForeignRtf = {"an RTF document", kSaveAsPlainText};
inline constexpr ForeignWords kForeignPng = {"a PNG picture", kOpenTextTreebank};
inline constexpr ForeignWords kForeignJpeg = {"a JPEG picture", kOpenTextTreebank};
inline constexpr ForeignWords kForeignGif = {"a GIF picture", kOpenTextTreebank};
inline constexpr ForeignWords kForeignElf = {"a program (ELF)", kOpenTextTreebank};
inline constexpr ForeignWords kForeignGitLfs = {"a Git LFS pointer", "fetch the file itself: git lfs pull"};

// XML and its like:
inline constexpr ForeignWords kForeignAlpino = {"an Alpino treebank (XML)", kConvertToBrackets};
inline constexpr ForeignWords kForeignTigerXml = {"a TIGER-XML treebank", kConvertToBrackets};
inline constexpr ForeignWords kForeignGraphMl = {"a GraphML graph", "convert its trees to brackets"};
inline constexpr ForeignWords kForeignSgml = {
    "a treebank in SGML (Chinese Treebank)",
    "extract the bracketed trees from between the tags; since CTB 9 they are in bracketed/"};
inline constexpr ForeignWords kForeignHtml = {"an HTML page", "download the file that the page links to"};
inline constexpr ForeignWords kForeignXml = {"XML", kConvertToBrackets};

// Treebanks and tables as text:
inline constexpr ForeignWords kForeignNegra = {"a Negra export treebank", kConvertToBrackets};
inline constexpr ForeignWords kForeignSinica = {"a Sinica treebank", kConvertToBrackets};
inline constexpr ForeignWords kForeignSejong = {"a Sejong treebank",
                                                "remove the lines that start with ';': the rest is bracketed trees"};
inline constexpr ForeignWords kForeignDiscbracket = {
    "discontinuous trees (discbracket)",
    "convert them to bracketed trees without crossing branches (discodop treetransforms)"};
inline constexpr ForeignWords kForeignConll2012 = {"a CoNLL-2012 file (OntoNotes)",
                                                   "extract its parse column as bracketed trees"};
inline constexpr ForeignWords kForeignConll2009 = {
    "a CoNLL-2009 table", "convert it to CoNLL-U: ten columns, HEAD in column 7, DEPREL in column 8"};
inline constexpr ForeignWords kForeignIob = {"a CoNLL table of chunks or named entities (IOB)", kTaggedWithoutTrees};
inline constexpr ForeignWords kForeignTagColumns = {"tagged words, one per line", kTaggedWithoutTrees};
inline constexpr ForeignWords kForeignTaggedText = {"tagged text, word/TAG (the .pos files of the Penn Treebank)",
                                                    "it contains no trees; open the bracketed files (.mrg) instead"};
inline constexpr ForeignWords kForeignVectors = {"word vectors", "open a treebank"};
inline constexpr ForeignWords kForeignSstPhrases = {"phrases of the Stanford Sentiment Treebank (dictionary.txt)",
                                                    kOpenSstPair};
inline constexpr ForeignWords kForeignSstValues = {
    "phrase values of the Stanford Sentiment Treebank (sentiment_labels.txt)", kOpenSstPair};
inline constexpr ForeignWords kForeignSstSentences = {
    "sentences of the Stanford Sentiment Treebank (datasetSentences.txt)", kOpenSstPair};
inline constexpr ForeignWords kForeignDot = {"a graph in DOT", "open the trees it was made from"};
inline constexpr ForeignWords kForeignSourceCode = {"source code or a build file",
                                                    "open a treebank, or plain sentences, one per line"};
inline constexpr ForeignWords kForeignJson = {
    "JSON that is not a treebank",
    "open SNLI, a program, or the output of convert --to json (batchscope-cli list formats)"};

/// What to say of a file of such a format.
[[nodiscard]] std::string unsupportedFormat(const ForeignWords& format);

} // namespace batchscope::words
