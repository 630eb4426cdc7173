/** Training examples from a crawl: pages that a person has judged, and pages that the topic filters judge without doubt. */
import type { CleanDocument } from '../../clean/document.ts';
import { inputOf } from '../filters/model.ts';
import type { ExplainingJudge } from '../judge.ts';
import type { LabelledDocument } from '../models/training/train-model.ts';
import { readNewestDocuments } from '../review/newest-documents.ts';
import type { SamplePorts, SampleSize } from '../review/sample-objects.ts';
import type { PersonVerdict, PersonVerdicts } from './judgement-store.ts';
import { marginOf } from './page-to-judge.ts';

/** A page with its verdict as the label. */
export type CrawlExample = LabelledDocument & { label: PersonVerdict; isByPerson: boolean };

/** Pages of a crawl as training examples. */
export type CrawlExamples = {
  examples: CrawlExample[];
  /** Number of pages that were left out because their verdict is in doubt. */
  doubtful: number;
  sample: SampleSize;
};

/** Margin from which a verdict of the filters is an example: a score at least a third above or below the cut-off. */
const SURE_MARGIN = 0.25;

/** Maximum number of links of an example. */
const MAX_LINKS = 300;

/** Number of stored pages that training reads: as many examples as a model needs, in less than a minute. */
export const TRAINING_PAGES = 5_000;

/**
 * @param judge the topic filters, without the verdicts of a person
 * @param pages maximum number of stored pages that are read, rounded up to whole objects
 */
export async function readCrawlExamples(
  crawl: string,
  judge: ExplainingJudge,
  verdicts: PersonVerdicts,
  ports: SamplePorts,
  pages: number,
): Promise<CrawlExamples> {
  const { kept, sample } = await readNewestDocuments(crawl, ports, pages, (document) =>
    document.reason !== null || document.text === ''
      ? undefined
      : exampleOf(document, judge, verdicts.of(document.url)),
  );
  const sure = kept.filter((one) => one !== 'doubtful');
  const examples = judge.focused ? sure : withoutTopic(sure);
  return { examples, doubtful: kept.length - examples.length, sample };
}

/**
 * Without a topic, unjudged pages are examples only if the person rejected no page. They are then the counterexamples.
 */
function withoutTopic(examples: readonly CrawlExample[]): CrawlExample[] {
  const hasRejected = examples.some(({ isByPerson, label }) => isByPerson && label === 'off-topic');
  return hasRejected
    ? examples.filter(({ isByPerson }) => isByPerson)
    : examples.map((one) => (one.isByPerson ? one : { ...one, label: 'off-topic' }));
}

function exampleOf(
  document: CleanDocument,
  judge: ExplainingJudge,
  person: PersonVerdict | undefined,
): CrawlExample | 'doubtful' {
  const links = document.links.slice(0, MAX_LINKS).map(({ url, anchor }) => ({ url, anchor }));
  const page = { ...inputOf(document), links };
  if (person !== undefined) return { ...page, label: person, isByPerson: true };
  const { judgement, filters } = judge.explain(document);
  if (marginOf(filters) < SURE_MARGIN) return 'doubtful';
  return { ...page, label: judgement.kind === 'relevant' ? 'relevant' : 'off-topic', isByPerson: false };
}
