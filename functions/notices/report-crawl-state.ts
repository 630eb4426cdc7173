import type { NoticeEvent, NoticeMessage } from '../../shared/alerts/notice.ts';
import { createNoticeOutbox } from '../../shared/alerts/notice-outbox.ts';
import { readStatus, type StatusPorts } from '../../shared/frontier/explain/read-status.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { type ReadSecret, secretsFor } from '../../shared/net/secrets.ts';
import { openMailer } from '../../shared/net/smtp-mailer.ts';
import type { HostLock } from '../../shared/ports/host-lock.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Random } from '../../shared/ports/random.ts';
import { createNoticeDelivery, type NoticeRetry, type OnNotice } from '../../shared/settings/alerts/notice-delivery.ts';
import { openNoticeSenders } from '../../shared/settings/alerts/receivers.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { log } from '../log.ts';
import { type NoticeStack, noticeLines } from './notice-lines.ts';
import { type CrawlWatch, type Look, watchCrawl } from './watch-crawl.ts';

/** Time for one look, messages included. Milliseconds. */
const LOOK_MS = 120_000;
/** Time after which the lock of a look that has crashed is free. Milliseconds. */
const LEASE_MS = LOOK_MS + 60_000;

export type NoticePorts = Omit<StatusPorts, 'objects'> & {
  objects: Objects;
  /** Keeps two looks at a crawl apart: a schedule may call twice. */
  locks: Pick<HostLock, 'acquire' | 'release'>;
  random: Random;
  readSecret: ReadSecret;
  /** The stack that messages name. */
  place: NoticeStack;
};

/**
 * State that is stored between two looks. `watch`: absent while the crawl is closed; `isWaiting`: messages were not delivered; `retry`: when they are
 * sent again (absent: at the next look).
 */
type Stored = { watch?: CrawlWatch; isWaiting: boolean; retry?: NoticeRetry };

/**
 * Looks at the state of a crawl, and reports an end, a limit or a standstill to the receivers of the setting `notify`. A message that is not
 * delivered is stored, and a later look sends it again: the next one, or that after the wait of a delivery.
 *
 * @throws SettingsError about a receiver, an error of a store, or that of a secret
 */
export async function reportCrawlState(settings: Settings, ports: NoticePorts): Promise<void> {
  const { locks, clock, random } = ports;
  // No host has a slash in its name.
  const group = `notices/${settings.crawl}`;
  const token = random.id();
  const lease = { token, now: clock.now(), leaseMs: LEASE_MS, pauseMs: 0 };
  if (!(await locks.acquire(group, lease)).acquired) return;
  try {
    await look(settings, ports);
  } finally {
    await locks.release(group, token);
  }
}

async function look(settings: Settings, ports: NoticePorts): Promise<void> {
  const { crawl, notify } = settings;
  const { objects, clock } = ports;
  if (!notify) return;
  // Not in `notices/`, whose objects expire.
  const key = `watches/${crawl}.json`;
  const before = await readStored(objects, key);
  // A look must not keep a serverless search engine awake.
  const status = await readStatus(crawl, { ...ports, index: { ...ports.index, count: async () => 0 } }, settings);
  if (!status) return;
  const seen = watchCrawl(before.watch, status, clock.now(), notify.stalledMinutes * 60_000);
  const watch = seen && { watch: seen.watch };
  const event = seen?.event !== undefined && notify.on.includes(seen.event) ? seen.event : undefined;
  const { isWaiting, retry } = before;
  const waiting = { isWaiting, ...(retry && { retry }) };
  const isDue = isWaiting && (retry === undefined || clock.now() >= retry.at);
  if (event === undefined && !isDue) return store(objects, key, before, { ...watch, ...waiting });
  const left = await deliver(settings, ports, retry, async (add) => {
    if (event !== undefined) await add(await messageOf(event, seen!, status, ports));
    // Before the message is sent: a look that is killed meanwhile leaves it to the next one.
    await store(objects, key, before, { ...watch, isWaiting: true, ...(retry && { retry }) });
  });
  await store(objects, key, undefined, { ...watch, ...left });
}

/**
 * Opens the receivers, which reads their secrets, and sends them what waits.
 *
 * @param retry when messages of earlier looks are sent again; absent: none wait
 * @param prepare adds a message to those that wait
 * @returns whether messages still wait, and when they are sent again
 */
async function deliver(
  settings: Settings,
  { objects, clock, readSecret }: NoticePorts,
  retry: NoticeRetry | undefined,
  prepare: (add: (message: NoticeMessage) => Promise<void>) => Promise<void>,
): Promise<Pick<Stored, 'isWaiting' | 'retry'>> {
  const { crawl, fetch, notify } = settings;
  const { proxy } = secretsFor(fetch, readSecret);
  const fetcher = httpFetcher({ ...fetcherOptionsOf(settings), proxy });
  try {
    const senders = await openNoticeSenders(settings, { fetcher, clock, read: readSecret, openMailer });
    const signal = AbortSignal.timeout(LOOK_MS);
    const onNotice: OnNotice = ({ key: _, failure, ...notice }) =>
      log(failure === undefined ? 'info' : 'error', failure === undefined ? 'notice' : 'notice-undelivered', {
        crawl,
        notice: notice.event,
        channel: notice.channel,
        ...(failure !== undefined && { error: failure }),
      });
    const delivery = createNoticeDelivery(senders, createNoticeOutbox(crawl, objects, clock), notify!.on, {
      clock,
      signal,
      onNotice,
      retry,
    });
    await prepare(delivery.add);
    await delivery.send();
    const next = delivery.retry();
    return { isWaiting: delivery.isWaiting(), ...(next && { retry: next }) };
  } finally {
    await fetcher.close();
  }
}

async function messageOf(
  event: NoticeEvent,
  { quietMs }: Look,
  seen: CrawlStatus,
  { index, clock, random, place }: NoticePorts,
): Promise<NoticeMessage> {
  const { crawl } = seen;
  // Only this part needs the search engine. The others come from the status in which the event was found.
  const status = { ...seen, records: await index.count(crawl).catch(() => null) };
  const [text = '', ...details] = noticeLines(event, status, quietMs, place);
  const sentAt = new Date(clock.now()).toISOString();
  return { id: `msg_${random.id()}`, event, crawl, sentAt, text, details, ...place, status };
}

async function readStored(objects: Objects, key: string): Promise<Stored> {
  const bytes = await objects.get(key);
  if (!bytes) return { isWaiting: false };
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Stored;
  } catch {
    // Only the time of a standstill is lost, and what was reported. Messages that wait have objects of their own.
    return { isWaiting: true };
  }
}

/** @param before what is stored; undefined: unknown. A put is billed, and an idle crawl does not change. */
async function store(objects: Objects, key: string, before: Stored | undefined, now: Stored): Promise<void> {
  const text = JSON.stringify(now);
  if (before && JSON.stringify(before) === text) return;
  await objects.put(key, new TextEncoder().encode(text));
}
