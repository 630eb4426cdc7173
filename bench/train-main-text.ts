/**
 * Trains the main text model (`shared/clean/main-text/model.ts`) on development pages.
 *
 *   node bench/train-main-text.ts --data A.jsonl.gz --data B.jsonl.gz [--teachers T.jsonl] [--made N] [--trees N]
 *     [--folds N] [--out FILE]
 *
 * A page of the data is `{id, url, html, gold: {text} or {with, without}}`. If only segments are known, the other blocks of the page
 * are labelled by the output of other programs (`--teachers`, a line is `{id, texts: [...]}`). Blocks on which those disagree have
 * a low weight, and segments outweigh them. The collections contain few kinds of pages, so `--made N` adds N synthetic pages
 * (`synthetic-pages.ts`), which are scored separately. Scores are out of fold: no page is scored by trees trained on its site.
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
  isSynthetic: boolean;
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
/** Added to all scores (logarithms of odds), to find out whether the thresholds in `block-scores.ts` could be better. */
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
    return { page, isSynthetic: i >= found.length, parsed, rows, labels, weights, fold: foldOf(siteOf(page)) };
  });
}

/** Returns the fold of a site (FNV-1a hash). */
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
  const trained = newTally();
  const heldOut = SHIFTS.map(newTally);
  const synthetic = newTally();
  for (let fold = 0; fold < folds; fold++) {
    const trees = trainTrees(setOf(examples.filter((one) => one.fold !== fold)), training);
    const models = SHIFTS.map((shift) => packTrees(shifted(trees, shift)));
    for (const one of examples) {
      if (one.fold !== fold && fold > 0) continue;
      for (const [i, model] of models.entries()) {
        if (one.fold !== fold && SHIFTS[i] !== 0) continue;
        const chosen = chooseBlocks(one.parsed, model);
        const text = joinBlocks(chosen, 1e7);
        if (!one.isSynthetic) addToTally(one.fold === fold ? (heldOut[i] as Tally) : trained, one.page.gold, text);
        else if (one.fold === fold && SHIFTS[i] === 0) addToTally(synthetic, one.page.gold, text);
      }
    }
  }
  report('sites of the training set', trained);
  for (const [i, shift] of SHIFTS.entries()) report(`other sites, scores shifted by ${shift}`, heldOut[i] as Tally);
  if (options.made !== '0') report('synthetic pages outside of the training set', synthetic);
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
    `/** Generated by bench/train-main-text.ts. The columns are those of block-features.ts. */
import { type BoostedTrees, packTrees } from './boosted-trees.ts';

const numbers = (list: string): number[] => list.split(' ').map(Number);

const TREES: BoostedTrees = {
  depth: ${model.depth},
  splits: numbers(${list(model.splits)}),
  thresholds: numbers(${list(model.thresholds)}),
  leaves: numbers(${list(model.leaves)}),
};

export const MAIN_TEXT_MODEL = packTrees(TREES);
`,
  );
}
