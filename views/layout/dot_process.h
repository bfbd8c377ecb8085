// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: Graphviz lays out graphs for us, as a program of its own: a library that can neither be stopped nor crash alone
// has no place in a window. Whatever the program does, sleep, crash, talk nonsense, be absent, the window goes on and
// hears of it by one call.
//
// The program is the one that BATCHSCOPE_DOT names, else `dot` in PATH. It gets a time, memory, processor and output
// budget. The newest request wins: an older one is killed, and nothing of it is heard. GUI thread only; never waits.
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
    Killed,     ///< somebody, or a limit, killed it
    Crashed,    ///< it ended by a fault of its own
    Refused,    ///< it ended with an error; its own words follow
    Unreadable, ///< it answered, but not as asked (said by who reads the answer)
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
