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
    {"sentences.ptb", "Sentences", "Twelve short English sentences, nearly all with different shapes."},
    {"balanced.ptb", "Balanced trees", "The best case: each level of all eight trees is one batch."},
    {"random.ptb", "Random trees", "128 randomly shaped trees: enough to time batches of many sizes."},
    {"chain.ptb", "Chain", "The worst case: each step waits for the one before; only leaves batch."},
}};

QString sampleText(const char* text) {
    return QCoreApplication::translate("samples", text);
}

/// An installed folder of the program; if there is none, `source` in the source tree that it was built from.
QString dataFolder(const QString& name, const QString& source) {
    const QDir installed(QCoreApplication::applicationDirPath() % u"/../share/batchscope/" % name);
    return installed.exists() ? installed.canonicalPath() : source;
}

QString sampleFolder() {
    return dataFolder(QStringLiteral("sample_data"), QStringLiteral(BATCHSCOPE_SAMPLE_FOLDER));
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

QString lessonFolder() {
    return dataFolder(QStringLiteral("lessons"), QStringLiteral(BATCHSCOPE_LESSON_FOLDER));
}

QString samplePath(const QString& fileName) {
    const QString path = sampleFolder() % u'/' % fileName;
    return QFileInfo(path).isFile() ? path : QString();
}

} // namespace batchscope
