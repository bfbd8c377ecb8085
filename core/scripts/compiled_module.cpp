// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/compiled_module_torch.h"

#include "core/scripts/module_source.h"
#include "core/words/script_words.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/empty.h>
#include <fmt/format.h>
#include <torch/csrc/jit/frontend/error_report.h>
#include <torch/csrc/jit/frontend/lexer.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kMissingAttribute = "object has no attribute or method '";
constexpr std::string_view kBeforeLine = "\", line ";

std::string cannotCompile(std::string_view reason) {
    return fmt::format("this is no TorchScript: {}", reason);
}

void addParameters(torch::jit::Module& module, const ModuleSource& source) {
    constexpr std::uint64_t kSeed = 1;
    at::Generator generator = at::make_generator<at::CPUGeneratorImpl>(kSeed);
    for (const DeclaredTensor& declared : source.parameters) {
        at::Tensor tensor = at::empty(declared.sizes);
        const double bound = 1.0 / std::sqrt(static_cast<double>(declared.sizes.back()));
        tensor.uniform_(-bound, bound, generator);
        module.register_parameter(declared.name, tensor.requires_grad_(), false);
    }
}

void define(torch::jit::Module& module, const ModuleSource& source, const std::string& name) {
    const auto text = std::make_shared<torch::jit::Source>(source.methods, name, 0);
    torch::jit::Parser parser(text);
    std::vector<torch::jit::Def> methods;
    while (parser.lexer().cur().kind != torch::jit::TK_EOF) {
        methods.emplace_back(parser.parseFunction(/*is_method=*/true));
    }
    const std::vector<torch::jit::ResolverPtr> resolvers(methods.size(), torch::jit::nativeResolver());
    const torch::jit::SimpleSelf self(module._ivalue()->type());
    module._ivalue()->compilation_unit()->define(*module.type()->name(), {}, {}, methods, resolvers, &self);
}

/// Rewords LibTorch's message about a missing name, which mentions LibTorch's own Python class.
std::string ownWords(const std::string& reason) {
    const std::size_t found = reason.find(kMissingAttribute);
    if (found == std::string::npos) {
        return reason;
    }
    const std::size_t begin = found + kMissingAttribute.size();
    return fmt::format(
        "there is no parameter or method {0}; declare it above the methods: {0} = parameter(ROWS, COLUMNS)",
        reason.substr(begin, reason.find('\'', begin) - begin));
}

/// Converts a message of LibTorch: the reason, then a line `File "cell.py", line 3` (from 0), the source text, and a
/// row of ~ below the place.
Error errorOf(const std::string& said, const std::string& file) {
    const std::size_t head = said.find("  File \"");
    std::string reason = said.substr(0, std::min(head, said.size()));
    while (!reason.empty() && (reason.back() == '\n' || reason.back() == ' ' || reason.back() == ':')) {
        reason.pop_back();
    }
    const std::size_t begin = std::min(reason.find_first_not_of(" \n"), reason.size());
    Error error{ErrorCode::Parse, cannotCompile(ownWords(reason.substr(begin))), file};
    const std::size_t at = said.find(kBeforeLine, head);
    const std::size_t mark = said.find('~', at == std::string::npos ? said.size() : at);
    if (at == std::string::npos) {
        return error;
    }
    SourcePosition position;
    std::from_chars(said.data() + at + kBeforeLine.size(), said.data() + said.size(), position.line);
    ++position.line;
    position.column = mark == std::string::npos ? 1 : static_cast<std::uint32_t>(mark - said.rfind('\n', mark));
    error.position = position;
    return error;
}

/// An error without a position means that the text ends too early; it gets the last line.
Error placed(Error error, const ModuleSource& source) {
    if (!error.position) {
        const auto lines = std::count(source.methods.begin(), source.methods.end(), '\n');
        error.position = SourcePosition{static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(lines, 1)), 1, 0};
    }
    return error;
}

Result<torch::jit::Module> compileModule(const ModuleSource& source, const std::string& file) {
    const std::string name = std::filesystem::path(file).filename().string();
    try {
        torch::jit::Module module("__torch__.Model");
        addParameters(module, source);
        define(module, source, name);
        return module;
    } catch (const torch::jit::ErrorReport& report) {
        return placed(errorOf(report.what(), file), source);
    } catch (const std::runtime_error& failure) { // thrown by the lexer
        return placed(errorOf(failure.what(), file), source);
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Parse, cannotCompile(reasonOf(failure)), file};
    }
}

Result<OpenedModule> compiledModule(const ModuleSource& source, const std::string& file, RecursionChoice recursion) {
    Result<torch::jit::Module> module = compileModule(source, file);
    TRY(module);
    try {
        Result<OpenedModule> opened = openedModule(std::move(*module), recursion);
        return opened ? std::move(opened) : Error{opened.error().code, opened.error().message, file};
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Parse, words::cannotLoad(reasonOf(failure)), file};
    }
}

} // namespace

Result<OpenedModule> openAsAsked(const OpenRequest& request, std::string_view packed) {
    if (!request.text) {
        return openModule(request.path, packed, request.records, request.recursion);
    }
    const Result<ModuleSource> source = parseModuleSource(*request.text, request.path);
    return source ? compiledModule(*source, request.path, request.recursion) : source.error();
}

} // namespace batchscope
