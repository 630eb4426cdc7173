import { type Client, errors } from '@opensearch-project/opensearch';
import { type RecordChange, RecordsRefusedError } from '../../ports/search-index.ts';
import { errorTypeOf, isBusy, isWriteBlock, SearchUnavailableError } from './opensearch-away.ts';
import { changeParams } from './opensearch-document.ts';
import { APPLY_CHANGES } from './opensearch-script.ts';

/** A bulk request is cut at so many records or bytes: the engine answers longer ones with 413 or runs short of memory. */
const BULK_RECORDS = 200;
const BULK_BYTES = 5_000_000;

/** Two writers of one record: the later one reads again and applies its changes to that. */
const RETRIES_ON_CONFLICT = 3;

/** It cannot be read, or is too long; an index that is not there, a conflict of writers, a fault of the engine are none of its own. */
const TOO_LONG = 413;
const OF_RECORD = new Set([400, TOO_LONG]);

/** So often is an engine that is busy asked, with waits of 0.5 to 8 s between; then the message comes again, in its own time. */
const TRIES = 6;
const FIRST_WAIT_MS = 500;

/** One scripted update with all changes of a record, as two lines of a request. */
type Action = { id: string; lines: string; bytes: number };
/** `type` of the engine's error; undefined: the whole request was turned away. */
type Refusal = { id: string; status: number; type?: string | undefined; why: string };

const isForNow = ({ status, type }: Refusal) => isBusy(status, type) || isWriteBlock(type);

/**
 * Writes changes through an alias, or with `isIndex` to an index that is there, in as many requests as they need. What a busy engine turns away is sent again, and
 * nothing else of that request; one that stays busy is not asked for the rest.
 *
 * @throws SearchUnavailableError for the first request of which the engine does not take all for now; RecordsRefusedError
 * for records that were refused for themselves, after all others were written; or as the engine's fault came.
 */
export async function writeBulk(
  client: Client,
  alias: string,
  changes: readonly RecordChange[],
  analyze: (text: string, language: string) => string,
  isIndex = false,
): Promise<void> {
  const refused: Refusal[] = [];
  for (const actions of requests(alias, changes, analyze)) {
    refused.push(...(await sendAll(client, actions, !isIndex)));
    if (refused.some(isForNow)) break;
  }
  const first = refused.find(isForNow) ?? refused[0];
  if (!first) return;
  const why = `index: ${refused.length} records refused; ${first.id}: ${first.status} ${first.why}`;
  if (isForNow(first)) throw new SearchUnavailableError(why);
  if (!refused.every(({ status }) => OF_RECORD.has(status))) throw new Error(why);
  throw new RecordsRefusedError(why, refused.length);
}

/** @returns what was refused for good, and what still was for the engine's being busy. */
async function sendAll(client: Client, actions: Action[], byAlias: boolean): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  let left = actions;
  for (let attempt = 1; ; attempt++) {
    const said = await send(client, left, byAlias, attempt < TRIES);
    const busy = said.filter(({ status, type }) => isBusy(status, type));
    refused.push(...said.filter((one) => !busy.includes(one)));
    if (busy.length === 0 || attempt === TRIES) return [...refused, ...busy];
    const again = new Set(busy.map(({ id }) => id));
    left = left.filter(({ id }) => again.has(id));
    await breath(attempt);
  }
}

/** @param patient a busy engine's answer stands for all records; else it is thrown. */
async function send(client: Client, actions: Action[], byAlias: boolean, patient: boolean): Promise<Refusal[]> {
  try {
    // Ready lines are sent as they are; the types only know of lists.
    const body = actions.map(({ lines }) => lines).join('') as unknown as Record<string, unknown>[];
    const { body: answer } = await client.bulk({ body, ...(byAlias && { require_alias: true }) });
    return answer.items.flatMap(({ update }) =>
      update?.error ? [refusalOf(update._id ?? '', update.status, update.error)] : [],
    );
  } catch (error) {
    const status = error instanceof errors.ResponseError ? (error.statusCode ?? 0) : 0;
    // The one that goes alone as it is so long: a fault of the record, though it is said of the request.
    if (actions.length === 1 && status === TOO_LONG) return [{ id: actions[0]!.id, status, why: 'too long' }];
    if (!patient || !isBusy(status, errorTypeOf(error))) throw error;
    return actions.map(({ id }) => ({ id, status, why: 'busy' }));
  }
}

const refusalOf = (
  id: string,
  status: number,
  { type, reason }: { type: string; reason?: string | null },
): Refusal => ({
  id,
  status,
  type,
  why: `${type}: ${reason}`,
});

/** Half of a wait is chance, so that writers that were turned away together do not come back together. */
async function breath(attempt: number): Promise<void> {
  const ms = FIRST_WAIT_MS * 2 ** (attempt - 1);
  await new Promise((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));
}

/** One too long for any request goes alone, and last: where the engine has no memory for it, the others are there. */
function* requests(
  alias: string,
  changes: readonly RecordChange[],
  analyze: (text: string, language: string) => string,
): Generator<Action[]> {
  const long: Action[] = [];
  let gathered: Action[] = [];
  let bytes = 0;
  for (const [id, own] of Map.groupBy(changes, (change) => change.id)) {
    const action = actionOf(alias, id, own, analyze);
    if (action.bytes > BULK_BYTES) {
      long.push(action);
      continue;
    }
    if (gathered.length === BULK_RECORDS || (gathered.length > 0 && bytes + action.bytes > BULK_BYTES)) {
      yield gathered;
      gathered = [];
      bytes = 0;
    }
    gathered.push(action);
    bytes += action.bytes;
  }
  if (gathered.length > 0) yield gathered;
  for (const action of long) yield [action];
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
