// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_file_torch.h"

#include "core/bytes/file_bytes.h"
#include "core/nets/user_net.h"
#include "core/scripts/compiled_module_torch.h"
#include "core/words/script_words.h"

#include <utility>

namespace batchscope {

Result<ModuleFile> moduleText(std::string text, const std::string& path, std::string stamp) {
    Result<ModuleSource> source = parseModuleSource(text, path);
    if (!source) {
        return source.error();
    }
    ModuleFile file;
    file.archive.stamp = std::move(stamp);
    file.source = std::move(*source);
    file.text = std::move(text);
    return file;
}

Result<ModuleFile> moduleFile(const std::string& path, const RunControl& control) {
    if (!isModuleText(path)) {
        Result<ModuleArchive> archive = inspectArchive(path);
        return archive ? Result<ModuleFile>(ModuleFile{std::move(*archive), std::nullopt, {}}) : archive.error();
    }
    std::string stamp = stampOf(path); // before it is read: what changes meanwhile is noticed
    Result<std::string> text = readFileBytes(path, control);
    return text ? moduleText(std::move(*text), path, std::move(stamp)) : text.error();
}

Result<OpenedModule> openFile(const std::string& path, const ModuleFile& file) {
    if (!file.source) {
        return openModule(path, file.archive, file.recursion);
    }
    Result<torch::jit::Module> module = compileModule(*file.source, path);
    if (!module) {
        return module.error();
    }
    try {
        Result<OpenedModule> opened = openedModule(std::move(*module), file.recursion);
        if (!opened) {
            return Error{opened.error().code, opened.error().message, path};
        }
        return opened;
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Parse, words::cannotLoad(reasonOf(failure)), path};
    }
}

} // namespace batchscope
