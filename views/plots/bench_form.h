// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a sweep measures, checked while it is typed: nets, work, widths, trees per run, arms, repeats, threads. Every
// way to start a measurement goes through this form, so that it always shows what is measured; while one is measured,
// it is the form of the next one.
#pragma once

#include "core/bench/bench.h"

#include <QPushButton>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QCheckBox;
class QWidgetAction;

namespace batchscope {

// Parses lists of sizes as people type them; typing errors are reported before a long measurement starts.

/// "1, 8,32" → 1, 8, 32: rising, without doubles. None for an empty list, anything but whole numbers, or a number
/// outside [1, largest].
[[nodiscard]] std::optional<std::vector<std::int32_t>> parseNumberList(const QString& text, std::int32_t largest);

// A button whose menu is a list of check boxes; it names those that are checked. The menu stays open while several are
// chosen.

class CheckMenu final : public QPushButton {
    Q_OBJECT

public:
    /// What a box shows in place of its name.
    using Title = std::string (*)(std::string_view name);

    /// One box for each name, in this order.
    CheckMenu(std::span<const std::string> names, QWidget* parent, Title title = nullptr);

    /// One more box, the last, in place of the one that an earlier call added: for the file of a net, of which it
    /// shows the name without folder. Empty: none.
    void setExtra(const std::string& name);
    /// In the order of the boxes.
    [[nodiscard]] std::vector<std::string> checked() const;
    /// Exactly these; names without a box are left out.
    void check(std::span<const std::string> names);
    [[nodiscard]] bool has(const std::string& name) const;

signals:
    /// By whomever.
    void changed();
    /// By the user.
    void chosen();

private:
    QCheckBox* addBox(const std::string& name);
    void showChecked();

    Title m_title;
    std::vector<QCheckBox*> m_boxes;
    QWidgetAction* m_extra = nullptr; // of the last of them; null: there is none
};

class CheckMenu;

/// What a command asks for; what is absent stays as the form has it.
struct BenchEntries {
    std::optional<std::vector<std::string>> models;
    std::optional<std::vector<std::string>> works;
    std::optional<std::vector<std::int32_t>> dims;
    std::optional<std::vector<std::size_t>> batches;
    std::optional<std::vector<std::string>> arms;
    std::optional<std::vector<int>> threads;
    std::optional<std::size_t> repeats;
};

class BenchForm final : public QWidget {
    Q_OBJECT

public:
    explicit BenchForm(QWidget* parent = nullptr);

    /// What is asked for, on top of `base` (pool of trees, seed). None while an entry is wrong.
    [[nodiscard]] std::optional<BenchConfig> config(const BenchConfig& base) const;
    /// Net, work, width and arms are those of the window (regular against folded by this policy, each on the engine and
    /// on LibTorch) until the user chooses others here.
    void follow(const BenchConfig& shown, const std::string& policy);
    /// Writes the entries into the form. A Config error, and nothing written, for nets, works, arms and threads that
    /// the form does not have, and for repeats out of range.
    [[nodiscard]] Status fill(const BenchEntries& entries);

    /// A program takes no nets.
    enum class Input { Trees, Program };
    void setInput(Input input);

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
    void arrange();
    void arrangeButtons(QBoxLayout& column);
    void check();
    [[nodiscard]] QString faultText() const;

    CheckMenu* m_models;
    CheckMenu* m_works;
    QLineEdit* m_dims;
    QLineEdit* m_batches;
    CheckMenu* m_arms;
    QSpinBox* m_repeats;
    QLineEdit* m_threads;
    QPushButton* m_measure;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    QLabel* m_message;
    State m_state = State::NoTrees;
    bool m_ownModels = false; // chosen here: the window's does not replace them
    bool m_ownWorks = false;
    bool m_ownDims = false;
    bool m_ownArms = false;
};

} // namespace batchscope
