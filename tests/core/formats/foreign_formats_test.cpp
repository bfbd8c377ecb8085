// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that users open by mistake are refused by name; what merely begins like one is not.
#include "core/formats/read_treebank.h"
#include "core/treebank/treebank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace batchscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::string_literals;

struct Foreign {
    std::string text;
    std::string found;
};

TEST(ForeignFormats, AreRefusedByName) {
    for (const Foreign& foreign : std::vector<Foreign>{
             {"\xFF\xFE(\0S\0"s, "text in UTF-16"},
             {"\xFE\xFF\0(\0S"s, "text in UTF-16"},
             {"\0\0\xFE\xFF\0\0\0("s, "text in UTF-16 or UTF-32"},
             {"\x1F\x8B\x08\0"s, "compressed data"},
             {"\x28\xB5\x2F\xFD"s, "compressed data"},
             {"BZh91AY&SY", "compressed data"},
             {"\xFD"s + "7zXZ\0"s, "compressed data"},
             {"7z\xBC\xAF\x27\x1C", "compressed data or an archive"},
             {std::string(257, 'a') + "ustar  ", "compressed data or an archive"},
             {"PK\x03\x04....archive/data.pkl", "a PyTorch file"},
             {"PK\x03\x04....m/code/__torch__/M.py", "a PyTorch file"},
             {"PK\x03\x04....xl/workbook.xml", "a ZIP archive or an Office document"},
             {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a ZIP archive or an Office document"},
             {"\x80\x04\x95\x10\0"s, "a Python pickle"},
             {"\x93NUMPY\x01\0v\0{'descr'"s, "a database or a table"},
             {"\x89HDF\r\n\x1A\n", "a database or a table"},
             {"SQLite format 3\0"s, "a database or a table"},
             {"PAR1\x15\x04", "a database or a table"},
             {"%PDF-1.7\n%\xE2\xE3", "a PDF or RTF document"},
             {"{\\rtf1\\ansi", "a PDF or RTF document"},
             {"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"s, "a picture"},
             {"\xFF\xD8\xFF\xE0\0\x10JFIF"s, "a picture"},
             {"\x7F"s + "ELF\x02\x01\x01\0"s, "a program (ELF)"},
             {"<!DOCTYPE html>\n<html lang=\"en\">", "HTML or XML"},
             {"<?xml version=\"1.0\"?>\n<treebank/>", "HTML or XML"},
         }) {
        const Result<Treebank> bank = readTreebankText(foreign.text, "f", {});
        ASSERT_FALSE(bank.hasValue()) << foreign.found;
        EXPECT_EQ(bank.error().code, ErrorCode::Parse);
        EXPECT_THAT(bank.error().text(), HasSubstr("f:1:1: error: unsupported format: " + foreign.found))
            << foreign.text;
    }
}

TEST(ForeignFormats, OtherJsonIsNoTreebank) {
    for (const char* text : {R"({"cells": [], "nbformat": 4})", R"([{"a": 1}])", "{}"}) {
        EXPECT_FALSE(readTreebankText(text, "f", {}).hasValue()) << text;
    }
}

TEST(ForeignFormats, LeaveWhatIsOursAlone) {
    for (const std::string text :
         {"(S (NP (DT The) (NN dog)) (VBZ barks))", "( (S (NP-SBJ=1 (-NONE- *-1)) (VP 1=2)))", "(2 (2 1\\/2) (2 a))",
          "The dog barks and/or meows .\n", "He said : <unk> is unknown .", "Yes", "PAR for the course", "BZ is Belize",
          "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"}) {
        const Result<Treebank> bank = readTreebankText(text, "f", {});
        EXPECT_TRUE(bank.hasValue()) << (bank ? std::string() : bank.error().text());
    }
}

} // namespace
} // namespace batchscope
