/** Explains the topic filters' answer about a page: it judges the stored document again with the crawl's current topic. */
import type { FilterReport } from '../../classify/filters/filter.ts';
import type { ExplainingJudge } from '../../classify/judge.ts';
import { withPersonVerdicts } from '../../classify/judgements/judged-by-person.ts';
import type { PersonVerdict, PersonVerdicts } from '../../classify/judgements/judgement-store.ts';
import {
  describeAnswer,
  describeClasses,
  describeEvidence,
  describeTerms,
} from '../../classify/review/describe-filters.ts';
import {
  type DocumentHint,
  findDocument,
  type PageDocument,
  scanForDocument,
} from '../../classify/review/find-document.ts';
import { describeSample, type SamplePorts } from '../../classify/review/sample-objects.ts';
import type { TopicExplanation } from '../../classify/review/topic-explanation.ts';
import type { Verdict } from '../../classify/verdict.ts';
import type { LinkEvidence } from '../../focus/link-evidence.ts';
import type { KnownPage } from '../../frontier/explain/explain.ts';
import { type ExplainedStep, explainStep, isoDate } from '../../frontier/explain/explain-step.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { REASONS } from '../../url/reason.ts';
import type { Settings } from '../settings.ts';
import { compileTopic } from '../topic/compile-topic.ts';
import { loadModels } from '../topic-models.ts';

export type TopicPorts = SamplePorts & {
  index?: SearchIndex | undefined;
  /** Whether there is time to read another object. Absent: always. */
  hasTime?: (() => boolean) | undefined;
  /** Verdicts of a person on pages of the crawl. Absent: none. */
  verdicts?: PersonVerdicts | undefined;
};

/** What the topic decides. Every other stored verdict is the reason why a visit brought no document to judge. */
const VERDICTS: readonly string[] = ['relevant', 'leads-on', 'off-topic'] satisfies Verdict['kind'][];

/** Maximum number of terms per filter in the text of a step, and in `TopicExplanation`. */
const MAX_TERMS_IN_TEXT = 20;
const MAX_TERMS = 100;

/** `evidence`: that of the links to the page when it was fetched; absent: unknown. */
type TopicAnswer = { steps: ExplainedStep[]; topic?: TopicExplanation; evidence?: LinkEvidence };

/**
 * @returns the steps `clean`, `topic` and `filter`, and the answer as data. A crawl without a topic has only the step `clean`, for a document that
 *   was left out.
 */
export async function explainTopic(page: KnownPage, settings: Settings, ports: TopicPorts): Promise<TopicAnswer> {
  if (page.verdict === undefined) return { steps: [] };
  if (settings.topic.filters.length === 0) return { steps: await leftOutSteps(page, page.verdict, settings, ports) };
  const loaded = await loadModels(settings, ports.objects);
  const filters = compileIfPossible(loaded);
  if (typeof filters === 'string') return { steps: [explainStep('topic', 'missing', `not judged now: ${filters}`)] };
  const judge = ports.verdicts ? withPersonVerdicts(filters, ports.verdicts) : filters;
  const person = ports.verdicts?.of(page.url);
  const { crawl } = settings;
  const found = await findDocument(
    crawl,
    page.url,
    await hintsOf(page, crawl, ports.index),
    ports.objects,
    ports.hasTime,
  );
  if (found) return explainDocument(found, page.verdict, judge, person);
  // The last visit brought no document: the page was unchanged, or failed.
  const { line, sample } = await scanForDocument(crawl, page.url, ports, ports.hasTime);
  if (line) return explainDocument(line, page.verdict, judge, person);
  const searched = `the stored document was not found; searched ${describeSample(sample)}`;
  return { steps: [explainStep('topic', 'missing', searched)] };
}

/** Explains why the document of the last visit was left out, in a crawl that keeps every document with text. */
async function leftOutSteps(
  { url, at, outcome }: KnownPage,
  verdict: string,
  { crawl }: Settings,
  { objects, hasTime }: TopicPorts,
): Promise<ExplainedStep[]> {
  if (VERDICTS.includes(verdict) || outcome !== 'fetched') return [];
  const found = await findDocument(crawl, url, [{ at }], objects, hasTime);
  return found ? cleanSteps(found) : [];
}

function cleanSteps({ document: { reason, detail }, fetchedAt }: PageDocument): ExplainedStep[] {
  if (reason === null || detail === undefined) return [];
  return [explainStep('clean', 'left-out', `${REASONS[reason]}: ${detail}`, { reason, at: fetchedAt })];
}

/** Compiles a topic. @returns the fault if it cannot judge here, for example because a plug-in is missing */
export function compileIfPossible(settings: Settings): ReturnType<typeof compileTopic> | string {
  try {
    return compileTopic(settings);
  } catch (error) {
    return (error as Error).message;
  }
}

/** The last visit has the document if it fetched the page. Otherwise the record knows an object with the same text. */
async function hintsOf(
  { at, outcome, record }: KnownPage,
  crawl: string,
  index: SearchIndex | undefined,
): Promise<DocumentHint[]> {
  const hints: DocumentHint[] = outcome === 'fetched' ? [{ at }] : [];
  const stored = record && index ? await index.get(crawl, record).catch(() => undefined) : undefined;
  return stored ? [...hints, { captureKey: stored.capture.key }] : hints;
}

function explainDocument(
  page: PageDocument,
  stored: string,
  judge: ExplainingJudge,
  person: PersonVerdict | undefined,
): TopicAnswer {
  const { document, fetchedAt } = page;
  const { evidence } = page.note;
  const { judgement, filters } = judge.explain(document);
  const verdict = document.reason ?? judgement.kind;
  // Only pages with a record have this reason: the last visit changed neither record nor verdict.
  const acted = stored === 'not-modified' ? 'relevant' : stored;
  const changed = verdict === acted ? 'as when it was crawled' : describeActed(acted);
  const by = person ? `the verdict of a person is ${person} (thresher judge)` : decidedBy(filters, judgement.kind);
  const summary = explainStep(
    'topic',
    judgement.kind,
    `judged now from the document of ${isoDate(fetchedAt)} by the current topic: ${by}; ${changed}`,
    { reason: document.reason },
  );
  return {
    ...(evidence !== undefined && { evidence }),
    steps: [...cleanSteps(page), summary, ...filters.map(filterStep)],
    topic: {
      verdict,
      stored,
      fetchedAt: isoDate(fetchedAt),
      filters: filters.map((one) => (one.kind === 'terms' ? { ...one, terms: one.terms.slice(0, MAX_TERMS) } : one)),
    },
  };
}

/** @param acted verdict, or the reason why the last visit brought no record: the page is gone, has moved, or is an error page */
function describeActed(acted: string): string {
  return VERDICTS.includes(acted)
    ? `the crawl acted on the verdict ${acted}; \`thresher reclassify\` applies the current topic`
    : `the crawl acted on the reason ${acted}, which no topic changes`;
}

function decidedBy(filters: readonly FilterReport[], kind: Verdict['kind']): string {
  const last = filters.at(-1)!;
  if (last.accepts) return `${last.filter} accepts it`;
  if (last.verdict)
    return last.verdict === 'leads-on' ? `${last.filter} keeps only its links` : `${last.filter} rejects it`;
  if (kind !== 'off-topic') return 'every filter lets it pass';
  return filters.length === 1 ? `${last.filter} does not accept it` : `none of ${filters.length} filters accepts it`;
}

function filterStep(report: FilterReport): ExplainedStep {
  const decision = report.verdict ?? (report.kind === 'rule' ? 'passed' : 'off-topic');
  const answer = describeAnswer(report);
  if (report.kind === 'model')
    return explainStep(
      'filter',
      decision,
      `${answer}: ${describeClasses(report.classes)}; ${describeEvidence(report)}`,
    );
  if (report.kind !== 'terms') return explainStep('filter', decision, answer);
  return explainStep(
    'filter',
    decision,
    `${answer}: ${describeTerms(report.terms, report.weights, MAX_TERMS_IN_TEXT)}`,
  );
}
