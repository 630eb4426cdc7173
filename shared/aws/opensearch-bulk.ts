import { type Client, errors } from '@opensearch-project/opensearch';
import type { RecordChange } from '../ports/search-index.ts';
import { changeParams } from './opensearch-document.ts';
import { APPLY_CHANGES } from './opensearch-script.ts';

/** A bulk request is cut at so many records or bytes: the engine answers longer ones with 413 or runs short of memory. */
const BULK_RECORDS = 200;
const BULK_BYTES = 5_000_000;

/** Two writers of one record: the later one reads again and applies its changes to that. */
const RETRIES_ON_CONFLICT = 3;

/** What an engine says that has more to do than it can: wait, and ask again. */
const BUSY = new Set([429, 503]);

/** So often is an engine that is busy asked, with waits of 0.5 to 8 s between; then the message comes again, in its own time. */
const TRIES = 6;
const FIRST_WAIT_MS = 500;

/** The engine takes nothing at the moment, whatever it is told: no fault of what was to be written. */
export class SearchUnavailableError extends Error {
  override readonly name = 'SearchUnavailableError';
}

const AWAY = new Set([429, 502, 503, 504]);

/** Whether an engine is away, or a gateway in its place says so: not reached, silent for too long, or too busy for all. */
export function isAway(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return AWAY.has(error.statusCode ?? 0);
  return error instanceof errors.ConnectionError || error instanceof errors.TimeoutError;
}

/** One scripted update with all changes of a record, as two lines of a request. */
type Action = { id: string; lines: string; bytes: number };
type Refusal = { id: string; status: number; why: string };

/**
 * Writes changes through an alias, in as many requests as they need. What a busy engine turns away is sent again, and
 * nothing else of that request.
 *
 * @throws after all that can be written is: with how many records were refused; SearchUnavailableError when that was for
 * the engine's being busy alone; or as the engine's fault came.
 */
export async function writeBulk(
  client: Client,
  alias: string,
  changes: readonly RecordChange[],
  analyze: (text: string, language: string) => string,
): Promise<void> {
  const refused: Refusal[] = [];
  for (const actions of requests(alias, changes, analyze)) refused.push(...(await sendAll(client, actions)));
  const [first] = refused;
  if (!first) return;
  const why = `index: ${refused.length} records refused; ${first.id}: ${first.status} ${first.why}`;
  throw refused.every(({ status }) => BUSY.has(status)) ? new SearchUnavailableError(why) : new Error(why);
}

/** @returns what was refused for good, and what still was for the engine's being busy. */
async function sendAll(client: Client, actions: Action[]): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  let left = actions;
  for (let attempt = 1; ; attempt++) {
    const said = await send(client, left, attempt < TRIES);
    const busy = said.filter(({ status }) => BUSY.has(status));
    refused.push(...said.filter(({ status }) => !BUSY.has(status)));
    if (busy.length === 0 || attempt === TRIES) return [...refused, ...busy];
    const again = new Set(busy.map(({ id }) => id));
    left = left.filter(({ id }) => again.has(id));
    await breath(attempt);
  }
}

/** @param patient a busy engine's answer stands for all records; else it is thrown. */
async function send(client: Client, actions: Action[], patient: boolean): Promise<Refusal[]> {
  try {
    // Ready lines are sent as they are; the types only know of lists.
    const body = actions.map(({ lines }) => lines).join('') as unknown as Record<string, unknown>[];
    const { body: answer } = await client.bulk({ body, require_alias: true });
    return answer.items.flatMap(({ update }) =>
      update?.error
        ? [{ id: update._id ?? '', status: update.status, why: `${update.error.type}: ${update.error.reason}` }]
        : [],
    );
  } catch (error) {
    const status = error instanceof errors.ResponseError ? (error.statusCode ?? 0) : 0;
    if (!patient || !BUSY.has(status)) throw error;
    return actions.map(({ id }) => ({ id, status, why: 'busy' }));
  }
}

/** Half of a wait is chance, so that writers that were turned away together do not come back together. */
async function breath(attempt: number): Promise<void> {
  const ms = FIRST_WAIT_MS * 2 ** (attempt - 1);
  await new Promise((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));
}

function* requests(
  alias: string,
  changes: readonly RecordChange[],
  analyze: (text: string, language: string) => string,
): Generator<Action[]> {
  let gathered: Action[] = [];
  let bytes = 0;
  for (const [id, own] of Map.groupBy(changes, (change) => change.id)) {
    const action = actionOf(alias, id, own, analyze);
    if (gathered.length === BULK_RECORDS || (gathered.length > 0 && bytes + action.bytes > BULK_BYTES)) {
      yield gathered;
      gathered = [];
      bytes = 0;
    }
    gathered.push(action);
    bytes += action.bytes;
  }
  if (gathered.length > 0) yield gathered;
}

function actionOf(
  _index: string,
  id: string,
  changes: RecordChange[],
  analyze: (text: string, language: string) => string,
): Action {
  const params = { id, changes: changes.map((change) => changeParams(change, analyze)) };
  const script = { lang: 'painless', source: APPLY_CHANGES, params };
  const head = { update: { _index, _id: id, retry_on_conflict: RETRIES_ON_CONFLICT } };
  const lines = `${JSON.stringify(head)}\n${JSON.stringify({ scripted_upsert: true, script, upsert: {} })}\n`;
  return { id, lines, bytes: Buffer.byteLength(lines) };
}
