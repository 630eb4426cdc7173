import type { LinkEvidence } from '../../focus/link-evidence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ControlStore } from '../../ports/control.ts';
import type { Frontier, Head } from '../../ports/frontier.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { formatNoun } from '../../text/format-count.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { createBundleCache, createBundleReader } from '../host/bundle-reader.ts';
import {
  decodePageEntry,
  decodeQueueEntry,
  mergeEvidenceByUrl,
  mergePageEntries,
  type PageEntry,
  type PageRow,
  type QueueEntry,
  type QueueRow,
} from '../host/entry.ts';
import { fingerprintLookup } from '../host/fingerprint-set.ts';
import { mergeFeedback } from '../host/inbox-feedback.ts';
import { parseManifest, pieceNames } from '../host/manifest.ts';
import { unpackRows } from '../host/pieces.ts';
import { readUnlocked } from '../host/read-entries.ts';
import type { Offer, OfferedLink } from '../offer.ts';
import { decodeOffer } from '../offer-format.ts';
import { pageSteps, queueSteps } from './explain-page.ts';
import { type ExplainedStep, explainStep, isoDate } from './explain-step.ts';

/** Explanation of one URL: decisions, oldest first. */
export type Explanation = {
  url: string;
  /** `unknown`, `offered`, `queued`, `seen`, or the last outcome: `fetched`, `refused.robots` … */
  state: string;
  steps: ExplainedStep[];
};

/** A page that was visited, as far as further explanations need it. */
export type KnownPage = Pick<PageEntry, 'url' | 'at' | 'outcome' | 'verdict' | 'record' | 'to' | 'rendering'>;

/** An explanation with the number of links from the nearest seed and the visited page, if known. */
export type UrlExplanation = Explanation & {
  depth?: number;
  page?: KnownPage;
  /** Evidence of the links to a URL that waits. Absent: it does not wait, or the crawl does not learn. */
  evidence?: LinkEvidence;
};

/** `index`: absent: steps on the record are omitted. `clock`: absent: records do not expire. */
export type ExplainPorts = {
  frontier: Frontier;
  control: ControlStore;
  index?: SearchIndex;
  clock?: Pick<Clock, 'now'>;
};

/** Explains the state of a URL and every decision on it. Reads all bundles of its host, so it is meant for reports. */
export async function explain(crawl: string, url: Url, ports: ExplainPorts): Promise<UrlExplanation> {
  const control = await ports.control.get(crawl);
  if (!control) return unknown(url, explainStep('crawl', 'unknown', `crawl ${crawl} does not exist`));
  const head = await ports.frontier.getHead({ crawl, host: hostOf(url) });
  if (!head) return unknown(url, explainStep('host', 'unknown', `the frontier has no links to ${hostOf(url)}`));

  const inbox = await inboxOf(head, ports.frontier);
  const read = await readUnlocked(head, ports.frontier, (current) => knownOf(current, url, ports.frontier));
  const known: Known = read ?? { queued: [], pages: [], seen: false };
  known.pages = mergeFeedback(
    known.pages,
    inbox.flatMap(({ feedback }) => feedback.filter((item) => item.url === url)),
  );
  const queued = mergeEvidenceByUrl(known.queued);
  const evidence = known.pages.length > 0 ? undefined : queued[0]?.evidence;
  const waiting = known.pages.length > 0 && queued[0]?.evidence !== undefined ? [] : queued;
  const steps = [...inboxSteps(inbox, url), ...waiting.flatMap(queueSteps)];
  const page = known.pages.length > 0 ? mergePageEntries(known.pages) : undefined;
  if (page) steps.push(...(await pageSteps(crawl, page, ports.index, ports.clock?.now())));
  else if (known.seen && known.queued.length === 0)
    steps.push(explainStep('frontier', 'accepted', 'accepted; no visit has committed it yet', { reason: 'seen' }));
  else if (!known.seen && steps.length === 0) steps.push(explainStep('frontier', 'unknown', 'never accepted'));
  steps.push(explainStep('host', head.state, hostDetail(head)));
  if (control.state !== 'open') steps.push(explainStep('crawl', control.state, 'nothing is fetched'));
  const depth = [...known.queued, ...known.pages.filter((page) => !page.partial)][0]?.depth;
  return {
    url,
    state: stateOf(known, steps),
    steps,
    ...(depth !== undefined && { depth }),
    ...(page && !page.partial && { page }),
    ...(evidence !== undefined && { evidence }),
  };
}

const unknown = (url: Url, only: ExplainedStep): UrlExplanation => ({ url, state: 'unknown', steps: [only] });

type Known = { queued: QueueEntry[]; pages: PageEntry[]; seen: boolean };

async function knownOf(head: Head, url: Url, frontier: Frontier): Promise<Known> {
  const read = createBundleReader(head, frontier, createBundleCache(0));
  const known: Known = { queued: [], pages: [], seen: false };
  const sets: Uint8Array[] = [];
  for (const ref of parseManifest(head.manifest)) {
    const pieces = await read(pieceNames(ref));
    if (ref.kind === 's') sets.push(Buffer.concat(pieces));
    const left =
      ref.kind !== 'q' && ref.kind !== 'p'
        ? []
        : pieces.slice(ref.piece).flatMap((bytes) => unpackRows<unknown>(bytes));
    const rows = left.slice(ref.offset);
    if (ref.kind === 'q')
      known.queued.push(...rows.map((row) => decodeQueueEntry(row as QueueRow)).filter((entry) => entry.url === url));
    if (ref.kind === 'p')
      known.pages.push(...rows.map((row) => decodePageEntry(row as PageRow)).filter((entry) => entry.url === url));
  }
  known.seen = fingerprintLookup(sets)(url);
  return known;
}

async function inboxOf(head: Head, frontier: Frontier): Promise<Offer[]> {
  const { items } = await frontier.readInbox(head, 10_000);
  return items.map(({ body }) => decodeOffer(body));
}

function inboxSteps(inbox: Offer[], url: Url): ExplainedStep[] {
  const found = inbox.flatMap(({ links }) => links).filter((link) => link.url === url);
  const recrawls = inbox.flatMap(({ recrawl }) => (recrawl && url.startsWith(recrawl.prefix ?? '') ? [recrawl] : []));
  return [
    ...found.map((link) => explainStep('inbox', 'offered', offerDetail(link))),
    ...recrawls.map(({ at }) => explainStep('recall', 'waiting', 'due unless it was fetched since', { at })),
  ];
}

function offerDetail({ parent, lastModified }: OfferedLink): string {
  const from = parent === null ? 'a seed' : `found on ${parent}`;
  return lastModified === undefined ? from : `${from}, which reports a change at ${isoDate(lastModified)}`;
}

function hostDetail(head: Head): string {
  const due = head.due === undefined ? 'no due time' : `due at ${isoDate(head.due)}`;
  const counts = Object.entries(head.counts).map(([name, n]) => `${name} ${n}`);
  const urls = counts.length > 0 ? `; ${counts.join(', ')}` : '';
  return `${due}; group ${head.group}; epoch ${head.epoch}; ${formatNoun(head.attempts, 'attempt')} without a commit${urls}`;
}

function stateOf({ queued, pages, seen }: Known, steps: ExplainedStep[]): string {
  if (pages.some((page) => !page.partial)) return mergePageEntries(pages).outcome;
  if (queued.length > 0) return 'queued';
  if (steps.some((one) => one.step === 'inbox')) return 'offered';
  return seen ? 'seen' : 'unknown';
}
