// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program: a graph from a user's JSON file, in place of a net. The file lists the ops, the calls and the
// requested values.
//
//     {"batchscope_program": 1,                      required: the version of the format
//      "name": "…", "note": "…",                     optional
//      "params": [{"name": "W", "rows": 2, "columns": 4, "init": "uniform"}],            optional; or "zero", "one"
//                                                    instead of init: "values", all numbers, row after row
//      "ops": [{"name": "cell",
//               "arguments": [{"name": "x", "class": "row", "width": 4}],
//               "body": [{"name": "h", "do": "linear", "of": ["x"], "weight": "W"},
//                        {"name": "y", "do": "tanh", "of": ["h"]}],
//               "outputs": ["y"],
//               "batchable": true},                  optional
//              {"name": "attend",
//               "arguments": [{"name": "x", "class": "row", "width": 4}],
//               "opaque": {"widths": [4, 4], "why": "aten::topk has no translation"}}],
//      "calls": [{"name": "a", "op": "cell", "args": ["b.0"], "instance": 0}],           instance optional: 0
//      "outputs": ["a", {"value": "a", "target": 1}]}                                    target optional: a class
//
// An opaque op defines only its place in the graph: its arguments, the width of each output, and why no more is known.
// A graph with an opaque op can be scheduled and drawn, but not run.
//
// Classes of arguments: row, shared, integer (without width), constant; a row may have "variadic": true, in the last
// slots. program_ops.cpp describes bodies. The form of a call's argument depends on the class of its slot:
//
//     row       "a.0": output 0 of the earlier call a; just "a" if its op has one output
//     variadic  ["a.0", "b.0"]; all variadic slots of a call take the same number of items
//     shared    {"shared": "a.0"}
//     integer   {"integer": 3}, less than the number of rows of the tables it is looked up in
//     constant  {"constant": [1, 2.5]}, as many numbers as the slot is wide
//
// A row, or an item of a variadic slot, may also be a constant: calls with constants share a batch with calls that take
// values, as in TorchFold.
//
// An instance of a program corresponds to a tree of a net: the graph records which instance each node comes from.
#pragma once

#include "core/base/result.h"
#include "core/graph/fold.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

/// A program that was read and checked once, so that graphs of its instances can be recorded repeatedly.
class ParsedProgram {
public:
    /// `file` is its name in messages. Parse errors with line and column if the text is not JSON or not a program:
    /// `/calls/3/args/1: found …; expected …`.
    [[nodiscard]] static Result<ParsedProgram> parse(std::string_view json, const std::string& file, DType dtype);

    [[nodiscard]] const OpSet& ops() const { return m_calls.ops; }
    /// The number of instances, at least 1.
    [[nodiscard]] std::size_t instances() const { return m_calls.trees; }
    /// A sentence about the first call that takes a value of another instance: such instances only run together. Empty
    /// if each instance can run alone.
    [[nodiscard]] const std::string& sharing() const { return m_sharing; }

    /// The calls and requested values of these instances, in file order. Config errors: only some instances of a
    /// program whose instances share values, or no instance with a requested value.
    [[nodiscard]] Result<OpGraph> graph(std::span<const TreeId> instances, const FoldOptions& options) const;
    /// Like the overload above, in memory that is kept from graph to graph.
    [[nodiscard]] Result<OpGraph> graph(std::span<const TreeId> instances, const FoldOptions& options,
                                        FoldMemory& memory) const;

private:
    ParsedProgram(OpGraph calls, std::string sharing) : m_calls(std::move(calls)), m_sharing(std::move(sharing)) {}
    [[nodiscard]] Status checkSelection(const std::vector<bool>& chosen, std::size_t count) const;

    OpGraph m_calls; // every call as written in the file, nothing merged
    std::string m_sharing;
};

/// The graph of a whole program. Fails like ParsedProgram::parse and ParsedProgram::graph.
[[nodiscard]] Result<OpGraph> graphOfProgram(std::string_view json, const std::string& file, const FoldOptions& options,
                                             DType dtype);

} // namespace batchscope
