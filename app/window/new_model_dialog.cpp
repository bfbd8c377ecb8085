// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/new_model_dialog.h"

#include "core/bytes/file_writer.h"
#include "core/nets/user_net.h"
#include "core/scripts/script_net.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QStringBuilder>
#include <QTextBlock>
#include <QVBoxLayout>

#include <memory>
#include <string>
#include <vector>

namespace batchscope {

namespace {

constexpr const char* kUnsaved = "new_model.py";

QString templateText(const QString& name) {
    QFile file(QStringLiteral(":/templates/%1.py").arg(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

NewModelDialog::NewModelDialog(QWidget* parent)
    : QDialog(parent), m_template(new QComboBox(this)), m_text(new QPlainTextEdit(this)), m_said(new QLabel(this)),
      m_check(new QPushButton(tr("&Check"), this)), m_use(new QPushButton(tr("Save and &use…"), this)), m_lane(*this) {
    setWindowTitle(tr("New model"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    showTemplate();
    connect(m_template, &QComboBox::activated, this, [this](int place) {
        if (place != m_shown && mayBeLost()) {
            showTemplate();
        }
        m_template->setCurrentIndex(m_shown);
    });
    connect(m_check, &QPushButton::clicked, this, &NewModelDialog::check);
    connect(m_use, &QPushButton::clicked, this, &NewModelDialog::use);
}

void NewModelDialog::build() {
    m_template->addItem(tr("Binary trees"), QStringLiteral("binary"));
    m_template->addItem(tr("Any number of children"), QStringLiteral("nary"));
    m_template->addItem(tr("Dependency trees"), QStringLiteral("dependency"));
    m_template->addItem(tr("Sequences"), QStringLiteral("sequence"));
    m_template->addItem(tr("Pairs of trees"), QStringLiteral("pair"));
    m_template->setAccessibleName(tr("Template"));
    m_text->setAccessibleName(tr("Parameters and methods"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    constexpr int kTabLetters = 4;
    m_text->setTabStopDistance(kTabLetters * m_text->fontMetrics().horizontalAdvance(u' '));
    m_said->setWordWrap(true);
    m_said->setTextFormat(Qt::PlainText);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_said->setAccessibleName(tr("What the check found"));
    m_check->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    m_check->setToolTip(tr("Compile the text and call each method on a few rows (Ctrl+Return)."));
    m_use->setToolTip(tr("Save the text and run it on the open trees. Later changes of the file are run, too."));
    auto* const about = new QLabel(
        tr("Parameters, then methods in TorchScript, a part of Python. The methods say how a tree is read."), this);
    about->setWordWrap(true);
    auto* const label = new QLabel(tr("&Template"), this);
    label->setBuddy(m_template);
    constexpr int kLastLetter = 4; // text with a mnemonic is drawn wider than it is measured
    label->setMinimumWidth(label->sizeHint().width() + kLastLetter);
    auto* const top = new QHBoxLayout;
    top->addWidget(label);
    top->addWidget(m_template);
    top->addStretch();
    auto* const close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, &NewModelDialog::reject);
    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(m_check);
    buttons->addStretch();
    buttons->addWidget(m_use);
    buttons->addWidget(close);
    auto* const column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(about);
    column->addWidget(m_text, 1);
    column->addWidget(m_said);
    column->addLayout(buttons);
    constexpr QSize kUsual(720, 640);
    resize(kUsual);
}

void NewModelDialog::showTemplate() {
    m_shown = m_template->currentIndex();
    m_text->setPlainText(templateText(m_template->currentData().toString()));
    m_text->document()->setModified(false);
    m_path.clear();
    say({}, false);
}

void NewModelDialog::check() {
    say(tr("Checking…"), false);
    m_lane.ask([text = m_text->toPlainText().toStdString(), file = m_path.isEmpty() ? kUnsaved : m_path.toStdString()](
                   const JobControl& control) { return loadSource(text, file, {}, control.run()); },
               [this](Result<std::shared_ptr<const UserNet>> net) {
                   if (!net) {
                       tell(net.error());
                       return;
                   }
                   QStringList lines;
                   for (const std::string& line : methodLines(**net)) {
                       lines << toText(line);
                   }
                   say(lines.join(u'\n'), false);
               });
}

/// Puts the cursor where it is.
void NewModelDialog::tell(const Error& error) {
    say(toText(error.text()), true);
    if (!error.position) {
        return;
    }
    const QTextBlock line = m_text->document()->findBlockByNumber(static_cast<int>(error.position->line) - 1);
    if (line.isValid()) {
        QTextCursor cursor(line);
        const int column = std::max(static_cast<int>(error.position->column) - 1, 0);
        cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, std::min(column, line.length() - 1));
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        m_text->setTextCursor(cursor);
        m_text->setFocus();
    }
}

void NewModelDialog::say(const QString& text, bool isWrong) {
    QPalette colors = palette();
    if (isWrong) {
        colors.setColor(QPalette::WindowText, themeOf(*this).warning);
    }
    m_said->setPalette(colors);
    m_said->setText(text);
}

void NewModelDialog::use() {
    QString path = m_path;
    if (path.isEmpty()) {
        const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
        path = QFileDialog::getSaveFileName(this, tr("Save the model"), folder % u'/' % QLatin1String(kUnsaved),
                                            tr("Models (*.py)"));
    }
    if (!path.isEmpty()) {
        saveAndUse(isModuleText(path.toStdString()) ? path : path + QStringLiteral(".py"));
    }
}

void NewModelDialog::saveAndUse(const QString& path) {
    if (const Status written = writeFile(path.toStdString(), m_text->toPlainText().toStdString(), Replaces::Opened);
        !written) {
        say(QString::fromStdString(written.error().text()), true);
        return;
    }
    m_path = path;
    m_text->document()->setModified(false);
    m_use->setText(tr("Save and &use"));
    check();
    emit useAsked(path);
}

/// Asks where the text was changed and not saved.
bool NewModelDialog::mayBeLost() {
    return !m_text->document()->isModified() || QMessageBox::question(this, windowTitle(), tr("Discard the changes?"),
                                                                      QMessageBox::Discard | QMessageBox::Cancel,
                                                                      QMessageBox::Cancel) == QMessageBox::Discard;
}

void NewModelDialog::reject() {
    if (mayBeLost()) {
        QDialog::reject();
    }
}

} // namespace batchscope
