import type { ControlStore } from '../ports/control.ts';
import type { Frontier, Head } from '../ports/frontier.ts';
import { REASONS } from '../url/reason.ts';
import { hostOf, type Url } from '../url/url.ts';
import { bundleCache, bundleReader } from './bundle-reader.ts';
import {
  foldPages,
  type PageEntry,
  type PageRow,
  pageEntry,
  pageOfNews,
  type QueueEntry,
  type QueueRow,
  queueEntry,
} from './entry.ts';
import { whyOf } from './history.ts';
import { parseManifest, pieceNames } from './manifest.ts';
import { decodeOffer, type Offer } from './offer.ts';
import { readRows } from './pieces.ts';
import { seenIn } from './seen.ts';

/** The story of one URL, oldest first. `at` is ISO 8601; null: not known. */
export type Explanation = {
  url: string;
  /** `unknown`, `offered`, `queued`, `seen`, or the last outcome: `fetched`, `refused.robots` … */
  state: string;
  steps: ExplainedStep[];
};
export type ExplainedStep = {
  at: string | null;
  step: string;
  decision: string;
  reason: string | null;
  detail: string;
};

export type ExplainPorts = { frontier: Frontier; control: ControlStore };

/** Reads the frontier of the URL's host: where the URL is and every decision taken on it. Reads all its bundles: for people. */
export async function explain(crawl: string, url: Url, ports: ExplainPorts): Promise<Explanation> {
  const steps: ExplainedStep[] = [];
  const control = await ports.control.get(crawl);
  if (!control) return { url, state: 'unknown', steps: [step('crawl', 'unknown', null, `there is no crawl ${crawl}`)] };
  const head = await ports.frontier.head({ crawl, host: hostOf(url) });
  if (!head)
    return {
      url,
      state: 'unknown',
      steps: [step('host', 'unknown', null, `nothing was ever offered to ${hostOf(url)}`)],
    };

  const inbox = await inboxOf(head, ports.frontier);
  steps.push(...inboxSteps(inbox, url));
  const known = await knownOf(head, url, ports.frontier);
  known.pages.push(...inbox.flatMap(({ news }) => news.filter((item) => item.url === url).map(pageOfNews)));
  for (const { class: class_, depth, score, parent, hops } of known.queued) {
    const from = parent === null ? 'a seed' : `found on ${parent}`;
    steps.push(
      step('queue', 'waiting', null, `${from}; class ${class_}, score ${score}, depth ${depth}, redirects ${hops}`),
    );
  }
  if (known.pages.length > 0) steps.push(...pageSteps(foldPages(known.pages)));
  else if (known.seen && known.queued.length === 0)
    steps.push(step('frontier', 'accepted', 'seen', 'accepted before; no visit has committed it yet'));
  steps.push(step('host', head.state, null, hostDetail(head)));
  if (control.state !== 'open') steps.push(step('crawl', control.state, null, 'nothing is fetched'));
  return { url, state: stateOf(known, steps), steps };
}

type Known = { queued: QueueEntry[]; pages: PageEntry[]; seen: boolean };

async function knownOf(head: Head, url: Url, frontier: Frontier): Promise<Known> {
  const read = bundleReader(head, frontier, bundleCache(0));
  const known: Known = { queued: [], pages: [], seen: false };
  const sets: Uint8Array[] = [];
  for (const ref of parseManifest(head.manifest)) {
    const pieces = await read(pieceNames(ref));
    if (ref.kind === 's') sets.push(Buffer.concat(pieces));
    const left =
      ref.kind !== 'q' && ref.kind !== 'p' ? [] : pieces.slice(ref.piece).flatMap((bytes) => readRows<unknown>(bytes));
    const rows = left.slice(ref.offset);
    if (ref.kind === 'q')
      known.queued.push(...rows.map((row) => queueEntry(row as QueueRow)).filter((entry) => entry.url === url));
    if (ref.kind === 'p')
      known.pages.push(...rows.map((row) => pageEntry(row as PageRow)).filter((entry) => entry.url === url));
  }
  known.seen = seenIn(sets)(url);
  return known;
}

async function inboxOf(head: Head, frontier: Frontier): Promise<Offer[]> {
  const { items } = await frontier.readInbox(head, 10_000);
  return items.map(({ body }) => decodeOffer(body));
}

function inboxSteps(inbox: Offer[], url: Url): ExplainedStep[] {
  const found = inbox.flatMap(({ links }) => links).filter((link) => link.url === url);
  const recalls = inbox.flatMap(({ recall }) => (recall && url.startsWith(recall.prefix ?? '') ? [recall] : []));
  return [
    ...found.map((link) => step('inbox', 'offered', null, link.parent === null ? 'a seed' : `found on ${link.parent}`)),
    ...recalls.map(({ at }) => ({
      ...step('recall', 'waiting', null, 'wanted again if it was not fetched since'),
      at: iso(at),
    })),
  ];
}

function pageSteps(page: PageEntry): ExplainedStep[] {
  const [outcome = '', reason] = page.outcome.split('.');
  const steps: ExplainedStep[] = [];
  if (!page.partial) {
    const times = `${page.visits} ${page.visits === 1 ? 'visit' : 'visits'}, ${page.tries} failures in a row, class ${page.class}, depth ${page.depth}`;
    steps.push({ ...step('fetch', outcome, reason ?? null, times), at: iso(page.at) });
  }
  if (page.verdict !== undefined) steps.push(verdictStep(page.verdict, page.record));
  const next = page.next === undefined ? 'never again by itself' : `wanted again at ${iso(page.next)}`;
  const why = page.next === undefined ? '' : whyOf(page.history);
  const told = why === '' ? next : `${next}: ${why}`;
  steps.push(step('revisit', page.next === undefined ? 'never' : 'dated', null, told));
  return steps;
}

/** What later stages said of a page is a verdict (of which one is also the reason for its links), or why there is none. */
function verdictStep(word: string, record: string | null | undefined): ExplainedStep {
  const detail = record ? `record ${record}` : 'no record';
  if (word === 'off-topic' || !(word in REASONS)) return step('classify', word, null, detail);
  return step('classify', record ? 'kept' : 'left out', word, detail);
}

function hostDetail(head: Head): string {
  const due = head.due === undefined ? 'no due time' : `due at ${iso(head.due)}`;
  return `${due}; group ${head.group}; epoch ${head.epoch}; ${head.attempts} attempts without a commit`;
}

function stateOf({ queued, pages, seen }: Known, steps: ExplainedStep[]): string {
  if (pages.some((page) => !page.partial)) return foldPages(pages).outcome;
  if (queued.length > 0) return 'queued';
  if (steps.some((one) => one.step === 'inbox')) return 'offered';
  return seen ? 'seen' : 'unknown';
}

const iso = (ms: number) => new Date(ms).toISOString();
const step = (name: string, decision: string, reason: string | null, detail: string): ExplainedStep => ({
  at: null,
  step: name,
  decision,
  reason,
  detail,
});
