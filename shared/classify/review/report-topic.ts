/** Reports how the current topic judges the stored documents: the pages close to the cut-off, to tune a topic. */

import type { DocumentLine } from '../../clean/document.ts';
import { changeTimeOf } from '../../frontier/change-time.ts';
import { readJsonLines } from '../../text/json-lines.ts';
import type { Url } from '../../url/url.ts';
import type { FilterReport } from '../filters/filter.ts';
import type { CutOff, ExplainingJudge } from '../judge.ts';
import type { Verdict } from '../verdict.ts';
import { type HarvestPart, harvestOf } from './harvest.ts';
import type { LearnedWords } from './learned-words.ts';
import { readSample } from './read-sample.ts';
import { type SamplePorts, type SampleSize, sampleObjects } from './sample-objects.ts';
import type { TargetRecall } from './target-recall.ts';

/** A page near a cut-off. */
export type BorderlinePage = {
  url: Url;
  title: string;
  score: number;
  cutOff: number;
  /** File name of the topic definition or model. */
  filter: string;
  /** The terms with the largest contribution. At most 5. */
  terms: { term: string; hits: number; points: number }[];
  /** ISO 8601. */
  fetchedAt: string;
};

/** What a crawl's current topic says about its stored documents. The stored verdicts may differ if the topic changed. */
export type TopicReport = {
  /** The topic definitions with their cut-offs. */
  cutOffs: CutOff[];
  sample: SampleSize;
  /** Number of documents per verdict of the current topic. Each URL counts once, with its newest document in the sample. */
  verdicts: Record<Verdict['kind'], number>;
  /** Harvest rate over time, of the same documents. Empty: too few pages. */
  harvest: HarvestPart[];
  /** How many of the known pages on topic were found (`targets`). Absent: the crawl has no targets. */
  recall?: TargetRecall;
  /** What the models of the topic have learned. Absent: the topic has no model. */
  learned?: LearnedWords[];
  /** Off-topic pages with at least one term, the nearest to the cut-off first. */
  nearest: BorderlinePage[];
  /** Pages that a topic definition or model accepts, the weakest first. */
  weakest: BorderlinePage[];
};

/** How much of a crawl a report on its topic reads and lists. */
export type TopicReportLimits = {
  /** Maximum number of pages that are read, rounded up to whole objects. */
  pages: number;
  /** Maximum length of each list. */
  listed: number;
  /** Checked while documents are read; absent: no time limit. */
  hasTime?: (() => boolean) | undefined;
};

/** Maximum number of terms that are listed of a page, and of characters of its title. */
const MAX_TERMS = 5;
const MAX_TITLE_LENGTH = 200;

/** Verdict on the newest document of a URL; `ended`: the page is gone or moved since. `near`: absent if no filter came close. */
type Judged = { fetchedAt: number; changeAt: number; kind: Verdict['kind'] | 'ended'; near?: BorderlinePage };

/** Judges a sample of the stored documents, the newest one of each URL, and reports on the verdicts. */
export async function reportTopic(
  crawl: string,
  judge: ExplainingJudge,
  ports: SamplePorts,
  { pages, listed, hasTime = () => true }: TopicReportLimits,
): Promise<TopicReport> {
  const judged = new Map<Url, Judged>();
  // An object may hold a single page.
  const chosen = await sampleObjects(crawl, ports, pages);
  let left = pages;
  const sample = await readSample(
    chosen,
    ports.objects,
    (bytes) => {
      const lines = [...readJsonLines<DocumentLine>(bytes)];
      for (const line of lines) judgeLine(line, judge, judged);
      left -= lines.length;
      return lines.length;
    },
    () => left > 0 && hasTime(),
  );
  const all = [...judged.values()];
  const documents = all
    .filter(({ kind }) => kind !== 'ended')
    .map(({ fetchedAt, kind }) => ({ fetchedAt, isRelevant: kind === 'relevant' }));
  const near = (kind: Verdict['kind']) => all.flatMap((one) => (one.kind === kind && one.near ? [one.near] : []));
  return {
    cutOffs: [...judge.cutOffs],
    sample,
    verdicts: countKinds(all),
    harvest: harvestOf(documents),
    nearest: closest(near('off-topic'), listed),
    weakest: closest(near('relevant'), listed),
  };
}

function judgeLine(line: DocumentLine, judge: ExplainingJudge, judged: Map<Url, Judged>): void {
  const { url, fetchedAt } = line;
  const changeAt = changeTimeOf(line);
  if (changeAt < (judged.get(url)?.changeAt ?? 0)) return;
  const hasEnded = !line.note.held && (line.kind === 'gone' || (line.kind === 'moved' && line.permanent));
  if (hasEnded) judged.set(url, { fetchedAt, changeAt, kind: 'ended' });
  if (line.kind !== 'document') return;
  const { document } = line;
  const { judgement, filters } = judge.explain(document);
  // A page that must not be kept is not kept for another cut-off either.
  const closest = document.reason === null ? closestFilter(filters) : undefined;
  const near = closest && { near: borderlinePage(url, fetchedAt, document.title ?? '', closest) };
  judged.set(url, { fetchedAt, changeAt, kind: judgement.kind, ...near });
}

type ScoreReport = Extract<FilterReport, { kind: 'terms' | 'model' }>;

const isScored = (report: FilterReport): report is ScoreReport => report.kind === 'terms' || report.kind === 'model';

/** Returns the filter that accepts the page, or the one that is closest to it. Undefined: another kind of filter decides, or no term matches. */
function closestFilter(filters: readonly FilterReport[]): ScoreReport | undefined {
  const last = filters.at(-1);
  if (last?.verdict) return last.accepts && isScored(last) ? last : undefined;
  return filters
    .filter(isScored)
    .filter(({ terms }) => terms.length > 0)
    .reduce<ScoreReport | undefined>((best, one) => (best && gapOf(best) <= gapOf(one) ? best : one), undefined);
}

const gapOf = ({ score, cutOff }: { score: number; cutOff: number }): number => Math.abs(score - cutOff);

function borderlinePage(url: Url, fetchedAt: number, title: string, report: ScoreReport): BorderlinePage {
  return {
    url,
    title: title.slice(0, MAX_TITLE_LENGTH),
    ...{ score: report.score, cutOff: report.cutOff, filter: report.filter },
    terms: termsOf(report).slice(0, MAX_TERMS),
    fetchedAt: new Date(fetchedAt).toISOString(),
  };
}

function termsOf(report: ScoreReport): BorderlinePage['terms'] {
  if (report.kind === 'model') return report.terms.map(({ term, hits, weight }) => ({ term, hits, points: weight }));
  return report.terms.map(({ term, hits, points }) => ({ term, hits, points }));
}

function closest(pages: readonly BorderlinePage[], max: number): BorderlinePage[] {
  return [...pages].sort((a, b) => gapOf(a) - gapOf(b) || (a.url < b.url ? -1 : 1)).slice(0, max);
}

function countKinds(all: readonly Judged[]): Record<Verdict['kind'], number> {
  const counts = { relevant: 0, 'leads-on': 0, 'off-topic': 0 };
  for (const { kind } of all) if (kind !== 'ended') counts[kind]++;
  return counts;
}
