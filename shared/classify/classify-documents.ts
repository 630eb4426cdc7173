import type { DocumentLine } from '../clean/document.ts';
import { readLines, writeLines } from '../clean/lines.ts';
import { type News, offer } from '../frontier/offer.ts';
import type { Clock } from '../ports/clock.ts';
import type { Counts } from '../ports/control.ts';
import type { Frontier } from '../ports/frontier.ts';
import type { ObjectMessage } from '../ports/messages.ts';
import type { Objects } from '../ports/objects.ts';
import type { Queue } from '../ports/queue.ts';
import type { RecordChange } from '../ports/search-index.ts';
import type { Grouping } from '../url/group.ts';
import type { Reason } from '../url/reason.ts';
import type { Candidate } from '../url/scope.ts';
import { gatherLinks, type LinkGatherer } from './gather-links.ts';
import type { Judge } from './judge.ts';
import { afterDocument, afterOther, type Consequence } from './record-changes.ts';

export type ClassifyPorts = { objects: Objects; frontier: Frontier; records: Queue<ObjectMessage>; clock: Clock };

export type ClassifyOptions = {
  judge: Judge;
  /** The first objection to an address, or undefined: it belongs to the crawl. */
  scope: (candidate: Candidate) => Reason | undefined;
  /** The crawl is stopped: records and news are kept, links are refused. */
  stopped?: boolean | undefined;
  grouping: Grouping;
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
  { crawl, key }: ObjectMessage,
  ports: ClassifyPorts,
  options: ClassifyOptions,
): Promise<Counts> {
  const bytes = await ports.objects.get(key);
  if (!bytes) throw new Error(`no object ${key}`);
  const { changes, news, links, counts } = classify(readLines<DocumentLine>(bytes), options);

  if (changes.length > 0) {
    const records = { crawl, key: recordsKey(key) };
    await ports.objects.put(records.key, writeLines(changes));
    await ports.records.send([records]);
  }
  const offered = await offer({ crawl, source: key, links, news }, ports, options.grouping);
  return { ...counts, ...sum(counts, offered) };
}

/** `clean/<crawl>/…` → `records/<crawl>/…`. */
export function recordsKey(cleanKey: string): string {
  return cleanKey.replace(/^clean\//, 'records/');
}

function classify(lines: Iterable<DocumentLine>, { judge, scope, stopped = false }: ClassifyOptions) {
  const changes: RecordChange[] = [];
  const news: News[] = [];
  const gatherer = gatherLinks(judge, scope, stopped);
  const counts: Counts = {};
  for (const line of lines) {
    const consequence = consequenceOf(line, judge, gatherer, counts);
    changes.push(...consequence.changes);
    if (consequence.news) news.push(consequence.news);
  }
  const { links, refused } = gatherer.end();
  return { changes, news, links, counts: { ...counts, ...refused } };
}

function consequenceOf(line: DocumentLine, judge: Judge, gatherer: LinkGatherer, counts: Counts): Consequence {
  if (line.kind === 'document') {
    const judged = judge(line.document);
    const name = `verdict.${judged.kind}`;
    counts[name] = (counts[name] ?? 0) + 1;
    gatherer.page(line.document, judged, line.note.depth);
    return afterDocument(line, judged);
  }
  if (line.kind === 'moved' && line.to !== null) {
    // The same page under another address: it keeps its place in line.
    const { class: place, depth } = line.note;
    gatherer.link({ url: line.to, kind: 'page', class: place, depth, parent: line.url, score: 1 });
  }
  return afterOther(line);
}

function sum(one: Counts, other: Counts): Counts {
  const told = Object.entries(other).filter(([, n]) => n > 0);
  return Object.fromEntries(told.map(([name, n]) => [name, n + (one[name] ?? 0)]));
}
