import type {
  AlertChannel,
  AlertKey,
  AlertState,
  AlertStore,
  ChangePlace,
  PendingMessage,
} from '../ports/alert-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { ChangedRecord, SearchIndex } from '../ports/search-index.ts';
import type { SearchHit } from '../search/answer.ts';
import { type MatchRecords, recordMatcher } from '../search/matching-records.ts';
import { type SearchOptions, search } from '../search/search.ts';
import type { SendFailure } from './send-failure.ts';

/** Maximum number of records of a message, and of a page of hits. */
const MAX_RECORDS = 100;
/** Changes that are read and matched together. */
const CHANGES_AT_ONCE = 500;

/** A message. The receiver of a webhook gets it as JSON: fields may be added, never renamed. */
export type AlertMessage = {
  /** The same for each attempt to deliver the message. */
  id: string;
  alert: string;
  query: string;
  crawl: string;
  /** ISO 8601. */
  sentAt: string;
  /** At most 100, the best first. */
  records: SearchHit[];
};

/** What an evaluation did. */
export type AlertOutcome = {
  name: string;
  query: string;
  channel: AlertChannel;
  /** The alert is new: only later records are reported. */
  isNew: boolean;
  /** Number of messages that were delivered, and of records in them. */
  messages: number;
  records: number;
  /** Number of records that match and were not delivered: of one message, or with `isDry` of all. */
  waiting: number;
  /** The signal ended it: the next evaluation looks at the remaining changes. Absent: it has looked at all, or could not deliver. */
  isInterrupted?: true;
  /** Absent: everything was delivered. */
  failure?: SendFailure;
};

/** Index, stores and sender of alerts. */
export type AlertPorts = {
  index: SearchIndex;
  alerts: AlertStore;
  random: Pick<Random, 'id'>;
  clock: Pick<Clock, 'sleep'>;
  /** Delivers a message. @returns undefined if the receiver has it */
  send(message: AlertMessage): Promise<SendFailure | undefined>;
};

/** How and when an alert is evaluated. */
export type EvaluationOptions = {
  /** How the query is read and its hits are scored. */
  search: Pick<SearchOptions, 'languages' | 'ranking' | 'grammars'>;
  nowMs: number;
  /** Only changes before this time. Epoch milliseconds; see `SearchIndex.changedRecords`. */
  before: number;
  /** Reports all records that match, also those that were reported or were there before the alert. */
  fromStart: boolean;
  /** Sends nothing and stores nothing. */
  isDry: boolean;
  /** Only creates the alert if it is new, and sends nothing. */
  createsOnly: boolean;
  signal: AbortSignal;
};

/** One evaluation of an alert. */
type Evaluation = { alert: AlertKey; matching: MatchRecords; ports: AlertPorts; options: EvaluationOptions };

/**
 * Reports the records that match the query of an alert and that it has not reported. A record is a text (`SearchRecord.id`), so a page
 * that was fetched again with the same text is not reported again.
 *
 * A message is stored by its records before it is sent, and counts as delivered once the receiver has accepted it. If the process is
 * killed in between, the next evaluation sends it again with the same id.
 */
export async function evaluateAlert(
  alert: AlertKey,
  ports: AlertPorts,
  options: EvaluationOptions,
): Promise<AlertOutcome> {
  const { name, query, channel } = alert;
  const outcome: AlertOutcome = { name, query, channel, isNew: false, messages: 0, records: 0, waiting: 0 };
  const { isDry, fromStart, signal } = options;
  const matching = await recordMatcher(
    alert.crawl,
    { q: query },
    ports.index,
    { ...options.search, languages: options.search.languages ?? [] },
    () => {},
  );
  const evaluation = { alert, matching, ports, options };
  let state = fromStart ? undefined : await ports.alerts.get(alert);
  if (!state) {
    if (isDry) state = {};
    else state = await createAlert(evaluation);
    if (!state) return { ...outcome, isInterrupted: true };
    outcome.isNew = !fromStart;
    if (isDry && !fromStart) return outcome;
  }
  if (options.createsOnly) return outcome;
  let { pending } = state;
  let { place } = state;
  while (!signal.aborted) {
    const found = pending ?? (await findUnreported(evaluation, place));
    if (!found) break;
    if (isDry) outcome.waiting += found.records.length;
    else if (found.records.length === 0) await ports.alerts.moveTo(alert, found.place);
    else if (signal.aborted) await ports.alerts.setPending(alert, found);
    else if (!(await deliver(evaluation, found, pending !== undefined, outcome))) break;
    pending = undefined;
    place = found.place;
  }
  if (signal.aborted && !outcome.failure) outcome.isInterrupted = true;
  return outcome;
}

/**
 * Creates the alert, or creates it anew. Without `fromStart`, all records that match now count as reported.
 *
 * @returns undefined if the signal ended it early; the next evaluation starts again
 */
async function createAlert(evaluation: Evaluation): Promise<AlertState | undefined> {
  const { alert, matching, options } = evaluation;
  const { alerts } = evaluation.ports;
  await alerts.prepare(alert);
  let place: ChangePlace | undefined;
  while (!options.fromStart) {
    if (options.signal.aborted) return undefined;
    const page = await readChanges(evaluation, place);
    const last = page.at(-1);
    if (!last) break;
    const ids = page.flatMap(({ id, record }) => (record ? [id] : []));
    await alerts.addReported(alert, [...(await matching(ids))]);
    place = last;
  }
  await alerts.create(alert, place);
  return place ? { place } : {};
}

/** Reads the next changes. The reads of one machine are synchronous, so that others have their turn before each. */
async function readChanges(
  { alert, ports: { index, clock }, options: { before, signal } }: Evaluation,
  after: ChangePlace | undefined,
): Promise<ChangedRecord[]> {
  await clock.sleep(1, signal);
  return index.changedRecords(alert.crawl, { before, size: CHANGES_AT_ONCE, ...(after && { after }) });
}

/**
 * Collects the next records to report. If the signal ends it early, the message covers the changes that it has read, so that the next
 * evaluation continues behind them.
 *
 * @returns a message, with no records if no change needs one; undefined if there are no changes
 */
async function findUnreported(
  evaluation: Evaluation,
  from: ChangePlace | undefined,
): Promise<PendingMessage | undefined> {
  const { alert, matching, options } = evaluation;
  const { alerts, random } = evaluation.ports;
  const records: string[] = [];
  let place = from;
  for (;;) {
    const page = await readChanges(evaluation, place);
    const live = page.flatMap(({ id, record }) => (record && isAvailable(record, options.nowMs) ? [id] : []));
    // A dry run from the start has not forgotten what was reported.
    const isAnew = options.isDry && options.fromStart;
    const unreported = isAnew ? live : await alerts.unreported(alert, live);
    const chosen = unreported.length === 0 ? new Set<string>() : await matching(unreported);
    const due = new Set(unreported.filter((id) => chosen.has(id)));
    for (const { id, at, key } of page) {
      if (due.has(id)) records.push(id);
      place = { at, key };
      if (records.length === MAX_RECORDS) return { id: random.id(), records, place };
    }
    if (page.length < CHANGES_AT_ONCE || options.signal.aborted) break;
  }
  return place === undefined || place === from ? undefined : { id: random.id(), records, place };
}

const isAvailable = ({ unavailableAfter }: { unavailableAfter?: number }, nowMs: number): boolean =>
  unavailableAfter === undefined || nowMs < unavailableAfter;

/**
 * Sends a message. Records that have left the index since it was stored, or do not match any more, are left out.
 *
 * @param isStored whether it was stored before
 * @param outcome updated with what was sent
 * @returns whether the receiver has it
 */
async function deliver(
  evaluation: Evaluation,
  message: PendingMessage,
  isStored: boolean,
  outcome: AlertOutcome,
): Promise<boolean> {
  const { alert, options } = evaluation;
  const { alerts, send } = evaluation.ports;
  if (!isStored) await alerts.setPending(alert, message);
  const records = await hitsOf(evaluation, message.records);
  const { crawl, name, query } = alert;
  const id = `msg_${message.id}`;
  const sentAt = new Date(options.nowMs).toISOString();
  const failure = records.length === 0 ? undefined : await send({ id, alert: name, query, crawl, sentAt, records });
  if (failure) {
    outcome.waiting = records.length;
    outcome.failure = failure;
    return false;
  }
  await alerts.confirm(
    alert,
    message,
    records.map((one) => one.id),
  );
  if (records.length > 0) outcome.messages++;
  outcome.records += records.length;
  return true;
}

/** Returns the records that match now. */
async function hitsOf({ alert, ports, options }: Evaluation, ids: readonly string[]): Promise<SearchHit[]> {
  const { crawl, query } = alert;
  const searchOptions = { ...options.search, nowMs: options.nowMs, ids, optionally: async () => undefined };
  return (await search({ crawl, q: query, size: MAX_RECORDS }, ports, searchOptions)).hits;
}
