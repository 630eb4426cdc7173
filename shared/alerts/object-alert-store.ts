import { createHash } from 'node:crypto';
import type { AlertKey, AlertState, AlertStore } from '../ports/alert-store.ts';
import type { Objects } from '../ports/objects.ts';
import { parseStoredJson } from '../text/stored-json.ts';

/** Added hashes that are kept in a set before they are merged into the sorted ones. A set takes some hundred bytes for each. */
const MAX_ADDED = 50_000;

/** Stored state of an alert, beside the hashes. */
type StoredState = AlertState & { isReady: boolean };

/** The records of an alert that are never reported again, by hashes of their ids: sorted, and those that were added since. */
type Reported = { sorted: BigInt64Array; added: Set<bigint> };

/**
 * Keeps alerts in an object store: an object with the state of each, and one with hashes of the records that it has reported (8 bytes each).
 * An instance serves one evaluation, and a lock must keep others from the same crawl.
 *
 * Records that are added become durable with `create` or `confirm`, before the state that relies on them. If the process is killed
 * in between, the pending message stays pending, and is sent again.
 */
export function objectAlertStore(objects: Objects): AlertStore {
  const known = new Map<string, Reported>();

  async function reportedOf(alert: AlertKey): Promise<Reported> {
    const key = placeOf(alert);
    let reported = known.get(key);
    if (!reported) {
      const bytes = await objects.get(`${key}.ids`);
      reported = { sorted: bytes ? hashesOf(bytes) : new BigInt64Array(), added: new Set() };
      known.set(key, reported);
    }
    return reported;
  }

  async function getState(alert: AlertKey): Promise<StoredState | undefined> {
    const key = `${placeOf(alert)}.json`;
    const bytes = await objects.get(key);
    return bytes && parseStoredJson<StoredState>(bytes, key, 'delete it: the alert is then new');
  }

  const putState = (alert: AlertKey, state: StoredState) =>
    objects.put(`${placeOf(alert)}.json`, new TextEncoder().encode(JSON.stringify(state)));

  async function putReported(alert: AlertKey): Promise<void> {
    const reported = await reportedOf(alert);
    merge(reported);
    const { buffer, byteOffset, byteLength } = reported.sorted;
    await objects.put(`${placeOf(alert)}.ids`, new Uint8Array(buffer, byteOffset, byteLength));
  }

  async function add(alert: AlertKey, ids: readonly string[]): Promise<void> {
    const reported = await reportedOf(alert);
    for (const id of ids) reported.added.add(hashOf(id));
    if (reported.added.size > MAX_ADDED) merge(reported);
  }

  return {
    async get(alert) {
      const stored = await getState(alert);
      if (!stored?.isReady) return undefined;
      const { isReady: _, ...state } = stored;
      return state;
    },
    async prepare(alert) {
      await putState(alert, { isReady: false });
      known.set(placeOf(alert), { sorted: new BigInt64Array(), added: new Set() });
    },
    async create(alert, place) {
      await putReported(alert);
      await putState(alert, { isReady: true, ...(place && { place }) });
    },
    addReported: add,
    async unreported(alert, ids) {
      const { sorted, added } = await reportedOf(alert);
      return ids.filter((id) => {
        const hash = hashOf(id);
        return !added.has(hash) && !has(sorted, hash);
      });
    },
    async moveTo(alert, place) {
      await putState(alert, { ...(await getState(alert)), isReady: true, place });
    },
    async setPending(alert, pending) {
      await putState(alert, { ...(await getState(alert)), isReady: true, pending });
    },
    async confirm(alert, { place }, sent) {
      if (sent.length > 0) {
        await add(alert, sent);
        await putReported(alert);
      }
      await putState(alert, { isReady: true, place });
    },
    async keepOnly(crawl, alerts) {
      const kept = new Set(alerts.map(placeOf));
      const gone: string[] = [];
      for await (const key of objects.list(`alerts/${crawl}/`))
        if (!kept.has(key.replace(/\.\w+$/, ''))) gone.push(key);
      if (gone.length > 0) await objects.delete(gone);
    },
  };
}

const placeOf = ({ crawl, name, query, channel }: AlertKey): string =>
  `alerts/${crawl}/${createHash('sha256').update(`${channel}\0${name}\0${query}`).digest('hex').slice(0, 32)}`;

/** Returns 64 bits of a hash: two of a million ids share them with a probability of 10⁻⁷. */
const hashOf = (id: string): bigint => createHash('sha256').update(id).digest().readBigInt64LE();

/** Copies the bytes, which may start anywhere in their buffer. All machines of a stack are little-endian. */
const hashesOf = (bytes: Uint8Array): BigInt64Array => new BigInt64Array(Uint8Array.from(bytes).buffer);

function merge(reported: Reported): void {
  const { sorted, added } = reported;
  if (added.size === 0) return;
  const all = new BigInt64Array(sorted.length + added.size);
  all.set(sorted);
  all.set([...added], sorted.length);
  reported.sorted = all.sort();
  added.clear();
}

function has(sorted: BigInt64Array, hash: bigint): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < hash) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === hash;
}
