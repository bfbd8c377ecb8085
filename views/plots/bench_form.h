// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what a sweep measures, checked while it is typed: widths, trees a step, arms, repeats, threads.
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

class BenchForm final : public QWidget {
    Q_OBJECT

public:
    explicit BenchForm(QWidget* parent = nullptr);

    /// What is asked for, on top of `base` (model, pool of trees, seed). None while an entry is wrong.
    [[nodiscard]] std::optional<BenchConfig> config(const BenchConfig& base) const;

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
};

} // namespace batchscope
