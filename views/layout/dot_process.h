// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs Graphviz as a separate program, because a library that cannot be stopped, and whose crash would take the window
// with it, is not acceptable. Whatever the program does (sleep, crash, print nonsense, be missing), the window keeps
// working and gets one call with the result.
//
// The program is the one named by BATCHSCOPE_DOT, otherwise `dot` in PATH. It has a time, memory, processor and output
// budget. The newest request wins: an older one is killed, and its result is dropped. GUI thread only; never waits.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

class QProcess;

namespace batchscope {

enum class DotFailure {
    None,
    Missing,    ///< there is no such program, or it cannot be started
    TooSlow,    ///< it did not end in time, and was killed
    TooMuch,    ///< it wrote more than any layout has, and was killed
    Killed,     ///< another program, or a limit, killed it
    Crashed,    ///< the program crashed
    Refused,    ///< it ended with an error; its own words follow
    Unreadable, ///< its output is malformed (reported by the reader of the output)
};

/// What came of a request.
struct DotAnswer {
    DotFailure failure = DotFailure::None;
    QString message;  ///< for people, a sentence without a full stop; empty without failure
    QByteArray plain; ///< as -Tplain writes it; empty with a failure
    [[nodiscard]] bool failed() const { return failure != DotFailure::None; }
};

class DotProcess final : public QObject {
    Q_OBJECT

public:
    using Receiver = std::function<void(const DotAnswer&)>;

    explicit DotProcess(QObject* parent = nullptr);
    /// Kills what runs.
    ~DotProcess() override;
    DotProcess(const DotProcess&) = delete;
    DotProcess& operator=(const DotProcess&) = delete;

    /// Asks for a layout of these graphs. `receive` is called once from the event loop, never from within, unless a
    /// newer request or cancel() comes first.
    void layOut(const std::string& dotText, Receiver receive);
    /// Kills what runs; its receiver hears nothing.
    void cancel();
    [[nodiscard]] bool running() const { return static_cast<bool>(m_receive); }

    void setBudget(std::chrono::milliseconds budget) { m_budget = budget; }

    static constexpr std::chrono::milliseconds kBudget{2000};
    static constexpr qint64 kMostOutput = qint64{4} << 20; ///< bytes; 500 nodes are about 100 KiB

private:
    void start(const QString& program, const QByteArray& input);
    void answerMissing(const QString& message);
    void read();
    void finish();
    void answer(DotFailure failure, const QString& message);
    /// Lets go of the process: it dies by itself.
    void abandon();

    QProcess* m_process = nullptr; ///< of the present request
    Receiver m_receive;
    std::uint64_t m_request = 0;
    QByteArray m_output;
    QTimer m_deadline;
    std::chrono::milliseconds m_budget = kBudget;
};

/// The program that is asked, as a path; empty when there is none.
[[nodiscard]] QString dotProgram();

} // namespace batchscope
