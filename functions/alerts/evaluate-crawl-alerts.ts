import type { AlertOutcome } from '../../shared/alerts/evaluate-alert.ts';
import { objectAlertStore } from '../../shared/alerts/object-alert-store.ts';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import { type ReadSecret, secretsFor } from '../../shared/net/secrets.ts';
import { openMailer } from '../../shared/net/smtp-mailer.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { HostLock } from '../../shared/ports/host-lock.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Random } from '../../shared/ports/random.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { ALERT_SCHEDULE, needsAlertSchedule } from '../../shared/settings/alerts/alert-schedule.ts';
import { type Evaluation, evaluateAlerts } from '../../shared/settings/alerts/evaluate-alerts.ts';
import { openReceivers } from '../../shared/settings/alerts/receivers.ts';
import { fetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { loadSettings } from '../crawl-cache.ts';
import { errorFields, log } from '../log.ts';

/** Time reserved at the end of an invocation. Milliseconds. */
const ALERT_RESERVE_MS = 30_000;
/**
 * Age of changes that are evaluated. A change gets its time when it is sent to the search engine, two seconds ahead; an index function may
 * repeat it for its 120 s, and an alert never looks back. Milliseconds.
 */
const SETTLED_MS = 150_000;

/** Stores and network of a function that evaluates alerts. */
export type AlertCallPorts = {
  /** `addUsage` adds the metered usage to the crawl. */
  control: Pick<ControlStore, 'get' | 'addUsage'>;
  objects: Objects;
  index: SearchIndex;
  /** Keeps two evaluations of a crawl apart: a schedule may call twice. */
  locks: Pick<HostLock, 'acquire' | 'release'>;
  schedules?: Pick<Schedules, 'remove'>;
  readSecret: ReadSecret;
  isSearchUnavailable(error: unknown): boolean;
  clock: Clock;
  random: Random;
};

/**
 * Handles the call of the schedule of alerts: reports the state of a crawl, and evaluates its alerts. Deletes the schedule of a crawl that is
 * stopped or has neither alerts nor notices, which an interrupted request left behind.
 *
 * @param ports.reportState reports the state of a crawl with the setting `notify`
 * @param remainingMs remaining time of the invocation. The next call continues what it does not suffice for
 */
export async function evaluateCrawlAlerts(
  crawl: string,
  ports: AlertCallPorts & { reportState(settings: Settings): Promise<void> },
  remainingMs: number,
): Promise<void> {
  const { objects, clock } = ports;
  const until = clock.now() + remainingMs - ALERT_RESERVE_MS;
  const control = await ports.control.get(crawl);
  const settings = control && (await loadSettings(objects, control.settingsKey));
  if (!settings || !needsAlertSchedule(settings) || control.state === 'stopped') {
    await ports.schedules?.remove({ crawl, name: ALERT_SCHEDULE });
    log('info', 'schedule-removed', { crawl, name: ALERT_SCHEDULE });
    return;
  }
  if (settings.notify)
    await ports.reportState(settings).catch((error: unknown) => {
      log('error', 'notices-failed', { crawl, ...errorFields(error) });
    });
  if (settings.alerts.length === 0) return chargeCrawl(crawl, ports);
  try {
    const outcomes = await evaluateUnderLock(settings, ports, until - clock.now());
    if (!outcomes) log('info', 'alerts-busy', { crawl });
  } catch (error) {
    // The next call tries again, so a repetition of this one has no use.
    const isAway = ports.isSearchUnavailable(error);
    log(isAway ? 'info' : 'error', isAway ? 'search-unavailable' : 'alerts-failed', { crawl, ...errorFields(error) });
  }
}

/** A secret of an alert could not be read. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/**
 * Evaluates the alerts of a crawl, unless another evaluation is going on, logs what happened, and adds the usage to the crawl.
 *
 * @param withinMs time after which the evaluation ends; the next one continues
 * @returns undefined if another evaluation is going on
 * @throws SettingsError or SecretError about a receiver; errors of the search engine
 */
export async function evaluateUnderLock(
  settings: Settings,
  ports: AlertCallPorts,
  withinMs: number,
  how: Pick<Evaluation, 'isDry' | 'fromStart'> = {},
): Promise<AlertOutcome[] | undefined> {
  const { crawl } = settings;
  const { locks, clock } = ports;
  // No host has a slash in its name.
  const group = `alerts/${crawl}`;
  const token = ports.random.id();
  const lease = { token, now: clock.now(), leaseMs: withinMs + ALERT_RESERVE_MS, pauseMs: 0 };
  if (!(await locks.acquire(group, lease)).acquired) return undefined;
  try {
    const outcomes = await evaluate(settings, ports, withinMs, how);
    if (!how.isDry) for (const outcome of outcomes) report(crawl, outcome);
    return outcomes;
  } finally {
    await locks.release(group, token);
    await chargeCrawl(crawl, ports);
  }
}

/** Adds what the evaluation has used to the crawl. A failure must not repeat the call, whose messages are sent: the next one adds it. */
async function chargeCrawl(crawl: string, { control }: Pick<AlertCallPorts, 'control'>): Promise<void> {
  try {
    await control.addUsage(crawl, {});
  } catch (error) {
    log('error', 'alerts-not-counted', { crawl, ...errorFields(error) });
  }
}

async function evaluate(
  settings: Settings,
  ports: AlertCallPorts,
  withinMs: number,
  how: Pick<Evaluation, 'isDry' | 'fromStart'>,
): Promise<AlertOutcome[]> {
  const { crawl, fetch } = settings;
  const { clock } = ports;
  const read: ReadSecret = async (place) => {
    try {
      return await ports.readSecret(place);
    } catch (error) {
      throw new SecretError((error as Error).message, { cause: error });
    }
  };
  const { proxy } = secretsFor(fetch, read);
  const fetcher = httpFetcher({ ...fetcherOptionsOf(settings), proxy });
  const store = objectAlertStore(ports.objects);
  try {
    const receivers = await openReceivers(settings, { fetcher, clock, read, openMailer });
    if (!how.isDry)
      await store.keepOnly(
        crawl,
        receivers.map(({ key }) => key),
      );
    return await evaluateAlerts(
      receivers,
      settings,
      { ...ports, alerts: store },
      { ...how, before: clock.now() - SETTLED_MS, signal: AbortSignal.timeout(Math.max(0, withinMs)) },
    );
  } finally {
    await fetcher.close();
  }
}

/** Logs what happened, and nothing about an alert without news. */
function report(crawl: string, outcome: AlertOutcome): void {
  const { name, channel, isNew, messages, records, waiting, failure, isInterrupted } = outcome;
  if (!failure && !isNew && !isInterrupted && messages === 0) return;
  const counts = { isNew, messages, records, waiting, ...(isInterrupted && { isInterrupted }) };
  log(failure ? 'error' : 'info', failure ? 'alert-undelivered' : 'alert', {
    ...{ crawl, name, channel, ...counts },
    ...(failure && { error: failure.message }),
  });
}
