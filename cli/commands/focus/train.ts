import { REPRESENTATIONS } from '../../../shared/classify/models/features/weighting.ts';
import { encodeModel } from '../../../shared/classify/models/model-file.ts';
import { ALGORITHMS, type TopicModel } from '../../../shared/classify/models/topic-model.ts';
import {
  type LabelledDocument,
  TrainingError,
  type TrainingOptions,
  trainModel,
} from '../../../shared/classify/models/training/train-model.ts';
import { command, DIR_OPTION, EXIT, JSONL_OPTION, parseNumberOption, UsageError } from '../../command.ts';
import { formatJson } from '../../output/format-json.ts';
import { checkOutputFile, writeWhole } from '../../output/output-file.ts';
import type { Terminal } from '../../output/terminal.ts';
import { chooseLabels } from '../../train/choose-labels.ts';
import { LABEL_ON_TOPIC, readCrawlPages } from '../../train/crawl-pages.ts';
import type { TrainingPage } from '../../train/labelled-line.ts';
import { limitNegatives } from '../../train/limit-negatives.ts';
import { readTrainingFolder } from '../../train/read-folder.ts';
import { readTrainingLines } from '../../train/read-lines.ts';

export const trainCommand = command({
  name: 'train',
  usage: [
    '--out MODEL [--topic LABEL[,LABEL…]] [--algorithm A] --jsonl < labelled.jsonl',
    'FOLDER --out MODEL [--topic LABEL[,LABEL…]] [--algorithm A]',
    '--out MODEL --crawl NAME [--dir DIR] [--algorithm A]',
  ],
  about:
    'Trains a model from labelled documents, a folder with one folder per label, or the pages of a crawl. The model is one file and stands wherever a topic definition does.\n' +
    'A line is {label, text | html, title?, url?, links?: [{url, anchor}]}; html is cleaned as a crawl cleans it. ' +
    'Documents of a single label are compared with ordinary English ones. ' +
    'With --crawl, the examples are the pages that you judged (`thresher judge`), and those that the topic of the crawl judges without doubt. ' +
    'The last line of the output says what was learned, with the quality in cross-validation.',
  options: {
    out: { type: 'string', value: 'MODEL', help: 'file to write' },
    topic: { type: 'string', value: 'LABELS', help: 'labels that are on topic, by commas (default: all)' },
    algorithm: {
      type: 'string',
      value: 'A',
      help: `auto (default, the best in cross-validation), ${ALGORITHMS.join(', ')}`,
    },
    crawl: { type: 'string', value: 'NAME', help: 'learn from the stored pages of this crawl; `relevant` is on topic' },
    dir: DIR_OPTION,
    representation: {
      type: 'string',
      value: 'R',
      help: `values of the words of a document, for linear, rbf and bayes-complement: ${REPRESENTATIONS.join(', ')} (default: log-tf-idf)`,
    },
    'min-documents': {
      type: 'string',
      value: 'N',
      help: 'leave out words of fewer documents (default: 2, or 1 of fewer than 20 documents)',
    },
    negatives: {
      type: 'string',
      value: 'N',
      help: 'use at most N documents off topic for each on topic (default: all)',
    },
    jsonl: { ...JSONL_OPTION, help: 'read one JSON document per line from standard input' },
  },
  examples: [
    [
      'thresher train examples/ --out plants.model --topic plants',
      'Train from files in examples/plants, examples/other …',
    ],
    [
      'thresher train --out plants.model --topic plants --jsonl < labelled.jsonl',
      'Train a topic. `thresher crawl URL --topic plants.model` crawls by it',
    ],
    [
      'thresher train examples/ --out plants.model --topic plants --algorithm rbf --representation rdf-rkf --min-documents 4 --negatives 2',
      'Train as the CINDI robot does',
    ],
    ['thresher train --out plants.model --crawl plants', 'Train a topic from the verdicts of a crawl and your own'],
  ],
  async run({ operands, options }, terminal) {
    const { out } = options;
    if (out === undefined) throw new UsageError('thresher train: give the file to write with --out MODEL');
    const sources = [
      ...operands,
      ...(options.jsonl ? ['--jsonl'] : []),
      ...(options.crawl === undefined ? [] : ['--crawl']),
    ];
    if (sources.length !== 1)
      throw new UsageError(
        'thresher train: give one of: a folder with a folder per label, --jsonl and the documents on standard input, or --crawl NAME',
      );
    if (options.crawl === undefined) checkTopicOption(options.topic);
    else refuseTopicOption(options.topic);
    if (options.dir !== undefined && options.crawl === undefined)
      throw new UsageError('--dir: is the data folder of --crawl NAME; leave it out for other documents');
    const algorithm = parseChoice('algorithm', ['auto', ...ALGORITHMS], options.algorithm) ?? 'auto';
    const minDocuments = parseNumberOption('min-documents', options['min-documents'], 1);
    const negatives = parseNumberOption('negatives', options.negatives, 0.1, false);
    const representation = parseChoice('representation', REPRESENTATIONS, options.representation);
    if (representation !== undefined && OWN_VALUES.has(algorithm))
      throw new UsageError(
        `--representation: ${algorithm} has values of its own; leave the option out, or choose linear, rbf or bayes-complement`,
      );
    await checkOutputFile(out, '--out');
    const { pages, bad } = await readPages(operands[0], options, terminal);
    if (terminal.interrupt.aborted) return EXIT.interrupted;
    const known = new Set(pages.map(({ label }) => label));
    const given = options.topic === undefined ? [] : chooseLabels(options.topic, known);
    const topic = options.crawl === undefined ? given : [LABEL_ON_TOPIC];
    const chosen = negatives === undefined ? pages : limitNegatives(pages, topic, negatives);
    const model = trainOrExplain(chosen, {
      ...{ topic, algorithm },
      ...(representation && { representation }),
      ...(minDocuments !== undefined && { minDocuments }),
    });
    await writeWhole(out, encodeModel(model));
    terminal.out(
      formatJson({
        documents: model.report.documents,
        features: model.vocabulary.hashes.length,
        classes: model.classes.length,
        algorithm: model.algorithm,
        crossValidated: model.report.crossValidated,
        model: out,
      }),
    );
    return bad > 0 ? EXIT.errors : EXIT.done;
  },
});

/** Algorithms that read occurrences or `tf × idf`, whatever the representation. */
const OWN_VALUES: ReadonlySet<string> = new Set(['bayes', 'bayes-weighted']);

async function readPages(
  folder: string | undefined,
  { crawl, dir }: { crawl?: string; dir?: string },
  terminal: Terminal,
): Promise<{ pages: TrainingPage[]; bad: number }> {
  if (folder !== undefined) return { pages: await readTrainingFolder(folder, terminal), bad: 0 };
  if (crawl === undefined) return readTrainingLines(terminal);
  return { pages: await readCrawlPages({ dir, name: crawl }, terminal), bad: 0 };
}

/** @throws UsageError if labels were given: those of a crawl are known */
function refuseTopicOption(given: string | undefined): void {
  if (given !== undefined) throw new UsageError(`--topic: with --crawl, ${LABEL_ON_TOPIC} is on topic`);
}

/** @throws UsageError if a label is empty, before documents are read */
function checkTopicOption(given: string | undefined): void {
  if (given?.split(',').some((label) => label.trim() === ''))
    throw new UsageError(`--topic: ${given}: has an empty label`);
}

/** @throws UsageError if the value is none of those listed */
function parseChoice<T extends string>(option: string, listed: readonly T[], value: string | undefined): T | undefined {
  if (value === undefined) return undefined;
  const found = listed.find((one) => one === value);
  if (found) return found;
  throw new UsageError(`--${option}: ${value}: must be one of ${listed.join(', ')}`);
}

/** @throws UsageError if no model can be trained from the documents */
function trainOrExplain(documents: readonly LabelledDocument[], options: TrainingOptions): TopicModel {
  try {
    return trainModel(documents, options);
  } catch (error) {
    if (!(error instanceof TrainingError)) throw error;
    throw new UsageError(`thresher train: ${error.message}`);
  }
}
