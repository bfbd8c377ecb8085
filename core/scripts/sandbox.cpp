// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/sandbox.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace batchscope {

namespace {

std::string cannotConfine(std::string_view reason) {
    return fmt::format("the module cannot be run without files and network, because this kernel refuses seccomp ({})",
                       reason);
}

/// Memory, threads, time, and what is open already.
constexpr auto kAllowed = std::to_array<int>({
    SCMP_SYS(read),          SCMP_SYS(write),        SCMP_SYS(readv),           SCMP_SYS(writev),
    SCMP_SYS(lseek),         SCMP_SYS(close),        SCMP_SYS(fstat),           SCMP_SYS(poll),
    SCMP_SYS(ppoll),         SCMP_SYS(munmap),       SCMP_SYS(mremap),          SCMP_SYS(madvise),
    SCMP_SYS(brk),           SCMP_SYS(futex),        SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list),
    SCMP_SYS(rseq),          SCMP_SYS(membarrier),   SCMP_SYS(sched_yield),     SCMP_SYS(sched_getaffinity),
    SCMP_SYS(getcpu),        SCMP_SYS(getpid),       SCMP_SYS(gettid),          SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),  SCMP_SYS(gettimeofday), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
    SCMP_SYS(rt_sigaction),  SCMP_SYS(sigaltstack),  SCMP_SYS(rt_sigprocmask),  SCMP_SYS(rt_sigreturn),
    SCMP_SYS(getrandom),     SCMP_SYS(exit),         SCMP_SYS(exit_group),      SCMP_SYS(restart_syscall),
    SCMP_SYS(getrusage),     SCMP_SYS(sysinfo),      SCMP_SYS(mincore),         SCMP_SYS(set_mempolicy),
    SCMP_SYS(get_mempolicy),
});

/// What landlock.h has, of headers that may be older than the kernel.
struct LandlockRules {
    std::uint64_t files = 0;
    std::uint64_t network = 0; ///< from version 4
    std::uint64_t scopes = 0;  ///< from version 6
};

constexpr std::uint32_t kAskVersion = 1;

/// Its version, 0 where the kernel has none or does not use it.
int forbidFiles() {
    const auto version = static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion));
    if (version < 1) {
        return 0;
    }
    // Execute, write, read, read a folder, remove two kinds, make seven kinds; later: move, cut off, device commands.
    const unsigned files = 13U + (version >= 2 ? 1U : 0U) + (version >= 3 ? 1U : 0U) + (version >= 5 ? 1U : 0U);
    LandlockRules rules{.files = (std::uint64_t{1} << files) - 1};
    rules.network = version >= 4 ? 3 : 0; // bind and connect
    rules.scopes = version >= 6 ? 3 : 0;  // abstract sockets and signals
    const std::size_t size = version >= 6 ? sizeof rules : version >= 4 ? 2 * sizeof rules.files : sizeof rules.files;
    const auto ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, size, 0));
    if (ruleset < 0) {
        return 0;
    }
    const bool holds = ::syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    (void)::close(ruleset);
    return holds ? version : 0;
}

/// 0, or the number of the error.
int allowCallsOnly() {
    const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == nullptr) {
        return ENOMEM;
    }
    int failure = 0;
    const auto allow = [&](int call, std::initializer_list<scmp_arg_cmp> where = {}) {
        const int added =
            ::seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, static_cast<unsigned>(where.size()), where.begin());
        failure = failure == 0 ? added : failure;
    };
    for (const int call : kAllowed) {
        allow(call);
    }
    // Memory that is never code; threads, but no processes; limits of this process; messages on the socket that it has.
    allow(SCMP_SYS(mmap), {SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)});
    allow(SCMP_SYS(mprotect), {SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)});
    allow(SCMP_SYS(clone), {SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM)});
    allow(SCMP_SYS(prlimit64), {SCMP_A0_64(SCMP_CMP_EQ, 0)});
    allow(SCMP_SYS(prctl), {SCMP_A0_64(SCMP_CMP_EQ, PR_SET_NAME)});
    allow(SCMP_SYS(prctl), {SCMP_A0_64(SCMP_CMP_EQ, PR_SET_VMA)}); // names of anonymous memory
    allow(SCMP_SYS(sendto), {SCMP_A4_64(SCMP_CMP_EQ, 0)});
    // Its flags are behind a pointer, which no filter can follow; the C library then uses clone.
    const int refused = ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    failure = failure == 0 ? refused : failure;
    failure = failure == 0 ? ::seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) : failure; // all threads
    failure = failure == 0 ? ::seccomp_load(filter) : failure;
    ::seccomp_release(filter);
    return -failure;
}

} // namespace

Result<std::string> confineProcess() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return Error{ErrorCode::Backend, cannotConfine(std::strerror(errno))};
    }
    const int landlock = forbidFiles();
    if (const int failure = allowCallsOnly(); failure != 0) {
        return Error{ErrorCode::Backend, cannotConfine(std::strerror(failure))};
    }
    return landlock > 0 ? fmt::format("seccomp and Landlock {}", landlock)
                        : std::string("seccomp; this kernel has no Landlock");
}

} // namespace batchscope
