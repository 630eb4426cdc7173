import { type Client, errors } from '@opensearch-project/opensearch';
import { type RecordChange, RecordsRefusedError } from '../../ports/search-index.ts';
import type { Analyze } from '../../text/analysis/analyze.ts';
import { formatNoun } from '../../text/format-count.ts';
import { changeParams } from './opensearch-document.ts';
import { errorTypeOf, isBusy, isWriteBlock, SearchUnavailableError } from './opensearch-errors.ts';
import { APPLY_CHANGES } from './opensearch-script.ts';

/** Maximum records and bytes of a bulk request. The engine rejects longer ones with 413 or runs out of memory. */
const MAX_BULK_RECORDS = 200;
const MAX_BULK_BYTES = 5_000_000;

/** Retries of an update that conflicts with another writer: the engine reads the record again and applies the changes to it. */
const RETRIES_ON_CONFLICT = 3;

/**
 * Time until a change is visible to searches, at most: attempts on a busy engine, and then the refresh of the index, up to ten seconds on
 * OpenSearch Serverless. Changes are dated this far ahead, so that readers who have seen all changes up to now have missed none.
 */
const VISIBLE_MS = 60_000;

const TOO_LONG_STATUS = 413;

/** Statuses that reject a record itself: it is malformed or too long. Others (missing index, conflict, fault) do not. */
const RECORD_STATUSES = new Set([400, TOO_LONG_STATUS]);

/** Maximum attempts on a busy engine, with backoff of 0.5 to 8 s between them. After that the queue redelivers the message. */
const MAX_ATTEMPTS = 6;
const FIRST_BACKOFF_MS = 500;

/** A scripted update with all changes of one record, as two lines of a bulk request. */
type Action = { id: string; lines: string; bytes: number };
/** Makes the update of one record from its changes. */
type ToAction = (id: string, changes: RecordChange[]) => Action;
/** A rejected record. `type` is the engine's error type, or undefined if the whole request was rejected. */
type Rejection = { id: string; status: number; type?: string | undefined; reason: string };

const isTemporary = ({ status, type }: Rejection) => isBusy(status, type) || isWriteBlock(type);

/**
 * Writes changes through an alias, or with `isIndex` to an existing index, in as many requests as needed. Records that a busy
 * engine rejects are sent again; if it stays busy, the remaining requests are not sent.
 *
 * @param index name of the alias or index
 * @param now the time in epoch milliseconds
 * @throws SearchUnavailableError after the first request that the engine temporarily rejects, in whole or in part
 * @throws RecordsRefusedError for permanently rejected records, after all others were written
 * @throws any other error of the engine as it is
 */
export async function writeBulk(
  client: Client,
  index: string,
  changes: readonly RecordChange[],
  analyze: Analyze,
  { isIndex = false, now = Date.now }: { isIndex?: boolean; now?: () => number } = {},
): Promise<void> {
  const rejected: Rejection[] = [];
  const toAction: ToAction = (id, own) => actionOf({ index, id, changes: own }, analyze, now() + VISIBLE_MS);
  for (const actions of bulkRequests(changes, toAction)) {
    rejected.push(...(await sendWithRetries(client, actions, !isIndex)));
    if (rejected.some(isTemporary)) break;
  }
  const first = rejected.find(isTemporary) ?? rejected[0];
  if (!first) return;
  const message = `index: ${formatNoun(rejected.length, 'record')} refused; ${first.id}: ${first.status} ${first.reason}`;
  if (isTemporary(first)) throw new SearchUnavailableError(message);
  if (!rejected.every(({ status }) => RECORD_STATUSES.has(status))) throw new Error(message);
  throw new RecordsRefusedError(message, rejected.length);
}

/** Returns the permanently rejected records, and those that a busy engine rejected in every attempt. */
async function sendWithRetries(client: Client, actions: Action[], byAlias: boolean): Promise<Rejection[]> {
  const rejected: Rejection[] = [];
  let remaining = actions;
  for (let attempt = 1; ; attempt++) {
    const rejections = await sendOnce(client, remaining, byAlias, attempt < MAX_ATTEMPTS);
    const busy = rejections.filter(({ status, type }) => isBusy(status, type));
    rejected.push(...rejections.filter((one) => !busy.includes(one)));
    if (busy.length === 0 || attempt === MAX_ATTEMPTS) return [...rejected, ...busy];
    const retried = new Set(busy.map(({ id }) => id));
    remaining = remaining.filter(({ id }) => retried.has(id));
    await backOff(attempt);
  }
}

/** @param willRetry whether a busy response counts as a rejection of all records; otherwise it is thrown */
async function sendOnce(client: Client, actions: Action[], byAlias: boolean, willRetry: boolean): Promise<Rejection[]> {
  try {
    // The client sends a string as it is; its types only allow lists.
    const body = actions.map(({ lines }) => lines).join('') as unknown as Record<string, unknown>[];
    const { body: answer } = await client.bulk({ body, ...(byAlias && { require_alias: true }) });
    return answer.items.flatMap(({ update }) =>
      update?.error ? [rejectionOf(update._id ?? '', update.status, update.error)] : [],
    );
  } catch (error) {
    const status = error instanceof errors.ResponseError ? (error.statusCode ?? 0) : 0;
    // A long record is sent alone, so the status of the request is that of the record.
    if (actions.length === 1 && status === TOO_LONG_STATUS) return [{ id: actions[0]!.id, status, reason: 'too long' }];
    if (!willRetry || !isBusy(status, errorTypeOf(error))) throw error;
    return actions.map(({ id }) => ({ id, status, reason: 'busy' }));
  }
}

const rejectionOf = (
  id: string,
  status: number,
  { type, reason }: { type: string; reason?: string | null },
): Rejection => ({ id, status, type, reason: `${type}: ${reason}` });

/** Waits with exponential backoff. Half of the wait is random, so writers that were rejected together do not retry together. */
async function backOff(attempt: number): Promise<void> {
  const ms = FIRST_BACKOFF_MS * 2 ** (attempt - 1);
  await new Promise((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));
}

/** Splits changes into requests. A record longer than a request is sent alone and last, after all others are written. */
function* bulkRequests(changes: readonly RecordChange[], toAction: ToAction): Generator<Action[]> {
  const long: Action[] = [];
  let batch: Action[] = [];
  let bytes = 0;
  for (const [id, own] of Map.groupBy(changes, (change) => change.id)) {
    const action = toAction(id, own);
    if (action.bytes > MAX_BULK_BYTES) {
      long.push(action);
      continue;
    }
    if (batch.length === MAX_BULK_RECORDS || (batch.length > 0 && bytes + action.bytes > MAX_BULK_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(action);
    bytes += action.bytes;
  }
  if (batch.length > 0) yield batch;
  for (const action of long) yield [action];
}

/** @param listedAt time of the changes, epoch ms */
function actionOf(
  { index, id, changes }: { index: string; id: string; changes: RecordChange[] },
  analyze: Analyze,
  listedAt: number,
): Action {
  const params = { id, listedAt, changes: changes.map((change) => changeParams(change, analyze)) };
  const script = { lang: 'painless', source: APPLY_CHANGES, params };
  const head = { update: { _index: index, _id: id, retry_on_conflict: RETRIES_ON_CONFLICT } };
  const lines = `${JSON.stringify(head)}\n${JSON.stringify({ scripted_upsert: true, script, upsert: {} })}\n`;
  return { id, lines, bytes: Buffer.byteLength(lines) };
}
