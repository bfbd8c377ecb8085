// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/damage_table.h"

namespace batchscope::testing {

namespace {

using namespace std::string_literals;

std::string row(const std::string& id, const std::string& form, const std::string& head, const std::string& relation) {
    return id + "\t" + form + "\t_\t_\t_\t_\t" + head + "\t" + relation + "\t_\t_\n";
}

std::string snli(const std::string& label, const std::string& first, const std::string& second) {
    return R"({"gold_label":")" + label + R"(","sentence1_binary_parse":")" + first +
           R"(","sentence2_binary_parse":")" + second + "\"}\n";
}

const std::string kGoodRow = row("1", "fine", "0", "root") + "\n";
const std::string kGoodSnli = snli("x", "( a b )", "c");
const std::string kHeader = "{\"batchscope_trees\":1,\"format\":\"ptb\"}\n";

/// "(1 a)\n(2 (1 b) (1 c))\n(3 d)\n"
const std::string kGzip = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xd3\x30\x54\x48\xd4\xe4\xd2\x30\x52\xd0\x30\x54"
                          "\x48\xd2\x04\x91\xc9\x9a\x40\xbe\xb1\x42\x8a\x26\x17\x00\xe1\x07\x91\xa5\x1c\x00\x00\x00"s;
const std::string kZstd = "\x28\xB5\x2F\xFD\x20\x06\x31\x00\x00(1 a)\n"s;

using Rows = std::vector<DamagedInput>;

/// A file called `f`.
void add(Rows& rows, const std::string& name, const std::string& bytes) {
    rows.push_back({name, {{"f", bytes}}});
}

void addBrackets(Rows& rows) {
    add(rows, "ptb: a bracket is missing in the middle", "(1 a)\n(2 (1 b) (1 c)\n(1 d)\n");
    add(rows, "ptb: a bracket is missing at the end of the file", "(1 a)\n(2 (1 b)\n");
    add(rows, "ptb: two brackets are missing, Penn style",
        "( (S (N a)\n     (V b) ))\n( (S (N c)\n     (V d)\n( (S (N e)))\n");
    add(rows, "ptb: a bracket too many", "(1 a))\n(1 b)\n");
    add(rows, "ptb: an empty bracket", "(1 a)\n(2 () (1 c))\n(1 b)\n");
    add(rows, "ptb: every tree is indented", " (1 a)\n (2 ())\n (1 b)\n (1 c)\n");
    add(rows, "ptb: others on the same line", "(1 a)\n(2 (1 b) ()) (3 c) (4 d)\n(1 e)\n");
    add(rows, "ptb: a label without word", "(2 (1 a) (3))\n(1 b)\n");
    add(rows, "ptb: text before a tree", "(1 a)\nhello (1 x)\n");
    add(rows, "ptb: text behind a tree", "(1 a) x\n(1 b)\n");
    add(rows, "ptb: a tree in several empty brackets", "( ( ( (S (A a) (B b)))))\n( ( a))\n");
    add(rows, "ptb: only brackets", "()\n( )\n(())\n");
    add(rows, "ptb: a byte that is not UTF-8, in a word", "(1 (2 a\xFFz) (2 b))\n(1 c)\n");
    add(rows, "ptb: a cut UTF-8 character, in a label", "(\xC3 (2 a))\n(1 c)\n");
    add(rows, "ptb: an overlong UTF-8 character", "(1 a\xC0\xAF)\n(1 c)\n");
    add(rows, "ptb: a surrogate in UTF-8", "(1 \xED\xA0\x80)\n(1 c)\n");
    add(rows, "ptb: byte order mark and CRLF, damage behind them", "\xEF\xBB\xBF(1 a)\r\n(1 ())\r\n");
    add(rows, "ptb: U+00A0 stands in a word, CR is white space",
        "(1\r(2 a\xC2\xA0"
        "b)\r(2 c))\r\n");
    add(rows, "ptb: the last tree is cut in a word", "(1 a)\n(1 (2 wor");
    std::string deep;
    for (std::size_t depth = 0; depth < 1'000'000; ++depth) {
        deep += "(a ";
    }
    add(rows, "ptb: an unclosed tree 1,000,000 deep", "(1 a)\n" + deep + "\n(1 b)\n");
    rows.push_back({"ptb: Latin-1 where UTF-8 is expected", {{"f", "(1 caf\xE9)\n(1 b)\n"}}});
    rows.push_back({"ptb: the same with --encoding latin-1",
                    {{"f", "(1 caf\xE9)\n(1 b)\n"}},
                    DamagedInput::Opened::Files,
                    Encoding::Latin1});
}

void addConllu(Rows& rows) {
    add(rows, "conllu: nine columns", "1\ta\t_\t_\t_\t_\t0\troot\t_\n\n" + kGoodRow);
    add(rows, "conllu: spaces for tabs", kGoodRow + "1 a _ _ _ _ 0 root _ _\n");
    add(rows, "conllu: ids out of order", kGoodRow + row("2", "a", "0", "root") + row("1", "b", "2", "x"));
    add(rows, "conllu: no blank line between sentences",
        row("1", "a", "0", "root") + row("1", "b", "0", "root") + "\n" + kGoodRow);
    for (const std::string id : {"", "-1", "0", "1-", "99999999999999999999"}) {
        add(rows, "conllu: the id '" + id + "'", kGoodRow + row(id, "a", "0", "root"));
    }
    for (const std::string head : {"_", "", "-1", "0x", "4294967296", "4294967295"}) {
        add(rows, "conllu: the head '" + head + "'", kGoodRow + row("1", "a", head, "root"));
    }
    add(rows, "conllu: eleven columns", kGoodRow + "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\t_\n");
    add(rows, "conllu: an id twice", kGoodRow + row("1", "a", "0", "root") + row("1", "b", "1", "x"));
    add(rows, "conllu: a token that is its own head", kGoodRow + row("1", "a", "0", "root") + row("2", "b", "2", "x"));
    add(rows, "conllu: an empty relation", kGoodRow + row("1", "a", "0", ""));
    add(rows, "conllu: two faults in a sentence", kGoodRow + row("1", "a", "9", "root") + "junk\n");
    add(rows, "conllu: ranges only", kGoodRow + row("1-2", "ab", "_", "_") + row("1.1", "a", "_", "_"));
    add(rows, "conllu: a cycle",
        kGoodRow + row("1", "a", "0", "root") + row("2", "b", "3", "x") + row("3", "c", "2", "x"));
    add(rows, "conllu: several roots", kGoodRow + row("1", "a", "0", "root") + row("2", "b", "0", "root"));
    add(rows, "conllu: no root", kGoodRow + row("1", "a", "2", "x") + row("2", "b", "1", "x"));
    add(rows, "conllu: a head out of range", kGoodRow + row("1", "a", "7", "root"));
    add(rows, "conllu: an empty word", kGoodRow + row("1", "", "0", "root"));
    add(rows, "conllu: a byte that is not UTF-8", kGoodRow + row("1", "na\xEFve", "0", "root"));
    add(rows, "conllu: a zero byte behind the beginning",
        "# text = " + std::string(5000, 'x') + "\n" + kGoodRow + row("1", "a\0b"s, "0", "root"));
    add(rows, "conllu: the file is cut in a row", kGoodRow + "1\ta\t_\t_\t_\t_\t0");
    add(rows, "conllu: CRLF and byte order mark, damage behind them",
        "\xEF\xBB\xBF"
        "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n1\tb\t_\t_\t_\t_\tx\troot\t_\t_\r\n");
}

void addSnli(Rows& rows) {
    add(rows, "snli: a line is no JSON", kGoodSnli + "{\"gold_label\": neutral}\n" + kGoodSnli);
    add(rows, "snli: the file is cut in a string",
        kGoodSnli + "{\"gold_label\":\"x\",\"sentence1_binary_parse\":\"( a b");
    add(rows, "snli: the file is cut behind a value", kGoodSnli + "{\"gold_label\":\"x\"");
    add(rows, "snli: a key is missing", kGoodSnli + "{\"gold_label\":\"x\",\"sentence1_binary_parse\":\"( a b )\"}\n");
    add(rows, "snli: a value is no text",
        kGoodSnli + "{\"gold_label\":1,\"sentence1_binary_parse\":\"a\",\"sentence2_binary_parse\":\"b\"}\n");
    add(rows, "snli: a parse misses a bracket", snli("x", "( ( a b ) c", "( d e )"));
    add(rows, "snli: a parse has a bracket too many", snli("x", "( a b ) )", "( d e )"));
    add(rows, "snli: a parse is empty", snli("x", "", "( d e )"));
    add(rows, "snli: an empty bracket", snli("x", "( a ( ) )", "( d e )"));
    add(rows, "snli: two words without bracket", snli("x", "a b", "( d e )"));
    add(rows, "snli: a byte that is not UTF-8", snli("x", "( a \x80 )", "d") + kGoodSnli);
    add(rows, "snli: half a surrogate pair", snli("x", "( a \\ud800 )", "d") + kGoodSnli);
    add(rows, "snli: something behind the object", kGoodSnli + kGoodSnli.substr(0, kGoodSnli.size() - 1) + " x\n");
    add(rows, "snli: an array, not an object", kGoodSnli + "[1,2]\n");
}

void addTreesJson(Rows& rows) {
    add(rows, "trees-json: a bracket is missing", kHeader + "[\"S\",[\"A\",\"a\"]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a bracket too many", kHeader + "[\"A\",\"a\"]]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a label without word", kHeader + "[\"A\"]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: an empty array", kHeader + "[]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a comma is missing", kHeader + "[\"S\",[\"A\",\"a\"][\"B\",\"b\"]]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a number for a word", kHeader + "[\"A\",1]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: an empty word", kHeader + "[\"A\",\"\"]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: an unknown escape", kHeader + "[\"A\",\"\\q\"]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a tab in a string", kHeader + "[\"A\",\"a\tb\"]\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a newer version", "{\"batchscope_trees\":2}\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: as many heads as words are expected",
        kHeader + R"({"words":["a","b"],"heads":[0],"labels":[null,null]})" + "\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a cycle of heads",
        kHeader + R"({"words":["a","b","c"],"heads":[0,3,2],"labels":[null,null,null]})" + "\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: a head that is no number of a word",
        kHeader + R"({"words":["a"],"heads":[-1],"labels":[null]})" + "\n[\"A\",\"b\"]\n");
    add(rows, "trees-json: the file is cut", kHeader + "[\"A\",\"b\"]\n[\"S\",[\"A\",\"a");
    add(rows, "trees-json: a byte that is not UTF-8", kHeader + "[\"A\",\"\xE9t\xE9\"]\n[\"A\",\"b\"]\n");
}

void addTokens(Rows& rows) {
    add(rows, "tokens: a byte that is not UTF-8",
        "a good line\na b\xE9"
        "d line\n");
    add(rows, "tokens: a control character behind the beginning",
        std::string(2100, 'a') + "\n" + std::string(2100, 'b') + "\na \x07 bell\n");
    add(rows, "tokens: a table", "1\tThe\tthe\tDET\n");
    add(rows, "tokens: a comment where a sentence should be", "# sentences\nThe dog\n");
}

void addBinary(Rows& rows) {
    add(rows, "idx: the header is cut", "\0\0\x08\x03\0\0\0\x01"s);
    add(rows, "idx: fewer pixels than the header says", "\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\x01\x02\x03"s);
    add(rows, "idx: numbers that are no bytes", "\0\0\x0D\x01\0\0\0\x01\0\0\0\0"s);
    add(rows, "idx: labels without images", "\0\0\x08\x01\0\0\0\x01\x05"s);
    rows.push_back({"idx: another number of labels than images",
                    {{"images", "\0\0\x08\x03\0\0\0\x01\0\0\0\x01\0\0\0\x01\x07"s},
                     {"labels", "\0\0\x08\x01\0\0\0\x02\x05\x06"s}}});
    add(rows, "program: the file is cut", "{\"batchscope_program\": 1, \"ops\": [");
    add(rows, "program: a number beyond all bounds", "{\"batchscope_program\": 1,\n \"dim\": 1e5555}");
    add(rows, "gzip: cut in the data", kGzip.substr(0, kGzip.size() - 20));
    add(rows, "gzip: cut in the checksum", kGzip.substr(0, kGzip.size() - 2));
    add(rows, "gzip: a wrong checksum", kGzip.substr(0, kGzip.size() - 8) + "\0\0\0\0\x1c\0\0\0"s);
    add(rows, "zstd: cut", kZstd.substr(0, 12));
}

void addWhole(Rows& rows) {
    add(rows, "empty", "");
    add(rows, "white space only", " \r\n\t\n");
    add(rows, "a byte order mark only", "\xEF\xBB\xBF");
    add(rows, "binary data", "\x01\x02\0\x04"s);
    add(rows, "UTF-16 with byte order mark", "\xFF\xFE(\0\x31\0 \0a\0)\0"s);
    add(rows, "an archive", "PK\x03\x04\x14\0\0\0"s);
    add(rows, "other JSON", "{\"nbformat\": 4}\n");
    rows.push_back({"a folder with other files in it",
                    {{"README.txt", "The treebank of the project.\n"},
                     {"a.mrg", "(1 a)\n"},
                     {"b.mrg", "(1 ()\n"},
                     {"c.png", "\x89PNG\r\n"}},
                    DamagedInput::Opened::Folder});
    rows.push_back({"a folder of sentences only", {{"a.txt", "The dog\n"}}, DamagedInput::Opened::Folder});
    rows.push_back(
        {"a good file beside a foreign one", {{"a.mrg", "(1 a)\n"}, {"b.xml", "<?xml version=\"1.0\"?>\n"}}});
    rows.push_back({"a bad file beside good ones of other formats",
                    {{"a.mrg", "(1 a)\n"}, {"b.conllu", kGoodRow}, {"c.jsonl", "{\"sentence1_binary_parse\": 7}\n"}}});
}

} // namespace

std::vector<DamagedInput> damagedInputs() {
    Rows rows;
    addBrackets(rows);
    addConllu(rows);
    addSnli(rows);
    addTreesJson(rows);
    addTokens(rows);
    addBinary(rows);
    addWhole(rows);
    return rows;
}

} // namespace batchscope::testing
