import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { NoticeEvent } from '../../shared/alerts/notice.ts';
import { createNoticeOutbox } from '../../shared/alerts/notice-outbox.ts';
import type { UnfetchedUrl } from '../../shared/fetch/visit-options.ts';
import { hasLeftovers, isEveryHostUnreachable } from '../../shared/frontier/explain/leftovers.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { secretsFor } from '../../shared/net/secrets.ts';
import { openMailer } from '../../shared/net/smtp-mailer.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Random } from '../../shared/ports/random.ts';
import { createNoticeDelivery, type OnNotice } from '../../shared/settings/alerts/notice-delivery.ts';
import { noticeSecrets } from '../../shared/settings/alerts/notify.ts';
import { openNoticeSenders } from '../../shared/settings/alerts/receivers.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { UsageError } from '../command.ts';
import { describeError } from '../describe-error.ts';
import { summaryLines } from '../output/summary.ts';
import type { CrawlEnd } from '../run/crawl-job.ts';
import { FolderInUseError } from '../run/folder/folder-lock.ts';
import { checkSecrets, readSecret } from '../run/secrets.ts';
import { createStallWatch, type Stall } from './stall-watch.ts';

/** Sends notices about one run of a crawl. */
export type CrawlNotices = {
  recordPage(): void;
  recordUnfetched(url: UnfetchedUrl): void;
  /** Looks at a status of the running crawl. In the background, sends a notice if it has stalled, and those again that were not delivered. */
  check(status: CrawlStatus): void;
  /** Reports the end of a run. */
  ended(end: CrawlEnd, status: CrawlStatus): Promise<void>;
  /** Reports the error that ended a run. */
  failed(error: unknown): Promise<void>;
  close(): Promise<void>;
};

type NoticePorts = {
  clock: Clock;
  random: Pick<Random, 'id'>;
  env: Readonly<Record<string, string | undefined>>;
  /** The files of the data folder, which keep what was not delivered. */
  files: Objects;
  /** Ends attempts to send. */
  signal?: AbortSignal | undefined;
  onNotice?: OnNotice | undefined;
};

/**
 * Opens the receivers of the setting `notify`.
 *
 * @throws UsageError or SettingsError if a receiver cannot be opened
 */
export async function openCrawlNotices(
  settings: Settings,
  dir: string,
  { clock, random, env, files, signal = new AbortController().signal, onNotice }: NoticePorts,
): Promise<CrawlNotices> {
  const { crawl, fetch } = settings;
  const notify = settings.notify!;
  checkSecrets({ credentials: {}, proxy: fetch.proxy }, noticeSecrets(settings), env);
  const read = readSecret(env);
  // Credentials of crawled hosts are not for receivers.
  const { proxy } = secretsFor(fetch, read);
  const fetcher = httpFetcher({ ...fetcherOptionsOf(settings), proxy });
  const senders = await openNoticeSenders(settings, { fetcher, clock, read, openMailer });
  const stalls = createStallWatch(notify.stalledMinutes * 60_000, clock);
  const outbox = createNoticeOutbox(crawl, files, clock);
  const delivery = createNoticeDelivery(senders, outbox, notify.on, { clock, signal, onNotice });
  let isSending = false;
  let sending = Promise.resolve();

  async function add(event: NoticeEvent, lines: readonly string[], status?: CrawlStatus): Promise<void> {
    if (!notify.on.includes(event)) return;
    const [text = '', ...details] = lines;
    await delivery.add({
      id: `msg_${random.id()}`,
      event,
      crawl,
      sentAt: new Date(clock.now()).toISOString(),
      text,
      details,
      machine: hostname(),
      folder: resolve(dir),
      ...(status && { status }),
    });
  }

  function inBackground(work: () => Promise<void>): void {
    isSending = true;
    sending = sending
      .then(work)
      .catch(() => {})
      .then(() => {
        isSending = false;
      });
  }

  return {
    recordPage: stalls.recordPage,
    recordUnfetched({ url, outcome, reason }) {
      if (outcome === 'failed' || reason === 'robots-unreachable')
        stalls.recordFailure({ host: new URL(url).host, reason });
    },
    check(status) {
      const stall = stalls.check(status);
      if (stall)
        inBackground(async () => {
          await add('stalled', stallLines(stall, status), status);
          await delivery.send();
        });
      else if (!isSending && delivery.isDue()) inBackground(delivery.send);
    },
    async ended(end, status) {
      const event = eventOf(end, status);
      await sending;
      if (event) await add(event, summaryLines(status, end, { dir, search: '' }), status);
      await delivery.send();
    },
    async failed(error) {
      if (signal.aborted || error instanceof FolderInUseError || error instanceof UsageError) return;
      await sending;
      await add('failed', [`Crawl ${crawl}: failed.`, ...describeError(error).lines]);
      await delivery.send();
    },
    close: () => fetcher.close(),
  };
}

/** @returns undefined: the user has ended the run */
function eventOf(end: CrawlEnd, status: CrawlStatus): NoticeEvent | undefined {
  if (end === 'budget') return 'limit';
  if (end !== 'done') return undefined;
  return hasLeftovers(status) || isEveryHostUnreachable(status) ? 'incomplete' : 'done';
}

function stallLines({ minutes, failing, reason }: Stall, status: CrawlStatus): string[] {
  const { crawl, hosts, due, waiting, processing = 0, resting } = status;
  return [
    `Crawl ${crawl}: stalled, no page for ${formatNoun(minutes, 'minute')}.`,
    `  hosts       ${hosts}, ${due} due${resting ? `, ${resting.hosts} resting until ${resting.until}` : ''}`,
    ...(failing > 0 ? [`  failing     ${formatNoun(failing, 'host')}, at last: ${reason}`] : []),
    ...(waiting > 0 ? [`  waiting     ${formatNoun(waiting, 'URL')}`] : []),
    ...(processing > 0 ? [`  to process  ${formatNoun(processing, 'object')}`] : []),
    'The crawl continues by itself when its hosts respond. Failures such as `dns` or `connect` on most hosts point to the network of this machine.',
  ];
}
