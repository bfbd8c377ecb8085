// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <array>

namespace batchscope {

namespace {

struct Sample {
    const char* file;
    const char* name;
    const char* description;
};

constexpr std::array<Sample, 4> kSamples = {{
    {"sentences.ptb", QT_TRANSLATE_NOOP("samples", "Sentences"),
     QT_TRANSLATE_NOOP("samples", "Twelve short English sentences, nearly all with different shapes.")},
    {"balanced.ptb", QT_TRANSLATE_NOOP("samples", "Balanced trees"),
     QT_TRANSLATE_NOOP("samples", "The best case: each level of all eight trees is one batch.")},
    {"random.ptb", QT_TRANSLATE_NOOP("samples", "Random trees"),
     QT_TRANSLATE_NOOP("samples", "128 randomly shaped trees: enough to time batches of many sizes.")},
    {"chain.ptb", QT_TRANSLATE_NOOP("samples", "Chain"),
     QT_TRANSLATE_NOOP("samples", "The worst case: each step waits for the one before; only leaves batch.")},
}};

QString sampleText(const char* text) {
    return QCoreApplication::translate("samples", text);
}

/// The folder of the samples: installed with the program, or in the source tree that it was built from.
QString sampleFolder() {
    const QDir installed(QCoreApplication::applicationDirPath() % u"/../share/batchscope/sample_data");
    return installed.exists() ? installed.canonicalPath() : QStringLiteral(BATCHSCOPE_SAMPLE_FOLDER);
}

} // namespace

std::vector<WelcomeSample> bundledSamples() {
    std::vector<WelcomeSample> samples;
    for (const Sample& sample : kSamples) {
        const QString path = samplePath(QString::fromLatin1(sample.file));
        if (!path.isEmpty()) {
            samples.push_back({path, sampleText(sample.name), sampleText(sample.description)});
        }
    }
    return samples;
}

QString samplePath(const QString& fileName) {
    const QString path = sampleFolder() % u'/' % fileName;
    return QFileInfo(path).isFile() ? path : QString();
}

} // namespace batchscope
