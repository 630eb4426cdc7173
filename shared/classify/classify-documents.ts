import type { DocumentLine } from '../clean/document.ts';
import { enqueueLinks, type OfferedLink, type PageFeedback } from '../frontier/enqueue-links.ts';
import type { CashTransfer } from '../frontier/host/opic-cash.ts';
import type { RecentLinks } from '../frontier/recent-links.ts';
import type { Clock } from '../ports/clock.ts';
import type { Counts } from '../ports/control.ts';
import type { Frontier } from '../ports/frontier.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import type { RecordChange } from '../ports/search-index.ts';
import type { StageCache } from '../ports/stage-cache.ts';
import { readStoredLines, writeJsonLines } from '../text/lines.ts';
import type { Grouping } from '../url/group.ts';
import type { Reason } from '../url/reason.ts';
import type { UrlCandidate } from '../url/scope.ts';
import type { Url } from '../url/url.ts';
import { promoteByUrlWords } from '../url/url-words.ts';
import { gatherLinks, type LinkGatherer, type LinkRules } from './gather-links.ts';
import type { Judge } from './judge.ts';
import { listConsequence, listedLinks } from './listed-links.ts';
import {
  type ChangedPage,
  type Consequence,
  captureConsequence,
  documentConsequence,
  findChangedPage,
  holdIdenticalPages,
} from './record-changes.ts';

export type ClassifyPorts = {
  objects: Objects;
  frontier: Frontier;
  records: Queue<ObjectMessage>;
  clock: Clock;
  /** Absent: every stage reads its object. */
  stageCache?: StageCache;
};

export type ClassifyOptions = {
  judge: Judge;
  /** The first objection to an address, or undefined: it belongs to the crawl. */
  scope: (candidate: UrlCandidate) => Reason | undefined;
  /** The crawl is stopped: records and news are kept, links are refused. */
  stopped?: boolean | undefined;
  /** How much the words of an address speak for the topic; 0: they do not. Not said: nobody looks. */
  urlWords?: ((url: Url) => number) | undefined;
  /** Which links are followed, and where they stand in line. Not said: those of pages on topic, by page and words. */
  links?: LinkRules | undefined;
  grouping: Grouping;
  /** When links that are found now may be followed, epoch ms; absent: at once. */
  linksDueAt?: ((now: number) => number) | undefined;
  /** What this process has offered lately; absent: nobody remembers. */
  recentLinks?: RecentLinks | undefined;
};

/**
 * Judges the documents of a clean object; tells the index what changes, and the frontier which links are worth following
 * and what became of its pages.
 *
 * Records come first: what the frontier is told of a record, the index has been told of before. Every step may be
 * repeated (the object's key follows from the message's, offers are keyed by their content), so a message that comes
 * again as a whole leaves the same, wherever it broke off.
 *
 * @returns `verdict.<kind>` documents, `link.offered`, and `link.<reason>` for links that are not followed; each link
 * counts once an object.
 * @throws when the object is not there.
 */
export async function classifyDocuments(
  message: ObjectMessage,
  ports: ClassifyPorts,
  options: ClassifyOptions,
): Promise<Counts> {
  const found = await judgeDocuments(message, ports, options);
  return enqueueFindings(message.crawl, [found], ports, options);
}

/** What an object has for the frontier: links to be offered, each once, and what became of its own pages. */
export type ObjectFindings = {
  key: string;
  links: OfferedLink[];
  cash: CashTransfer[];
  feedback: PageFeedback[];
  counts: Counts;
};

/** The first half of it: judges, and tells the index. @throws when the object is not there. */
export async function judgeDocuments(
  { crawl, key }: ObjectMessage,
  { objects, records, stageCache }: Pick<ClassifyPorts, 'objects' | 'records' | 'stageCache'>,
  options: ClassifyOptions,
): Promise<ObjectFindings> {
  const lines = stageCache?.take<DocumentLine>(key) ?? readStoredLines<DocumentLine>(await objects.get(key), key);
  const { changes, ...found } = classify(lines, options);
  if (changes.length > 0) {
    const message = { crawl, key: recordsKey(key) };
    await objects.put(message.key, writeJsonLines(changes));
    stageCache?.put(message.key, changes);
    await records.send([message]);
  }
  return { key, ...found };
}

/**
 * Hands on what several objects of a crawl have for their hosts: an item a host, and not one for each object.
 *
 * @returns the counts of all, with what became of their links.
 */
export async function enqueueFindings(
  crawl: string,
  parts: readonly ObjectFindings[],
  ports: Pick<ClassifyPorts, 'frontier' | 'clock'>,
  { grouping, recentLinks, linksDueAt }: Pick<ClassifyOptions, 'grouping' | 'recentLinks' | 'linksDueAt'>,
): Promise<Counts> {
  const source = parts.map(({ key }) => key).join(' ');
  const links = parts.flatMap((part) => part.links);
  const news = parts.flatMap((part) => part.feedback);
  const cash = parts.flatMap((part) => part.cash);
  const { frontier, clock } = ports;
  // Hosts are due when their links may be followed.
  const due = linksDueAt ? { ...clock, now: () => linksDueAt(clock.now()) } : clock;
  const counts = await enqueueLinks(
    { crawl, source, links, news, cash },
    { frontier, clock: due },
    grouping,
    recentLinks,
  );
  for (const part of parts) for (const [name, n] of Object.entries(part.counts)) counts[name] = (counts[name] ?? 0) + n;
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}

/** `clean/<crawl>/…` → `records/<crawl>/…`. */
function recordsKey(cleanKey: string): string {
  return cleanKey.replace(/^clean\//, 'records/');
}

function classify(
  lines: Iterable<DocumentLine>,
  { judge, scope, urlWords, links: rules, stopped = false }: ClassifyOptions,
) {
  const changes: RecordChange[] = [];
  const news: PageFeedback[] = [];
  const gatherer = gatherLinks(judge, scope, stopped, rules);
  const counts: Counts = {};
  const consequences: Consequence[] = [];
  const changed: { page: ChangedPage; consequence: Consequence }[] = [];
  for (const line of lines) {
    const consequence = consequenceOf(line, judge, gatherer, counts);
    consequences.push(consequence);
    const page = line.kind === 'document' ? findChangedPage(line) : undefined;
    if (page) changed.push({ page, consequence });
  }
  holdIdenticalPages(changed);
  for (const consequence of consequences) {
    changes.push(...consequence.changes);
    if (consequence.feedback) news.push(consequence.feedback);
  }
  const { links: found, cash, refused } = gatherer.finish();
  const links = urlWords ? found.map((link) => promoteByUrlWords(link, urlWords(link.url))) : found;
  return { changes, news, links, cash, counts: { ...counts, ...refused } };
}

function consequenceOf(line: DocumentLine, judge: Judge, gatherer: LinkGatherer, counts: Counts): Consequence {
  if (line.kind === 'document') {
    const judged = judge(line.document);
    const name = `verdict.${judged.kind}`;
    counts[name] = (counts[name] ?? 0) + 1;
    gatherer.addPage(line.document, judged, line.note.depth, line.note.hands);
    return documentConsequence(line, judged);
  }
  if (line.kind === 'list') {
    for (const { link, discovered } of listedLinks(line, judge.focused)) gatherer.addLink(link, discovered);
    return listConsequence(line);
  }
  if (line.kind === 'moved' && line.to !== null) {
    // The same page under another address: it keeps its place in line.
    const { class: place, depth } = line.note;
    const { kind = 'page' } = line.note;
    const discovered = kind === 'page' ? 'link' : 'list';
    gatherer.addLink({ url: line.to, kind, class: place, depth, parent: line.url, score: 1 }, discovered);
  }
  return captureConsequence(line);
}
