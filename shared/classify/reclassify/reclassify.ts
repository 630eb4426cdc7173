import type { CleanDocument } from '../../clean/document.ts';
import { enqueueLinks } from '../../frontier/enqueue-links.ts';
import type { PageFeedback } from '../../frontier/offer.ts';
import type { Counts } from '../../ports/control.ts';
import type { Objects } from '../../ports/objects.ts';
import type { RecordChange, SearchIndex, SearchRecord } from '../../ports/search-index.ts';
import { writeJsonLines } from '../../text/json-lines.ts';
import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import type { ClassifyPorts } from '../classify-documents.ts';
import type { Judgement } from '../filters/filter.ts';
import type { ExplainingJudge, Judge } from '../judge.ts';
import { type ClassifyOptions, classifyLines } from '../judge-lines.ts';
import type { ScoredClass } from '../models/classifier.ts';
import type { StoredDocument, StoredObject } from './stored-documents.ts';

/**
 * Effect on the index. `rescored` pages stay with another score or other classes. `rewritten` pages stay, and their documents
 * have changed.
 */
export type Transition = 'enters' | 'leaves' | 'rewritten' | 'rescored' | 'stays' | 'stays-out';

/** A stored document with its old and its new judgement. */
export type RejudgedPage = {
  document: CleanDocument;
  transition: Transition;
  /** Score before; null if it is unknown. */
  before: number | null;
  score: number;
  /** Classes before; absent if the page has no record. */
  classesBefore?: readonly ScoredClass[];
  classes: readonly ScoredClass[];
};

/** Result of one object. `changes`, `links` and `feedback` are not written yet. */
export type RejudgedObject = {
  key: string;
  pages: RejudgedPage[];
  changes: RecordChange[];
  links: Parameters<typeof enqueueLinks>[0]['links'];
  feedback: PageFeedback[];
};

export type ReclassifyOptions = Omit<ClassifyOptions, 'judge'> & {
  judge: Judge;
  /** Returns why the URL rules of the crawl keep a stored page out today. Such a page leaves. Absent: they keep none out. */
  refuse?: (url: Url) => Reason | undefined;
  /** Judges by the topic before. It knows the old score of pages without a record; absent: such scores are unknown. */
  judgeBefore?: Judge | undefined;
  /**
   * Topics whose changes may still be on their way to the index. A page is written unless the index and all these topics
   * agree with the new judgement. Default: none, the index is up to date.
   */
  pendingJudges?: readonly Judge[] | undefined;
  /** False: there is no index. Then pages have the records that `judgeBefore` gives them. Default: true. */
  hasIndex?: boolean | undefined;
  /**
   * Number of this reclassification of the crawl, from 1. A change is timed this many milliseconds after the newest visit of
   * its page: later than all earlier changes, and earlier than those of the next visit.
   */
  run: number;
};

/** Number of records that are read from the index at a time. */
const CONCURRENT_READS = 16;

/**
 * Judges the current documents of one object again, as the classify stage does, and compares with the records in the index.
 * Writes nothing. The result follows from the documents, the topic and the index alone, so it may be computed again after a
 * failure.
 */
export async function rejudgeObject(
  crawl: string,
  { key, documents }: StoredObject,
  index: Pick<SearchIndex, 'get'>,
  options: ReclassifyOptions,
): Promise<RejudgedObject> {
  const { deleted, judge, judgeBefore, refuse, pendingJudges = [], hasIndex = true, run } = options;
  const current = documents.filter(
    ({ line }) => !deleted?.hasUrl(line.url) && !deleted?.hasRecord(line.document.digest),
  );
  const records: (KnownRecord | undefined)[] = hasIndex
    ? await readRecords(crawl, current, index)
    : current.map((document) => assumedRecord(document, judgeBefore));
  const pending = current.map(({ line, before }) => pendingJudges.map((one) => one(before ?? line.document)));
  const { keeping, judgements } = keepJudgements(judge);
  const judgedDocuments = current.map(({ line }) => withheldBy(refuse?.(line.url), line.document));
  const lines = current.map(({ line, visitedAt }, i) => ({
    ...line,
    document: judgedDocuments[i]!,
    note: {
      ...noteOf(line.note, records[i]?.id ?? pendingRecord(current[i]!, pending[i]!)),
      changeAt: visitedAt + run,
    },
  }));
  const { changes, links, feedback } = classifyLines(lines, { ...options, judge: keeping });

  const pages: RejudgedPage[] = [];
  const changed = new Set<string>();
  const reported = new Set<string>();
  for (const [i, { line, before: cleanedBefore }] of current.entries()) {
    const judged = judgements.get(judgedDocuments[i]!)!;
    const record = records[i];
    const judgedBefore = judgeBefore?.(cleanedBefore ?? line.document);
    const before = record?.url === line.url ? record.score : (judgedBefore?.score ?? record?.score ?? null);
    const isRewritten = cleanedBefore !== undefined && !isSameDocument(cleanedBefore, line.document);
    const transition = transitionOf(judged, record, before, isRewritten);
    const { score, classes } = judged;
    const classesBefore = record && { classesBefore: record.classes };
    pages.push({ document: line.document, transition, before, score, classes, ...classesBefore });
    // A record that is shown under another URL keeps the score of this URL for the time when it is shown under it.
    const isHidden = record !== undefined && record.url !== line.url;
    const isPending = pending[i]!.some((earlier) => !isSameJudgement(earlier, judged));
    const hasMoved = transition === 'enters' || transition === 'leaves';
    if (hasMoved || transition === 'rewritten' || transition === 'rescored' || isHidden || isPending)
      changed.add(line.url);
    const earlier = judgedBefore ? [judgedBefore, ...pending[i]!] : pending[i]!;
    if (hasMoved || transition === 'rewritten' || earlier.some(({ kind }) => kind !== judged.kind))
      reported.add(line.url);
  }
  return {
    key,
    pages,
    changes: changes.filter(({ url }) => changed.has(url)),
    links,
    feedback: feedback.filter(({ url }) => reported.has(url)).map((item) => ({ ...item, revised: true })),
  };
}

/** Returns a judge that keeps each judgement by its document. */
function keepJudgements(judge: Judge): { keeping: Judge; judgements: ReadonlyMap<CleanDocument, Judgement> } {
  const judgements = new Map<CleanDocument, Judgement>();
  const keep = (document: CleanDocument): Judgement => {
    const judged = judge(document);
    judgements.set(document, judged);
    return judged;
  };
  const strengthOfWords = (text: string) => judge.strengthOfWords(text);
  return { keeping: Object.assign(keep, { focused: judge.focused, strengthOfWords }), judgements };
}

/**
 * Writes the result of one object: links and feedback to the frontier, then record changes to the store and to the index
 * stage. In this order, a run that is killed in between finds the index unchanged and repeats the object.
 *
 * @param run number of the reclassification. The changes of each run are an object of their own: they are only valid together.
 * @returns counts of links, as of the classify stage
 */
export async function applyRejudged(
  crawl: string,
  { key, changes, links, feedback }: RejudgedObject,
  ports: Pick<ClassifyPorts, 'frontier' | 'clock'> & {
    objects: Pick<Objects, 'put'>;
    records: Pick<ClassifyPorts['records'], 'send'>;
  },
  {
    grouping,
    recentLinks,
    run,
    maxHostsPerDomain,
  }: Pick<ReclassifyOptions, 'grouping' | 'recentLinks' | 'run' | 'maxHostsPerDomain'>,
): Promise<Counts> {
  const recordsKey = revisedRecordsKey(key, run);
  if (changes.length > 0) await ports.objects.put(recordsKey, writeJsonLines(changes));
  const counts = await enqueueLinks(
    { crawl, source: recordsKey, links, feedback, maxHostsPerDomain },
    { frontier: ports.frontier, clock: ports.clock },
    grouping,
    recentLinks,
  );
  if (changes.length > 0) await ports.records.send([{ crawl, key: recordsKey }]);
  return counts;
}

/** `clean/<crawl>/…/<name>.jsonl.zst` → `records/<crawl>/…/<name>.r<run>.jsonl.zst`. */
function revisedRecordsKey(cleanKey: string, run: number): string {
  return cleanKey.replace(/^clean\//, 'records/').replace(/(\.jsonl\.zst)?$/, `.r${run}.jsonl.zst`);
}

/** Adds up the verdicts that changed, so that the counts of the crawl follow. */
export function countTransitions(pages: readonly RejudgedPage[]): Record<Transition, number> {
  const counts = { enters: 0, leaves: 0, rewritten: 0, rescored: 0, stays: 0, 'stays-out': 0 };
  for (const { transition } of pages) counts[transition]++;
  return counts;
}

/** @returns the score and the threshold that decided, for reports; absent cut-off: no topic definition decided */
export function cutOffOf(document: CleanDocument, judge: ExplainingJudge): number | undefined {
  const scored = judge.explain(document).filters.filter((filter) => filter.kind === 'terms' || filter.kind === 'model');
  const decided = scored.find(({ accepts }) => accepts) ?? scored.sort((a, b) => b.score - a.score)[0];
  return decided?.cutOff;
}

/** @returns for each document the record with its text that lists its URL; undefined if the index has none */
async function readRecords(
  crawl: string,
  documents: readonly StoredDocument[],
  index: Pick<SearchIndex, 'get'>,
): Promise<(SearchRecord | undefined)[]> {
  const records: (SearchRecord | undefined)[] = [];
  for (let i = 0; i < documents.length; i += CONCURRENT_READS) {
    const part = documents.slice(i, i + CONCURRENT_READS).map(async ({ line: { url, document }, before }) => {
      // A run that was killed may have replaced the record before it stored the document.
      for (const id of new Set([before?.digest ?? document.digest, document.digest])) {
        const record = await index.get(crawl, id);
        if (record && url in record.urls) return record;
      }
      return undefined;
    });
    records.push(...(await Promise.all(part)));
  }
  return records;
}

type KnownRecord = Pick<SearchRecord, 'id' | 'url' | 'score' | 'classes'>;

function assumedRecord({ line, before }: StoredDocument, judgeBefore: Judge | undefined): KnownRecord | undefined {
  const document = before ?? line.document;
  const judged = judgeBefore?.(document);
  if (judged?.kind !== 'relevant') return undefined;
  return { id: document.digest, url: line.url, score: judged.score, classes: judged.classes };
}

/** @returns the id of a record that the index may receive later */
function pendingRecord({ line, before }: StoredDocument, earlier: readonly Judgement[]): string | undefined {
  return earlier.some(({ kind }) => kind === 'relevant') ? (before ?? line.document).digest : undefined;
}

/** Whether both give the same record, or none. */
function isSameJudgement(one: Judgement, other: Judgement): boolean {
  if (one.kind !== 'relevant' || other.kind !== 'relevant')
    return (one.kind === 'relevant') === (other.kind === 'relevant');
  return one.score === other.score && JSON.stringify(one.classes) === JSON.stringify(other.classes);
}

/** Returns the note of a line that is judged again: its record is the one in the index, and cash was passed on before. */
function noteOf({ was: _was, hands: _hands, ...note }: StoredDocument['line']['note'], record: string | undefined) {
  return { ...note, ...(record !== undefined && { was: record }) };
}

/** Returns the document with a reason not to keep it, unless it has one. */
function withheldBy(reason: Reason | undefined, document: CleanDocument): CleanDocument {
  return reason === undefined || document.reason !== null ? document : { ...document, reason };
}

function transitionOf(
  judged: Judgement,
  record: KnownRecord | undefined,
  before: number | null,
  isRewritten: boolean,
): Transition {
  if (judged.kind !== 'relevant') return record ? 'leaves' : 'stays-out';
  if (!record) return 'enters';
  if (isRewritten) return 'rewritten';
  return before === judged.score && JSON.stringify(record.classes) === JSON.stringify(judged.classes)
    ? 'stays'
    : 'rescored';
}

const isSameDocument = (one: CleanDocument, other: CleanDocument) => JSON.stringify(one) === JSON.stringify(other);
