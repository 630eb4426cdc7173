/**
 * Trains the model of the main text (`shared/clean/main-text/model.ts`) on development pages.
 *
 *   node bench/train-main-text.ts --data A.jsonl.gz --data B.jsonl.gz [--teachers T.jsonl] [--made N] [--trees N]
 *     [--folds N] [--out FILE]
 *
 * A page of the data is `{id, url, html, gold: {text} or {with, without}}`. Where only segments are known, the rest of a
 * page's strings is labelled by what other programs took for its text (`{id, texts: [...]}` a line); where those disagree it
 * weighs little, and segments outweigh them. Collections know few kinds of pages: N further ones are made up
 * (`synthetic-pages.ts`), and told apart in the figures. Figures are out of fold: no page is judged by trees that saw one of its site.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseHtml } from '../shared/clean/html/parse-html.ts';
import type { ParsedPage } from '../shared/clean/html/parsed-page.ts';
import { blockFeatures, FEATURE_COUNT } from '../shared/clean/main-text/block-features.ts';
import { type BoostedTrees, packTrees } from '../shared/clean/main-text/boosted-trees.ts';
import { chooseBlocks } from '../shared/clean/main-text/choose-blocks.ts';
import { joinBlocks } from '../shared/clean/main-text/join-blocks.ts';
import { type TrainingOptions, type TrainingSet, trainTrees } from './boosted-trees.ts';
import { type GoldPage, labelBlocks, readJsonLinesFile, siteOf } from './data/extraction-data.ts';
import { syntheticPage } from './data/synthetic-pages.ts';
import { addToTally, newTally, segmentF1, shingleF1, type Tally } from './measure/extraction-score.ts';

type Example = {
  page: GoldPage;
  isMade: boolean;
  parsed: ParsedPage;
  rows: Float32Array;
  labels: Float32Array;
  weights: Float32Array;
  fold: number;
};

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    teachers: { type: 'string' },
    made: { type: 'string', default: '0' },
    trees: { type: 'string', default: '80' },
    depth: { type: 'string', default: '5' },
    rate: { type: 'string', default: '0.12' },
    folds: { type: 'string', default: '5' },
    out: { type: 'string' },
  },
});

const training: TrainingOptions = {
  trees: Number(options.trees),
  depth: Number(options.depth),
  rate: Number(options.rate),
  ridge: 20,
  featureShare: 0.35,
  rowShare: 0.7,
  seed: 1,
};
/** What is added to all scores, to see on which side of the thresholds in use (`choose-blocks.ts`) better ones lie. Logarithms of odds. */
const SHIFTS = [-0.3, -0.15, 0, 0.15, 0.3];
const folds = Number(options.folds);
const examples = readExamples();
print(
  `${examples.length} pages, ${examples.reduce((n, one) => n + one.labels.length, 0)} strings, ${FEATURE_COUNT} features`,
);
if (folds > 1) crossValidate();
if (options.out !== undefined) writeModel(options.out, trainTrees(setOf(examples), training));

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readExamples(): Example[] {
  const teachers = new Map<string, string[]>();
  if (options.teachers !== undefined)
    for (const { id, texts } of readJsonLinesFile<{ id: string; texts: string[] }>(options.teachers))
      teachers.set(id, texts);
  const found = options.data.flatMap((file) => readJsonLinesFile<GoldPage>(file));
  return [...found, ...Array.from({ length: Number(options.made) }, (_, i) => syntheticPage(i))].map((page, i) => {
    const parsed = parseHtml(page.html, { xhtml: false, maxLinks: 10_000 });
    const { labels, weights } = labelBlocks(page, parsed.blocks, teachers.get(page.id) ?? []);
    const rows = blockFeatures(parsed);
    return { page, isMade: i >= found.length, parsed, rows, labels, weights, fold: foldOf(siteOf(page)) };
  });
}

/** The same site always falls to the same fold (FNV-1a). */
function foldOf(site: string): number {
  let hash = 0x811c9dc5;
  for (const sign of site) hash = Math.imul(hash ^ (sign.codePointAt(0) as number), 0x01000193) >>> 0;
  return hash % Math.max(1, folds);
}

function setOf(chosen: readonly Example[]): TrainingSet {
  const count = chosen.reduce((n, one) => n + one.labels.length, 0);
  const set: TrainingSet = {
    rows: new Float32Array(count * FEATURE_COUNT),
    features: FEATURE_COUNT,
    labels: new Float32Array(count),
    weights: new Float32Array(count),
  };
  let at = 0;
  for (const { rows, labels, weights } of chosen) {
    set.rows.set(rows, at * FEATURE_COUNT);
    set.labels.set(labels, at);
    set.weights.set(weights, at);
    at += labels.length;
  }
  return set;
}

function crossValidate(): void {
  const seen = newTally();
  const unseen = SHIFTS.map(newTally);
  const madeUp = newTally();
  for (let fold = 0; fold < folds; fold++) {
    const trees = trainTrees(setOf(examples.filter((one) => one.fold !== fold)), training);
    const models = SHIFTS.map((shift) => packTrees(shifted(trees, shift)));
    for (const one of examples) {
      if (one.fold !== fold && fold > 0) continue;
      for (const [i, model] of models.entries()) {
        if (one.fold !== fold && SHIFTS[i] !== 0) continue;
        const chosen = chooseBlocks(one.parsed, model);
        const text = joinBlocks(chosen, 1e7);
        if (!one.isMade) addToTally(one.fold === fold ? (unseen[i] as Tally) : seen, one.page.gold, text);
        else if (one.fold === fold && SHIFTS[i] === 0) addToTally(madeUp, one.page.gold, text);
      }
    }
  }
  report('sites that were trained on', seen);
  for (const [i, shift] of SHIFTS.entries()) report(`other sites, scores ${shift} higher`, unseen[i] as Tally);
  if (options.made !== '0') report('made-up pages that were not trained on', madeUp);
}

function shifted(trees: BoostedTrees, shift: number): BoostedTrees {
  const first = 2 ** trees.depth;
  return { ...trees, leaves: trees.leaves.map((leaf, i) => (i < first ? leaf + shift : leaf)) };
}

function report(name: string, tally: Tally): void {
  const [found, missed, wrong] = tally.segments;
  const precision = found / Math.max(1, found + wrong);
  const recall = found / Math.max(1, found + missed);
  print(
    `${name}: segments F1 ${segmentF1(tally).toFixed(4)} (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}), ` +
      `shingles F1 ${shingleF1(tally).toFixed(4)} of ${tally.shingles.length} texts`,
  );
}

function writeModel(file: string, model: BoostedTrees): void {
  const list = (numbers: number[]) => `\n    '${numbers.map((n) => `${n}`.replace(/^(-?)0\./, '$1.')).join(' ')}',\n  `;
  writeFileSync(
    file,
    `/** Trained by bench/train-main-text.ts: see there. The columns are those of block-features.ts. */
import { type BoostedTrees, packTrees } from './boosted-trees.ts';

const numbers = (list: string): number[] => list.split(' ').map(Number);

const TREES: BoostedTrees = {
  depth: ${model.depth},
  splits: numbers(${list(model.splits)}),
  limits: numbers(${list(model.thresholds)}),
  leaves: numbers(${list(model.leaves)}),
};

export const MAIN_TEXT_MODEL = packTrees(TREES);
`,
  );
}
