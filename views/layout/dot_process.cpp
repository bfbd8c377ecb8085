// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layout/dot_process.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <csignal>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace batchscope {

namespace {

constexpr rlim_t kMostMemory = rlim_t{1} << 30U; // bytes; 500 nodes need some 10 MiB
constexpr rlim_t kMostProcessorSeconds = 30;     // for a budget that somebody made longer
constexpr int kMostWords = 300;                  // of what the program says about its failure
constexpr int kLastWait = 1000;                  // milliseconds: a killed process is gone in a few

/// Runs in the child, before the program: only calls that are safe between fork and exec.
void limitChild() {
    setpgid(0, 0); // so that what it starts itself dies with it
    const auto limit = [](auto resource, rlim_t most) {
        const rlimit both{most, most};
        setrlimit(resource, &both);
    };
    limit(RLIMIT_AS, kMostMemory);
    limit(RLIMIT_CPU, kMostProcessorSeconds);
    limit(RLIMIT_CORE, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); // nor does it outlive a window that crashed
#endif
}

void killGroup(const QProcess& process) {
    if (process.processId() > 0) {
        ::kill(-static_cast<pid_t>(process.processId()), SIGKILL);
    }
}

/// QProcess gives the signal where it cannot give an exit code.
DotFailure failureOf(int signal) {
    const bool isFault = signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE ||
                         signal == SIGILL || signal == SIGSYS || signal == SIGTRAP;
    return isFault ? DotFailure::Crashed : DotFailure::Killed;
}

} // namespace

QString dotProgram() {
    QString asked = qEnvironmentVariable("BATCHSCOPE_DOT", QStringLiteral("dot"));
    if (asked.contains(u'/')) {
        asked = QFileInfo(asked).absoluteFilePath();
    }
    return QStandardPaths::findExecutable(asked.isEmpty() ? QStringLiteral("dot") : asked);
}

DotProcess::DotProcess(QObject* parent) : QObject(parent) {
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        answer(DotFailure::TooSlow, tr("Graphviz (dot) was stopped: it took longer than %1 s")
                                        .arg(static_cast<double>(m_budget.count()) / 1000.0));
    });
}

DotProcess::~DotProcess() {
    for (QProcess* process : findChildren<QProcess*>(Qt::FindDirectChildrenOnly)) {
        process->disconnect();
        killGroup(*process);
        process->kill();
        process->waitForFinished(kLastWait);
    }
}

void DotProcess::layOut(const std::string& dotText, Receiver receive) {
    cancel();
    m_receive = std::move(receive);
    const QString program = dotProgram();
    if (program.isEmpty()) {
        const QString asked = qEnvironmentVariable("BATCHSCOPE_DOT");
        answerMissing(asked.isEmpty() ? tr("Graphviz is not installed (the program dot was not found)")
                                      : tr("the program %1 was not found (set by BATCHSCOPE_DOT)").arg(asked));
        return;
    }
    start(program, QByteArray::fromStdString(dotText));
}

void DotProcess::start(const QString& program, const QByteArray& input) {
    m_output.clear();
    m_process = new QProcess(this);
    m_process->setProgram(program);
    m_process->setArguments({QStringLiteral("-Tplain")});
    m_process->setChildProcessModifier(limitChild);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &DotProcess::read);
    connect(m_process, &QProcess::finished, this, &DotProcess::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            answerMissing(tr("%1 cannot be started: %2").arg(m_process->program(), m_process->errorString()));
        }
    });
    m_deadline.start(m_budget);
    m_process->start();
    m_process->write(input);
    m_process->closeWriteChannel();
}

/// From the event loop: a program may be found missing while it is asked for.
void DotProcess::answerMissing(const QString& message) {
    const auto later = [this, message, request = m_request] {
        if (request == m_request && running()) {
            answer(DotFailure::Missing, message);
        }
    };
    QMetaObject::invokeMethod(&m_deadline, later, Qt::QueuedConnection);
}

void DotProcess::cancel() {
    ++m_request;
    m_receive = nullptr;
    m_deadline.stop();
    abandon();
}

void DotProcess::read() {
    m_output += m_process->readAllStandardOutput();
    if (m_output.size() > kMostOutput) {
        answer(DotFailure::TooMuch, tr("Graphviz (dot) was stopped: its output exceeded the limit"));
    }
}

void DotProcess::finish() {
    read();
    if (m_process == nullptr) { // the last of it was too much
        return;
    }
    if (m_process->exitStatus() == QProcess::CrashExit) {
        const int signal = m_process->exitCode();
        const DotFailure failure = failureOf(signal);
        answer(failure, failure == DotFailure::Crashed ? tr("Graphviz (dot) crashed (signal %1)").arg(signal)
                                                       : tr("Graphviz (dot) was killed (signal %1)").arg(signal));
        return;
    }
    if (m_process->exitCode() != 0) {
        const QString words = QString::fromUtf8(m_process->readAllStandardError()).simplified().left(kMostWords);
        answer(DotFailure::Refused, words.isEmpty()
                                        ? tr("Graphviz (dot) failed with exit code %1").arg(m_process->exitCode())
                                        : tr("Graphviz (dot) failed: %1").arg(words));
        return;
    }
    answer(DotFailure::None, {});
}

void DotProcess::answer(DotFailure failure, const QString& message) {
    m_deadline.stop();
    abandon();
    DotAnswer result{failure, message, {}};
    if (failure == DotFailure::None) {
        result.plain = std::exchange(m_output, {});
    }
    m_output.clear();
    if (const Receiver receive = std::exchange(m_receive, nullptr)) { // which may ask for the next one
        receive(result);
    }
}

void DotProcess::abandon() {
    if (m_process == nullptr) {
        return;
    }
    QProcess* process = std::exchange(m_process, nullptr);
    process->disconnect(this);
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->closeReadChannel(QProcess::StandardOutput);
    killGroup(*process);
    process->kill();
}

} // namespace batchscope
