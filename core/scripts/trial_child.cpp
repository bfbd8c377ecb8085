// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/trial_child.h"

#include "core/base/budget.h"
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/machine.h"
#include "core/scripts/module_facts.h"
#include "core/scripts/module_file_torch.h"
#include "core/scripts/module_trial.h"
#include "core/scripts/trial.h"
#include "core/scripts/trial_wire.h"
#include "core/words/script_words.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace batchscope {

namespace {

struct Asked {
    TrialRequest request;
    std::uint64_t bytes = 0;
    std::uint64_t memoryLimit = 0;
};

Asked readRequest(int socket) {
    Asked asked;
    TrialMessages messages;
    bool goesOn = true;
    while (goesOn) {
        goesOn = messages.receive(socket);
        while (std::optional<TrialMessages::Message> message = messages.next()) {
            switch (message->kind) {
            case TrialMessage::Path: asked.request.path = std::move(message->text); break;
            case TrialMessage::Text: asked.request.text = std::move(message->text); break;
            case TrialMessage::Recursion:
                asked.request.recursion = *parseRecursion(message->text); // recursionName() made it
                break;
            case TrialMessage::MostBytes: asked.bytes = std::strtoull(message->text.c_str(), nullptr, 10); break;
            case TrialMessage::MemoryLimit:
                asked.memoryLimit = std::strtoull(message->text.c_str(), nullptr, 10);
                break;
            default: break;
            }
        }
    }
    return asked;
}

std::uint64_t presentBytes() {
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    unsigned long long pages = 0;
    if (file != nullptr) {
        (void)(std::fscanf(file, "%llu", &pages) == 1);
        (void)std::fclose(file);
    }
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void bindProcess(std::uint64_t bytes) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL); // it must not outlive a program that is closed
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        (void)::dup2(nowhere, standard);
    }
    const rlim_t most = presentBytes() + bytes;
    const rlimit memory{most, most};
    (void)::setrlimit(RLIMIT_AS, &memory);
    const rlimit none{0, 0};
    (void)::setrlimit(RLIMIT_CORE, &none);
    (void)::setrlimit(RLIMIT_FSIZE, &none); // no file can be written, whatever is called
    (void)std::signal(SIGXFSZ, SIG_IGN);
}

std::string tried(const TrialRequest& request, int socket) {
    Result<ModuleFile> file = request.text ? moduleText(*request.text, request.path, {}) : moduleFile(request.path, {});
    if (!file) {
        return factsText(file.error());
    }
    file->recursion = request.recursion;
    const Result<OpenedModule> opened = openFile(request.path, *file);
    if (!opened) {
        return factsText(opened.error());
    }
    Result<ModuleFacts> facts = tryModule(*opened, [&](const std::string& method) {
        (void)sendMessage(socket, TrialMessage::Doing, words::doingMethod(method));
    });
    if (!facts) {
        return factsText(Error{facts.error().code, facts.error().message, request.path});
    }
    return factsText(facts);
}

} // namespace

int tryAsAsked() {
    struct stat input {};
    if (::fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
        fmt::print(stderr, "{}\n", words::kTrialByHand);
        return 2;
    }
    const int socket = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const Asked asked = readRequest(socket);
    setMemoryLimit(asked.memoryLimit);
    setThreadCount(1);
    useSetThreads();
    bindProcess(asked.bytes);
    bool isDone = sendMessage(socket, TrialMessage::Doing, words::kDoingRead);
    try {
        isDone = isDone && sendMessage(socket, TrialMessage::Found, tried(asked.request, socket));
    } catch (const std::bad_alloc&) {
        isDone = sendMessage(socket, TrialMessage::NoMemory, "");
    }
    ::_exit(isDone ? 0 : 1); // what LibTorch would tidy up may not fit the memory
}

} // namespace batchscope
