// SPDX-License-Identifier: GPL-3.0-or-later
//
// The form of a sweep of the net and the work that the window shows: widths, trees per run, arms, repeats, threads;
// entries are checked while they are typed. Every way to start a measurement uses this form, so that it always shows
// what will be measured. During a measurement, it can be edited for the next one.
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

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QCheckBox;

namespace batchscope {

// Parses lists of sizes as users type them; typing errors are reported before a long measurement starts.

/// "1, 8,32" → 1, 8, 32: ascending, without duplicates. Nullopt for an empty list, anything but whole numbers, or a
/// number outside [1, largest].
[[nodiscard]] std::optional<std::vector<std::int32_t>> parseNumberList(const QString& text, std::int32_t largest);

// A button whose menu is a list of check boxes for arms; its text names the checked ones. The menu stays open, so that
// several boxes can be checked.

class CheckMenu final : public QPushButton {
    Q_OBJECT

public:
    /// One box for each name of an arm, in this order.
    CheckMenu(std::span<const std::string> names, QWidget* parent);

    /// The names of the checked boxes, in the order of the boxes.
    [[nodiscard]] std::vector<std::string> checked() const;
    /// Checks exactly these boxes; names without a box are ignored.
    void check(std::span<const std::string> names);
    [[nodiscard]] bool has(const std::string& name) const;

signals:
    /// The checked boxes changed, by the user or by the program.
    void changed();
    /// The user clicked a box.
    void chosen();

private:
    void addBox(const std::string& name);
    void showChecked();

    std::vector<QCheckBox*> m_boxes;
};

/// The arguments of a command; absent ones leave the form unchanged.
struct BenchEntries {
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

    /// The config that the form describes, on top of `base` (net, work, pool of trees, seed). Nullopt while an entry is
    /// invalid.
    [[nodiscard]] std::optional<BenchConfig> config(const BenchConfig& base) const;
    /// Sets width and arms to those of the window (regular and folded by this policy, each on the engine and on
    /// LibTorch), unless the user has chosen them here.
    void follow(std::int32_t dim, const std::string& policy);
    /// Writes the entries into the form. Config error, without writing anything, for arms that the form does not offer,
    /// or for repeats out of range.
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
    void arrange();
    void check();
    [[nodiscard]] QString faultText() const;

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
    bool m_ownDims = false; // chosen here: the window's choice does not replace it
    bool m_ownArms = false;
};

} // namespace batchscope
