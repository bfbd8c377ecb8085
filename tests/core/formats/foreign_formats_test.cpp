// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/foreign_formats.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/treebank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using namespace std::string_literals;

struct Foreign {
    std::string text;
    std::string found;
};

std::vector<Foreign> foreignTexts() {
    return {
        {"\xFF\xFE\0\0(\0\0\0"s, "text in UTF-32"},
        {"\0\0\xFE\xFF\0\0\0("s, "text in UTF-32"},
        {"\xFF\xFE(\0S\0"s, "text in UTF-16"},
        {"\xFE\xFF\0(\0S"s, "text in UTF-16"},
        {"(\0S\0 \0a\0)\0"s, "text in UTF-16"},
        {"\0(\0S\0 \0a\0)"s, "text in UTF-16"},
        {"\x1F\x8B\x08\0"s, "gzip data inside compressed data"},
        {"\x28\xB5\x2F\xFD"s, "zstd data inside"},
        {"BZh91AY&SY", "bzip2 data"},
        {"\xFD"s + "7zXZ\0"s, "xz data"},
        {"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"},
        {std::string(257, 'a') + "ustar  ", "a tar archive"},
        {"PK\x03\x04....archive/data.pkl", "a PyTorch file"},
        {"PK\x03\x04....m/code/__torch__/M.py", "a PyTorch file"},
        {"\x40\0\0\0\0\0\0\0{\"W\":{\"dtype\":\"F32\""s, "a file of weights (safetensors)"},
        {"\x08\x08\x12\x07pytorch\x1A\x05", "an ONNX graph"},
        {"PK\x03\x04....xl/workbook.xml", "a ZIP archive (or an Office document"},
        {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office document"},
        {"\x80\x04\x95\x10\0"s, "a Python pickle"},
        {"\x93NUMPY\x01\0v\0{'descr'"s, "a NumPy array"},
        {"\x89HDF\r\n\x1A\n", "an HDF5 file"},
        {"SQLite format 3\0"s, "an SQLite database"},
        {"PAR1\x15\x04", "a Parquet file"},
        {"%PDF-1.7\n%\xE2\xE3", "a PDF document"},
        {"{\\rtf1\\ansi", "an RTF document"},
        {"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"s, "a PNG picture"},
        {"\xFF\xD8\xFF\xE0\0\x10JFIF"s, "a JPEG picture"},
        {"GIF89a", "a GIF picture"},
        {"\x7F"s + "ELF\x02\x01\x01\0"s, "a program (ELF)"},
        {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "a Git LFS pointer"},
        {"<?xml version=\"1.0\"?>\n<alpino_ds version=\"1.3\">\n<node cat=\"top\">", "an Alpino treebank"},
        {"<?xml version=\"1.0\"?>\n<corpus id=\"T\">\n<head>", "a TIGER-XML treebank"},
        {"<?xml version='1.0'?><graphml xmlns=\"x\">", "a GraphML graph"},
        {"<DOC>\n<DOCID>CTB_001</DOCID>\n<S ID=1>\n( (IP (NP-SBJ (NN a)))) \n</S>", "a treebank in SGML"},
        {"<S ID=1>\n( (IP (NN a)))\n</S>\n", "a treebank in SGML"},
        {"<!DOCTYPE html>\n<html lang=\"en\">", "an HTML page"},
        {"<?xml version=\"1.0\"?>\n<treebank/>", "XML"},
        {"#FORMAT 3\n#BOT ORIGIN\n", "a Negra export treebank"},
        {"%% word tag morph edge parent\n#BOS 1 0 0 0\n", "a Negra export treebank"},
        {"#1:1.[0] S(NP(Head:Nca:a)|Head:VH11:b)#\n", "a Sinica treebank"},
        {"NP(property:Nca:a|Head:Nab:b)\n", "a Sinica treebank"},
        {"; \xED\x94\x84\n(S (NP_SBJ a/NNP + b/JKS) (VP c/VV))\n", "a Sejong treebank"},
        {"(S (NP (DT 0=The) (NN 2=dog)) (VBZ 1=barks))\n", "discontinuous trees (discbracket)"},
        {"#begin document (bc/cctv/00); part 000\n", "a CoNLL-2012 file"},
        {"1\ta\ta\ta\tN\tN\t_\t_\t0\t0\tROOT\tROOT\t_\t_\n", "a CoNLL-2009 table"},
        {"Confidence NN B-NP\nin IN B-PP\n\nthe DT B-NP\n", "a CoNLL table of chunks or named entities (IOB)"},
        {"-DOCSTART- -X- -X- O\n\nEU NNP B-NP B-ORG\n", "a CoNLL table of chunks or named entities (IOB)"},
        {"The\tDT\ndog\tNN\nbarks\tVBZ\n", "tagged words, one per line"},
        {"\n[ Pierre/NNP Vinken/NNP ]\n,/, \n[ 61/CD years/NNS ]\n", "tagged text, word/TAG"},
        {"the 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 -1.0e-1\n", "word vectors"},
        {"2 11\nthe 1 2 3 4 5 6 7 8 9 10 11\na 1 2 3 4 5 6 7 8 9 10 11\n", "word vectors"},
        {"!|0\n! '|22935\n! Brilliant|18235\n", "phrases of the Stanford Sentiment Treebank"},
        {"phrase ids|sentiment values\n0|0.5\n", "phrase values of the Stanford Sentiment Treebank"},
        {"sentence_index\tsentence\n1\tThe Rock is\n", "sentences of the Stanford Sentiment Treebank"},
        {"digraph G {\n a -> b\n}\n", "a graph in DOT"},
        {"cmake_minimum_required(VERSION 3.25)\nproject(Batchscope)\n\nadd_library(core a.cpp\n    b.cpp)\n"
         "target_link_libraries(core PRIVATE fmt)\n",
         "source code or a build file"},
        {"#include <stdio.h>\n\nint main(void) {\n    int x = 3;\n    return x;\n}\n", "source code or a build file"},
        {"/* A licence\n * of some lines\n * and words.\n */\nstatic int a;\n", "source code or a build file"},
        {"import os\nfrom sys import argv\n\nprint(argv[0])\n", "source code or a build file"},
        {"#!/bin/sh\nset -e\ncd \"$(dirname \"$0\")\"\nCC=gcc\nmake(all) ;\n# done\n", "source code or a build file"},
        {"{\"cells\": [], \"nbformat\": 4}", "JSON"},
        {"[{\"a\": 1}]", "JSON"},
        {"{}", "JSON"},
    };
}

TEST(ForeignFormats, AreRefusedByName) {
    for (const Foreign& foreign : foreignTexts()) {
        const Result<Treebank> bank = readTreebankText(foreign.text, "f", {});
        ASSERT_FALSE(bank.hasValue()) << foreign.found;
        EXPECT_EQ(bank.error().code, ErrorCode::Parse);
        EXPECT_THAT(bank.error().text(), HasSubstr("f:1:1: error: unsupported format: " + foreign.found))
            << foreign.text;
        EXPECT_THAT(bank.error().text(), HasSubstr("; "));
    }
}

TEST(ForeignFormats, ProseThatLooksLikeCodeIsRead) {
    for (const char* prose :
         {"Select the file(s) to open .\nName(s) of the author(s) go first .\nThe colour(s) of it are odd .\n",
          "Shall I compare thee to a summer's day;\nThou art more lovely;\nRough winds do shake;\n",
          "from here to there\nfrom top to bottom\nfrom time to time\nwe went home\nand slept\n",
          "import taxes rose again\nfrom then on\nimport of grain(s) fell\n"}) {
        const Result<Treebank> bank = readTreebankText(prose, "f", {});
        ASSERT_TRUE(bank.hasValue()) << bank.error().text();
        EXPECT_EQ(bank->format, "tokens") << prose;
    }
}

TEST(ForeignFormats, EachRowOfTheTableIsFound) {
    std::set<std::size_t> hit;
    for (const Foreign& foreign : foreignTexts()) {
        for (std::size_t row = 0; row < foreignFormats().size(); ++row) {
            if (foreignFormats()[row].matches(foreign.text)) {
                hit.insert(row);
                break;
            }
        }
    }
    EXPECT_EQ(hit.size(), foreignFormats().size());
    EXPECT_GE(hit.size(), 20U);
}

TEST(ForeignFormats, LeaveWhatIsOursAlone) {
    for (const std::string text :
         {"(S (NP (DT The) (NN dog)) (VBZ barks))", "( (S (NP-SBJ=1 (-NONE- *-1)) (VP 1=2)))", "(2 (2 1\\/2) (2 a))",
          "The dog barks and/or meows .\n", "He said : <unk> is unknown .", "1 2 3\n", "Yes", "a/b c/d e/f",
          "I have 5 dogs and 3 cats", "B-52 O\n", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n", "PAR for the course",
          "graph theory is fun\n", "BZ is Belize", "5|5|4|0|4\n", "a|b|3\n"}) {
        EXPECT_FALSE(foreignFormat(text).has_value()) << text << ": " << *foreignFormat(text);
    }
}

} // namespace
} // namespace batchscope
