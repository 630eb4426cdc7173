/** Writes the captures of an import, adds their pages to the frontier, and sends them to the stages. */
import type { Capture } from '../../fetch/warc/capture.ts';
import {
  CAPTURE_LIMITS,
  type CapturePorts,
  type CrawlerInfo,
  createCaptureWriter,
  type VisitCaptures,
} from '../../fetch/warc/capture-writer.ts';
import { type LoadOptions, loadHost } from '../../frontier/dump/load-host.ts';
import type { PageEntry } from '../../frontier/host/entry.ts';
import type { Frontier, HostKey } from '../../ports/frontier.ts';
import type { ObjectMessage } from '../../ports/messages.ts';
import { hostOf } from '../../url/url.ts';
import { readInboxFeedback } from './inbox-feedback.ts';

export type ImportPorts = CapturePorts & { frontier: Frontier };

export type BatchOptions = {
  crawler: CrawlerInfo;
  frontier: LoadOptions;
  /** Called after objects were sent to the stages. Resolves when there is room for more. */
  onSent(): Promise<void>;
  /** Number of inbox items of a host from which on their feedback is merged. Default: 1,000. */
  maxInbox?: number;
  /** Number of pages that are added to the frontier together. Default: 2,000. */
  batchPages?: number;
};

/** What gets the captures that are imported. */
export type ImportBatch = {
  add(capture: Capture, entry: PageEntry): Promise<void>;
  /** Stores the last captures, adds their pages to the frontier, and sends their objects to the stages. */
  end(): Promise<void>;
};

/** Number of imported pages that are added to the frontier together; then their objects are sent to the stages. */
const PAGES_PER_BATCH = 2_000;
/** Length of the captures in memory, before compression, after which they are stored. Bytes. */
const MAX_PENDING_BYTES = 32 << 20;

/**
 * Collects captures. They are stored first, then their pages are added to the frontier, and at last their messages are sent: a stage must never
 * process a page that the frontier does not know. A run that is killed in between leaves objects without a message, which the next
 * import sends (`findMissingDocuments`).
 */
export function openImportBatch(crawl: string, ports: ImportPorts, options: BatchOptions): ImportBatch {
  const messages: ObjectMessage[] = [];
  const captures = {
    ...ports.captures,
    async send(sent: readonly ObjectMessage[]) {
      messages.push(...sent);
    },
  };
  const writer = createCaptureWriter(crawl, options.crawler, { ...ports, captures });
  let visit: VisitCaptures | undefined;
  let entries: PageEntry[] = [];
  let pending = { pages: 0, bytes: 0 };

  const store = async () => {
    await visit?.flush(0);
    visit = undefined;
    pending = { pages: 0, bytes: 0 };
  };
  const send = async () => {
    await store();
    for (const [host, pages] of Map.groupBy(entries, ({ url }) => hostOf(url)))
      await addToFrontier({ crawl, host }, pages, ports, options);
    entries = [];
    if (messages.length > 0) await ports.captures.send(messages.splice(0));
    await options.onSent();
  };
  return {
    async add(capture, entry) {
      visit ??= writer.startVisit();
      visit.add(capture);
      entries.push(entry);
      pending.pages++;
      pending.bytes += capture.body.length;
      if (entries.length >= (options.batchPages ?? PAGES_PER_BATCH)) await send();
      else if (pending.pages >= CAPTURE_LIMITS.maxPages || pending.bytes >= MAX_PENDING_BYTES) await store();
    },
    end: send,
  };
}

/** Adds imported pages of a host to the frontier. */
async function addToFrontier(
  key: HostKey,
  pages: readonly PageEntry[],
  ports: ImportPorts,
  { frontier: rules, maxInbox }: BatchOptions,
): Promise<void> {
  const { lines, ids } = await readInboxFeedback(key, ports.frontier, maxInbox);
  const own = pages.map((page) => ({ type: 'page' as const, ...page }));
  await loadHost(key, [...own, ...lines], ports, rules);
  if (ids.length > 0) await ports.frontier.deleteInbox(key, ids);
}
