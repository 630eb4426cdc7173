import type { DocumentLine } from '../clean/document.ts';
import { enqueueLinks } from '../frontier/enqueue-links.ts';
import type { CashTransfer, OfferedLink, PageFeedback } from '../frontier/offer.ts';
import { addCounts } from '../meter/add-counts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Counts } from '../ports/control.ts';
import type { Frontier } from '../ports/frontier.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import type { StageCache } from '../ports/stage-cache.ts';
import { type JsonLineList, openJsonLineList } from '../text/json-line-list.ts';
import { packJsonLines, readStoredLines } from '../text/json-lines.ts';
import { type ClassifyOptions, judgeLines } from './judge-lines.ts';
import { recordsKey } from './records-key.ts';

/** Stores and queue of the classify stage. */
export type ClassifyPorts = {
  objects: Objects;
  frontier: Frontier;
  records: Queue<ObjectMessage>;
  clock: Clock;
  /** Absent: each stage reads its object from the store. */
  stageCache?: StageCache;
};

/**
 * Judges the documents of a clean object. Sends record changes to the index, and links and page feedback to the frontier.
 *
 * The records are stored last, so a stored object of records means that the links of its documents are in the frontier
 * (`shared/maintain/resend/`). Documents that change no record leave an empty one. Every step is idempotent: the object key derives from the message, and offers are keyed by
 * content. A redelivered message has the same result, wherever the first attempt stopped.
 *
 * @returns number of documents per `verdict.<kind>`, and of links per `link.offered` and `link.<reason>`. Each link counts
 * once per object, or once per batch in an object with very many links.
 * @throws if the object does not exist.
 */
export async function classifyDocuments(
  message: ObjectMessage,
  ports: ClassifyPorts,
  options: ClassifyOptions,
): Promise<Counts> {
  const found = await judgeDocuments(message, ports, options);
  const counts = await enqueueFindings(message.crawl, [found], ports, options);
  await storeRecords(message.crawl, found, ports);
  return counts;
}

/** Data of one object for the frontier: unique links to enqueue, cash transfers and feedback on its pages. */
export type ObjectFindings = {
  key: string;
  links: OfferedLink[];
  cash: CashTransfer[];
  feedback: PageFeedback[];
  counts: Counts;
  /** Packed changes of records, their number, and their lines for the stage cache. */
  records: { key: string; bytes: Uint8Array; count: number; lines?: JsonLineList };
};

/**
 * First part of `classifyDocuments`: judges documents. Stores nothing but links that would take too much memory until the last document is
 * judged: it sends these to their hosts at once.
 *
 * @throws if the object does not exist.
 */
export async function judgeDocuments(
  { crawl, key }: ObjectMessage,
  { objects, stageCache, frontier, clock }: Omit<ClassifyPorts, 'records'>,
  options: ClassifyOptions,
): Promise<ObjectFindings> {
  const lines = stageCache?.take<DocumentLine>(key) ?? readStoredLines<DocumentLine>(await objects.get(key), key);
  const learner = options.cindi?.learner ?? options.learner;
  await learner?.load();
  const written = openJsonLineList();
  const judging = judgeLines(lines, options, (change) => written.add(change));
  const sent: Counts = {};
  let step = judging.next();
  for (; !step.done; step = judging.next()) {
    const batch = { key, ...step.value, feedback: [] };
    addCounts(sent, await enqueueFindings(crawl, [batch], { frontier, clock }, options));
  }
  const found = step.value;
  addCounts(found.counts, sent);
  await learner?.share();
  const bytes = packJsonLines(written);
  const records = { key: recordsKey(key), bytes, count: written.count, ...(stageCache && { lines: written }) };
  if (!stageCache) written.release();
  return { key, ...found, records };
}

/**
 * Last part of `classifyDocuments`, after `enqueueFindings`: stores the record changes and sends them to the index. Without
 * changes it stores an empty object, which says that the documents were classified.
 */
export async function storeRecords(
  crawl: string,
  { records: stored }: Pick<ObjectFindings, 'records'>,
  { objects, records, stageCache }: Pick<ClassifyPorts, 'objects' | 'records' | 'stageCache'>,
): Promise<void> {
  const { key, bytes, count, lines } = stored;
  await objects.put(key, bytes);
  if (count === 0) return;
  if (lines) stageCache?.put(key, lines);
  await records.send([{ crawl, key }]);
}

/**
 * Second part of `classifyDocuments`: sends the findings of several objects to their hosts, as one inbox item per host.
 *
 * @returns the summed counts, including those of the links.
 */
export async function enqueueFindings(
  crawl: string,
  parts: readonly Omit<ObjectFindings, 'records'>[],
  ports: Pick<ClassifyPorts, 'frontier' | 'clock'>,
  {
    grouping,
    recentLinks,
    linksDueAt,
    maxHostsPerDomain,
  }: Pick<ClassifyOptions, 'grouping' | 'recentLinks' | 'linksDueAt' | 'maxHostsPerDomain'>,
): Promise<Counts> {
  const source = parts.map(({ key }) => key).join(' ');
  const links = parts.flatMap((part) => part.links);
  const feedback = parts.flatMap((part) => part.feedback);
  const cash = parts.flatMap((part) => part.cash);
  const { frontier, clock } = ports;
  // Hosts become due when their links may be followed.
  const due = linksDueAt ? { ...clock, now: () => linksDueAt(clock.now()) } : clock;
  const counts = await enqueueLinks(
    { crawl, source, links, feedback, cash, maxHostsPerDomain },
    { frontier, clock: due },
    grouping,
    recentLinks,
  );
  for (const part of parts) addCounts(counts, part.counts);
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
