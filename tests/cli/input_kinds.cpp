// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/input_kinds.h"

#include <fstream>

namespace batchscope::testing {

namespace {

/// First in every text of brackets: a tree that is only traces.
const std::string kTraces = "(S (-NONE- the) (-NONE- the))\n";
const std::string kBinary = "(S-MAIN (NP-SBJ (DT The) (NN-X X1\\/2)) (VP (DT-Q The) (NP (NN the) (NN-X X1/2))))\n"
                            "(S (NP the) (VP odd))\n"
                            "(S (NP (DT The) (NN x)) (VP the))\n"
                            "(S (S-SBJ (S-SBJ (NP the) (VP x)) (VP x)) (VP (VB x) (NP X1/2)))\n";
const std::string kNary =
    "(S-MAIN\n  (NP-SBJ (DT The) (JJ X1\\/2) (NN-X The))\n  (VP (DT-Q The)\n    (NP (NP (-NONE- the) (NN "
    "X1/2)))\n    (. .)))\n"
    "(S (NP the) (VP odd))\n"
    "(S (NP (NP (DT The) (-NONE- *)) (S|<A-B> the x) (PP+NP x y)) (VP the))\n"
    "(S (S-SBJ (S-SBJ (NP the) (VP x)) (VP x)) (VP (VB x) (NP X1/2)))\n";
const std::string kLatin = "(S (NP caf\xE9) (VP the))\n";

const std::string kConllu = "1\tThe\t_\t_\t_\t_\t3\tdet\t_\t_\n2\tX1\\/2\t_\t_\t_\t_\t3\tnsubj-x\t_\t_\n"
                            "3\tthe\t_\t_\t_\t_\t0\troot\t_\t_\n4\tX1/2\t_\t_\t_\t_\t3\tobj\t_\t_\n"
                            "5\tThe\t_\t_\t_\t_\t3\tdet-q\t_\t_\n\n1\todd\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
                            "1\tthe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\tx\t_\t_\t_\t_\t0\troot-y\t_\t_\n\n";
const std::string kLatinConllu = "1\tcaf\xE9\t_\t_\t_\t_\t0\troot\t_\t_\n\n";

const std::string kSnli =
    R"json({"gold_label":"entail-x","sentence1_binary_parse":"( ( ( The X1\\/2 ) ) ( the ( the X1/2 x ) ) )","sentence2_binary_parse":"( odd the )"}
{"gold_label":"entail","sentence1_binary_parse":"( ( ( The x ) ) The )","sentence2_binary_parse":"( x ( ( X1/2 the ) x ) )"}
)json";
const std::string kLatinSnli = "{\"gold_label\":\"neutral\",\"sentence1_binary_parse\":\"( caf\xE9 the )\","
                               "\"sentence2_binary_parse\":\"( x y )\"}\n";

const std::string kTokens = "The X1\\/2 the X1/2 The\nodd\nthe x the\n";

const std::string kTreesJson =
    R"({"batchscope_trees":1,"format":"ptb"}
["S",["-NONE-","the"],["-NONE-","the"]]
["S-MAIN",["NP-SBJ",["DT","The"],["JJ","X1\\/2"],["NN-X","The"]],["VP",["DT-Q","The"],["NP",["NP",["-NONE-","the"],["NN","X1/2"]]],[".","."]]]
["S",["NP","the"],["VP","odd"]]
["S",["NP",["NP",["DT","The"],["-NONE-","*"]],["S|<A-B>","the","x"],["PP+NP","x","y"]],["VP","the"]]
["S",["S-SBJ",["S-SBJ",["NP","the"],["VP","x"]],["VP","x"]],["VP",["VB","x"],["NP","1/2"]]]
)";
const std::string kTreesHeader = "{\"batchscope_trees\":1,\"format\":\"ptb\"}\n";
const std::string kLatinTreesJson = "[\"S\",\"caf\xE9\",\"x\"]\n";

const std::string kSentences = "The|X1\\/2|the|X1/2\nodd|the\nx|x|The\n";
const std::string kParents = "5|5|7|7|6|8|8|0\n3|3|0\n4|4|4|5|0\n";

std::string program(const std::string& calls) {
    return R"({"batchscope_program": 1, "name": "two",
 "params": [{"name": "W", "rows": 3, "columns": 3}, {"name": "T", "rows": 4, "columns": 3}],
 "ops": [{"name": "E", "arguments": [{"name": "i", "class": "integer"}],
          "body": [{"name": "e", "do": "lookup", "of": ["i"], "table": "T"}], "outputs": ["e"]},
         {"name": "B", "arguments": [{"name": "l", "class": "row", "width": 3}, {"name": "r", "class": "row", "width": 3}],
          "body": [{"name": "s", "do": "add", "of": ["l", "r"]}, {"name": "z", "do": "linear", "of": ["s"], "weight": "W"},
                   {"name": "y", "do": "tanh", "of": ["z"]}], "outputs": ["y"]}],
 "calls": [)" +
           calls;
}

const std::string kInstances = program(R"(
  {"name": "a0", "op": "E", "args": [{"integer": 0}], "instance": 0},
  {"name": "b0", "op": "E", "args": [{"integer": 1}], "instance": 0},
  {"name": "c0", "op": "B", "args": ["a0", "b0"], "instance": 0},
  {"name": "d0", "op": "B", "args": ["c0", "a0"], "instance": 0},
  {"name": "u0", "op": "B", "args": ["d0", "a0"], "instance": 0},
  {"name": "a1", "op": "E", "args": [{"integer": 0}], "instance": 1},
  {"name": "b1", "op": "E", "args": [{"integer": 2}], "instance": 1},
  {"name": "c1", "op": "B", "args": ["b1", "a1"], "instance": 1},
  {"name": "d1", "op": "B", "args": ["b1", "c1"], "instance": 1},
  {"name": "e1", "op": "B", "args": ["d1", "c1"], "instance": 1},
  {"name": "a2", "op": "E", "args": [{"integer": 3}], "instance": 2}],
 "outputs": [{"value": "d0", "target": 1}, {"value": "e1", "target": 2}, {"value": "a2", "target": 0}]})");
/// Without weights, too: what an instance takes from another one, and nothing random.
const std::string kShared = R"({"batchscope_program": 1, "name": "shared",
 "ops": [{"name": "C", "arguments": [{"name": "c", "class": "constant", "width": 1}],
          "body": [{"name": "y", "do": "add", "of": ["c", "c"]}], "outputs": ["y"]},
         {"name": "D", "arguments": [{"name": "x", "class": "row", "width": 1}],
          "body": [{"name": "y", "do": "add", "of": ["x", "x"]}, {"name": "z", "do": "tanh", "of": ["y"]}], "outputs": ["z"]}],
 "calls": [{"name": "a", "op": "C", "args": [{"constant": [1]}], "instance": 0},
           {"name": "b", "op": "D", "args": ["a"], "instance": 0}, {"name": "c", "op": "D", "args": ["a"], "instance": 1},
           {"name": "u", "op": "D", "args": ["c"], "instance": 1}],
 "outputs": ["b", "c"]})";

std::string bigEndian(std::uint32_t number) {
    std::string text;
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        text += static_cast<char>(number >> shift & 0xFFU);
    }
    return text;
}

std::string images() {
    constexpr std::uint32_t kImages = 0x803;
    std::string text = bigEndian(kImages) + bigEndian(4) + bigEndian(2) + bigEndian(2);
    for (int pixel = 0; pixel < 16; ++pixel) {
        text += static_cast<char>(pixel * 15);
    }
    return text;
}

std::string imageLabels() {
    constexpr std::uint32_t kLabels = 0x801;
    return bigEndian(kLabels) + bigEndian(4) + std::string("\x01\x00\x02\x01", 4);
}

class Writer {
public:
    explicit Writer(std::filesystem::path root) : m_root(std::move(root)) {}

    /// Each text as a file of a folder for this kind.
    std::vector<std::string> write(const std::string& kind, const std::vector<std::string>& texts) const {
        std::filesystem::create_directories(m_root / kind);
        std::vector<std::string> paths;
        for (std::size_t index = 0; index < texts.size(); ++index) {
            paths.push_back((m_root / kind / ("input-" + std::to_string(index))).string());
            std::ofstream(paths.back(), std::ios::binary) << texts[index];
        }
        return paths;
    }
    [[nodiscard]] std::string folder(const std::string& kind) const { return (m_root / kind).string(); }

private:
    std::filesystem::path m_root;
};

} // namespace

std::vector<InputKind> makeInputKinds(const std::filesystem::path& folder) {
    const Writer writer(folder);
    std::vector<InputKind> kinds;
    const auto add = [&](InputKind kind, const std::vector<std::string>& texts,
                         const std::vector<std::string>& damaged) {
        kind.files = writer.write(kind.name, texts);
        kind.folder = texts.size() > 1 ? writer.folder(kind.name) : kind.files.front();
        if (!damaged.empty()) {
            kind.damaged = writer.write(kind.name + "-damaged", damaged);
            kind.damagedFolder = damaged.size() > 1 ? writer.folder(kind.name + "-damaged") : kind.damaged.front();
        }
        kinds.push_back(std::move(kind));
    };
    const InputKind constituents{
        .net = "child-sum-tree-lstm", .otherNet = "lstm-acceptor", .parameter = "E:0:0", .nodes = "0 10"};
    const auto like = [&](const std::string& name, const std::string& nodes, bool hasTargets = true) {
        InputKind kind = constituents;
        kind.name = name;
        kind.nodes = nodes;
        kind.hasTargets = hasTargets;
        return kind;
    };
    InputKind binary = like("ptb-binary", "1 12");
    binary.net = "tree-lstm";
    add(binary, {kTraces + kBinary}, {kLatin + kTraces + kBinary});
    add(like("ptb-nary", "1 15"), {kTraces + kNary}, {kLatin + kTraces + kNary});
    add(like("conllu", "1 4"), {kConllu}, {kLatinConllu + kConllu});
    add(like("snli", "0 9"), {kSnli}, {kLatinSnli + kSnli});
    add(like("tokens", "1 5", false), {kTokens}, {"caf\xE9 x\n" + kTokens});
    const InputKind pictures{.net = "mlp", .otherNet = "spinn", .parameter = "W1:0:0", .nodes = "0 2"};
    InputKind labelled = pictures;
    labelled.name = "images-labels";
    add(labelled, {images(), imageLabels()}, {});
    InputKind unlabelled = pictures;
    unlabelled.name = "images";
    unlabelled.hasTargets = false;
    add(unlabelled, {images()}, {});
    add(like("trees-json", "1 15"), {kTreesJson}, {kTreesHeader + kLatinTreesJson + kTreesJson});
    add({.name = "program", .net = "", .otherNet = "spinn", .parameter = "W:0:0", .nodes = "0 4"}, {kInstances}, {});
    add({.name = "program-shared", .net = "", .otherNet = "spinn", .nodes = "0 2", .hasTargets = false}, {kShared}, {});
    add(like("sst-pair", "0 7", false), {kParents, kSentences}, {"3|3|0\n" + kParents, "caf\xE9|x\n" + kSentences});
    InputKind standardInput = binary;
    standardInput.name = "stdin";
    standardInput.files = {"-"};
    standardInput.damaged = {"-"};
    standardInput.folder = "-";
    standardInput.damagedFolder = "-";
    standardInput.input = kTraces + kBinary;
    standardInput.damagedInput = kLatin + kTraces + kBinary;
    kinds.push_back(std::move(standardInput));
    add(like("several", "1 15"), {kTraces + kNary, kBinary}, {kLatin + kTraces + kNary, kBinary});
    return kinds;
}

} // namespace batchscope::testing
