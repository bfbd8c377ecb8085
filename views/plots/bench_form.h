// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sweep measures, checked while it is typed: widths, trees per run, arms, repeats, threads. Every way to start a
// measurement goes through this form, so that it always shows what is measured.
#pragma once

#include "core/bench/bench.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QMenu;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace batchscope {

/// What a command asks for; what is absent stays as the form has it.
struct BenchEntries {
    std::optional<std::vector<std::int32_t>> dims;
    std::optional<std::vector<std::size_t>> batches;
    std::optional<std::vector<std::string>> arms;
    std::optional<std::size_t> repeats;
};

class BenchForm final : public QWidget {
    Q_OBJECT

public:
    explicit BenchForm(QWidget* parent = nullptr);

    /// What is asked for, on top of `base` (model, pool of trees, seed). None while an entry is wrong.
    [[nodiscard]] std::optional<BenchConfig> config(const BenchConfig& base) const;
    /// Dims and arms are those of the window (this width; regular against folded by this policy, each on the engine and
    /// on LibTorch) until the user chooses others here.
    void follow(std::int32_t dim, const std::string& policy);
    /// Writes the entries into the form. A Config error, and nothing written, for arms that the form does not have, and
    /// for repeats out of range.
    [[nodiscard]] Status fill(const BenchEntries& entries);

    enum class State { NoTrees, Ready, Running };
    void setState(State state);
    void setProgress(const QString& stage, qulonglong done, qulonglong total);
    enum class Tone { Plain, Warning };
    void setMessage(const QString& text, Tone tone);

    static constexpr std::int32_t kLargestDim = 16384;

signals:
    void measureAsked();
    void cancelAsked();

private:
    void buildArms();
    void arrange();
    void check();
    void chooseArms(const std::vector<std::string>& names);
    [[nodiscard]] std::vector<std::string> arms() const;

    QLineEdit* m_dims;
    QLineEdit* m_batches;
    QPushButton* m_arms;
    std::vector<QCheckBox*> m_armBoxes;
    QSpinBox* m_repeats;
    QSpinBox* m_threads;
    QPushButton* m_button;
    QProgressBar* m_progress;
    QLabel* m_message;
    State m_state = State::NoTrees;
    bool m_ownDims = false; // chosen here: the window's width does not replace them
    bool m_ownArms = false;
};

} // namespace batchscope
