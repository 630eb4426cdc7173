/**
 * Trains the models of the main text and of the kinds of pages on development pages, and reports scores out of fold: no page is scored
 * by models that saw its site.
 *
 *   node bench/train/main-text.ts --data A.jsonl.gz --data B.jsonl.xz [--teachers T.jsonl] [--made N] [--trees N] [--folds N] [--seed N] [--write]
 *
 * A page of the data is `{id, url, html, kind?, gold: {text} or {with, without}}`. A gold text is aligned with the blocks of its page
 * (`main-text/align-gold.ts`). If only segments are known, the other blocks of the page are labelled by the output of other programs
 * (`--teachers`, a line is `{id, texts: [...]}`). Blocks on which those disagree have a low weight, and segments outweigh them. The
 * collections contain few kinds of small pages, so `--made N` adds N synthetic pages (`data/synthetic-pages.ts`), which are scored
 * separately. `--write` writes the models, trained on all pages, to `shared/clean`.
 */
import { parseArgs } from 'node:util';
import { blockWords } from '../../shared/clean/main-text/block-scores.ts';
import { correctScores } from '../../shared/clean/main-text/corrections/correct-scores.ts';
import { packCues } from '../../shared/clean/main-text/cue-words.ts';
import { type Cues, type PageSurvey, surveyPage } from '../../shared/clean/main-text/page-survey.ts';
import { PAGE_KINDS } from '../../shared/clean/page-kind/page-kinds.ts';
import { type GoldPage, readJsonLinesFile } from '../data/extraction-data.ts';
import { syntheticPage } from '../data/synthetic-pages.ts';
import { type TrainingOptions, trainTrees } from './boosted-trees.ts';
import { newBlockRows } from './main-text/block-rows.ts';
import { newCueScorer, packCueWords } from './main-text/cue-scores.ts';
import { type Example, readExample } from './main-text/examples.ts';
import { outOfFoldScores } from './main-text/folds.ts';
import { newKindCueScorer } from './main-text/kind-cues.ts';
import { textReport } from './main-text/report.ts';
import { kindReport, trainKinds } from './main-text/train-kinds.ts';
import { writeBlockTrees, writeKindTrees, writeWords } from './main-text/write-models.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    teachers: { type: 'string' },
    made: { type: 'string', default: '0' },
    trees: { type: 'string', default: '140' },
    depth: { type: 'string', default: '6' },
    rate: { type: 'string', default: '0.12' },
    folds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});

const training: TrainingOptions = {
  trees: Number(options.trees),
  depth: Number(options.depth),
  rate: Number(options.rate),
  ridge: 20,
  featureShare: 0.25,
  rowShare: 0.5,
  seed: Number(options.seed),
};

const examples = readExamples();
const cueScores = newCueScorer(examples);
const kindCueScores = newKindCueScorer(examples);
const surveys = surveyExamples();
const kinds = trainKinds(examples, surveys, (site) => packCues(kindCueScores(site), PAGE_KINDS.length));
print(`kinds of pages: ${kindReport(examples, kinds.probabilities)}`);
const { rows, labels, weights, folds, starts } = newBlockRows(examples, surveys, kinds.probabilities);
print(`${examples.length} pages, ${rows.count} blocks, ${rows.features} features`);
const scores = outOfFoldScores(rows, labels, weights, folds, training);
const scoresOf = (n: number) => scores.subarray(starts[n], starts[n + 1] ?? scores.length);
for (const line of textReport(
  examples,
  examples.map((example, n) => chosenScores(example, surveys[n] as PageSurvey, n)),
  kinds.probabilities,
))
  print(line);
if (options.write) writeModels();

/** Returns the scores of the blocks of an example as the text is chosen by them. */
function chosenScores({ parsed, ids }: Example, survey: PageSurvey, n: number): Float32Array {
  const all = new Float32Array(parsed.blocks.length);
  const own = scoresOf(n);
  for (const [row, i] of ids.entries()) all[i] = own[row] as number;
  correctScores(all, survey, blockWords(parsed), kinds.probabilities[n] as Float32Array);
  return Float32Array.from(ids, (i) => all[i] as number);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readExamples(): Example[] {
  const teachers = new Map<string, string[]>();
  if (options.teachers !== undefined)
    for (const { id, texts } of readJsonLinesFile<{ id: string; texts: string[] }>(options.teachers))
      teachers.set(id, texts);
  const read = (page: GoldPage, isSynthetic: boolean) =>
    readExample(page, isSynthetic, Number(options.folds), teachers.get(page.id) ?? []);
  return [
    ...options.data.flatMap((file) => readJsonLinesFile<GoldPage>(file)).map((page) => read(page, false)),
    ...Array.from({ length: Number(options.made) }, (_, i) => read(syntheticPage(i), true)),
  ];
}

/** Surveys every page with the scores of words of the other sites. */
function surveyExamples() {
  const bySite = new Map<string, Cues>();
  return examples.map(({ parsed, site }) => {
    const cues = bySite.get(site) ?? packCueWords(cueScores(site));
    bySite.set(site, cues);
    return surveyPage(parsed, cues);
  });
}

function writeModels(): void {
  const file = (path: string) => new URL(`../../shared/clean/${path}`, import.meta.url).pathname;
  writeBlockTrees(file('main-text/block-trees.ts'), trainTrees(rows, labels, weights, training).trees);
  const { classes, texts, headings } = cueScores();
  writeWords(file('main-text/cue-scores.ts'), { CLASS_WORDS: classes, TEXT_WORDS: texts, HEADING_WORDS: headings });
  writeWords(file('page-kind/kind-cues.ts'), { KIND_WORDS: kindCueScores() });
  writeKindTrees(file('page-kind/kind-trees.ts'), kinds.train());
}
