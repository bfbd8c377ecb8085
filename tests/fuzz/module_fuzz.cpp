// SPDX-License-Identifier: GPL-3.0-or-later
//
// Damages a module of TorchScript at random, again and again, and opens it as the program does: whatever is in it, this
// process goes on, and says either what the module is or why not. LibTorch is not instrumented, so this is no libFuzzer
// program; checksums of the archive are put right, so that the damage reaches what is inside.
//
//     fuzz_modules MODULE.pt EXECUTIONS [SEED]
#include "core/base/random.h"
#include "core/bytes/zip.h"
#include "core/scripts/script_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using namespace batchscope;

struct File {
    std::string name;
    std::string bytes;
};

std::vector<File> filesOf(const std::string& path) {
    std::vector<File> files;
    const Result<ZipReader> archive = ZipReader::open(path);
    for (const ZipEntry& entry : archive ? archive->entries() : std::vector<ZipEntry>()) {
        files.push_back({entry.name, *archive->read(entry)});
    }
    return files;
}

/// A byte changed, bytes cut, doubled, or taken from elsewhere.
void damage(std::vector<File>& files, Random& random) {
    File& file = files[random.below(files.size())];
    const std::size_t changes = 1 + random.below(4);
    for (std::size_t change = 0; change < changes && !file.bytes.empty(); ++change) {
        const std::size_t at = random.below(file.bytes.size());
        const std::size_t count = std::min<std::size_t>(1 + random.below(8), file.bytes.size() - at);
        switch (random.below(4)) {
        case 0: file.bytes[at] = static_cast<char>(random.below(256)); break;
        case 1: file.bytes.erase(at, count); break;
        case 2: file.bytes.insert(at, file.bytes.substr(at, count)); break;
        default: {
            const std::string& other = files[random.below(files.size())].bytes;
            file.bytes.replace(at, count, other.substr(0, count));
        }
        }
    }
}

bool write(const std::vector<File>& files, const std::string& path) {
    Result<FileWriter> file = FileWriter::create(path, Replaces::Opened); // the file of the execution before
    if (!file) {
        return false;
    }
    ZipWriter writer(std::move(*file));
    for (const File& one : files) {
        if (!writer.add(one.name, one.bytes)) {
            return false;
        }
    }
    return writer.finish().hasValue();
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        fmt::print(stderr, "usage: fuzz_modules MODULE.pt EXECUTIONS [SEED]\n");
        return 2;
    }
    const std::vector<File> whole = filesOf(argv[1]);
    if (whole.empty()) {
        fmt::print(stderr, "{} is no archive\n", argv[1]);
        return 2;
    }
    Random random(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
    const std::string path =
        (std::filesystem::temp_directory_path() / fmt::format("fuzz_module_{}.pt", ::getpid())).string();
    std::map<std::string, std::size_t> ends;
    const std::size_t executions = std::strtoull(argv[2], nullptr, 10);
    for (std::size_t execution = 0; execution < executions; ++execution) {
        std::vector<File> files = whole;
        damage(files, random);
        if (!write(files, path)) {
            fmt::print(stderr, "cannot write {}\n", path);
            return 2;
        }
        ScriptOptions options;
        options.limits.seconds = 20.0;
        const auto net = loadScript(path, options, {});
        const std::string end = net ? "opened" : net.error().message.substr(0, 60);
        if (!net && net.error().message.empty()) {
            fmt::print(stderr, "no message: execution {}\n", execution);
            return 1;
        }
        ++ends[end];
    }
    std::filesystem::remove(path);
    fmt::print("{} executions\n", executions);
    for (const auto& [end, count] : ends) {
        fmt::print("{:8}  {}\n", count, end);
    }
    return 0;
}
