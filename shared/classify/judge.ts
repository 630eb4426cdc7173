import type { CleanDocument } from '../clean/document.ts';
import { memoizeText } from '../text/memoize.ts';
import { compileFilter, type TopicFilter } from './filters/compile-filter.ts';
import type { CompiledFilter, FilterAnswer, FilterReport, Judgement } from './filters/filter.ts';

/** A judgement with the answers of all filters that were consulted for it. The last one decided if it has a verdict. */
export type JudgementReport = { judgement: Judgement; filters: FilterReport[] };

/** Judges documents by the topic filters of a crawl. */
export type Judge = {
  (document: CleanDocument): Judgement;
  /** Whether there is a filter. If false, every document is relevant. */
  readonly focused: boolean;
  /** Scores how relevant a short text, such as a link text, is to the topic. 0 to 1. */
  strengthOfWords(text: string): number;
};

/** A topic definition or model, by its file name, and its threshold: documents with a score above it are relevant. */
export type CutOff = { filter: string; cutOff: number };

/** A judge that also answers for reports. */
export type ExplainingJudge = Judge & {
  /** Judges a document and reports on every filter that is consulted. Takes twice as long as judging. */
  explain(document: CleanDocument): JudgementReport;
  readonly cutOffs: readonly CutOff[];
};

/** Number of texts of links whose strengths are kept. */
const KEPT_STRENGTHS = 4_096;

/**
 * Compiles topic filters into a function that judges documents. Compile once per topic.
 *
 * Filters are consulted in order; the first with a verdict decides. If none decides, the document is relevant if no filter can
 * accept documents and all let it pass; otherwise it is off-topic, with the answer of the highest score. A page that must not be kept (`reason`) is never relevant; if it is on topic, it leads on.
 *
 * @throws TopicFileError, ModelFileError
 */
export function compileFilters(filters: readonly TopicFilter[]): ExplainingJudge {
  const compiled = filters.map(compileFilter);
  const judge = (document: CleanDocument) => {
    const judged = compiled.length === 0 ? ALL_RELEVANT : judgeBy(compiled, document);
    return document.reason === null ? judged : withheld(judged, document.reason);
  };
  // Pages of a site repeat their links.
  const strengthOf = memoizeText(KEPT_STRENGTHS, (text) =>
    compiled.reduce((max, { strengthOfWords: words }) => Math.max(max, words(text)), 0),
  );
  return Object.assign(judge, {
    explain: (document: CleanDocument) => ({ judgement: judge(document), filters: reportsOf(compiled, document) }),
    cutOffs: filters.flatMap((filter) => ('cutOff' in filter ? [{ filter: filter.file, cutOff: filter.cutOff }] : [])),
    focused: compiled.length > 0,
    strengthOfWords: (text: string) => strengthOf(text),
  });
}

const ALL_RELEVANT: Judgement = {
  kind: 'relevant',
  score: 1,
  classes: [],
  terms: [],
  why: 'no topic filter: every document is relevant',
  strength: 1,
};

const NO_MATCH: Judgement = {
  kind: 'off-topic',
  score: 0,
  classes: [],
  terms: [],
  why: 'no filter accepts it',
  strength: 0,
};

function judgeBy(compiled: readonly CompiledFilter[], document: CleanDocument): Judgement {
  let nearest: FilterAnswer | undefined;
  let passed: FilterAnswer | undefined;
  let documentAccepted: boolean | undefined;
  let failed = false;
  const verdictOf = ({ decides: _, ...judged }: FilterAnswer): Judgement => ({
    ...judged,
    ...(documentAccepted !== undefined && { documentAccepted }),
    ...(failed && { failed }),
  });
  for (const { judge: ask } of compiled) {
    const answer = ask(document);
    documentAccepted = answer?.documentAccepted ?? documentAccepted;
    failed ||= answer?.failed ?? false;
    if (answer?.decides) return verdictOf(answer);
    if (answer?.kind === 'relevant') passed = answer;
    else if (answer && (!nearest || answer.score > nearest.score)) nearest = answer;
  }
  if (passed && !compiled.some(({ canAccept }) => canAccept)) return verdictOf(passed);
  return nearest ? verdictOf(nearest) : NO_MATCH;
}

function reportsOf(compiled: readonly CompiledFilter[], document: CleanDocument): FilterReport[] {
  const reports: FilterReport[] = [];
  for (const { report } of compiled) {
    reports.push(report(document));
    if (reports.at(-1)!.verdict) break;
  }
  return reports;
}

function withheld(judged: Judgement, reason: string): Judgement {
  const kind = judged.kind === 'relevant' ? 'leads-on' : judged.kind;
  return { ...judged, kind, why: `not kept (${reason}); ${judged.why}` };
}
