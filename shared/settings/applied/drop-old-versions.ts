import type { Clock } from '../../ports/clock.ts';
import type { ControlStore } from '../../ports/control.ts';
import type { Objects } from '../../ports/objects.ts';
import { parseStoredJson } from '../../text/stored-json.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { readApplied } from './applied-settings.ts';

/**
 * Time that a version of settings is kept after a check has found it unused. Functions use a version for minutes. A table of crawls can be
 * restored to any time of the last 35 days, and names the version of that time. Milliseconds.
 */
export const KEEP_UNUSED_MS = 36 * DAY_MS;

/** Name of a version of settings, as `storeSettings` makes it. */
const VERSION_NAME = /^[0-9a-f]{16}\.json$/;

/** Time at which a check first found a version unused, epoch ms, by the key of the version. */
type UnusedSince = Record<string, number>;

type Ports = { control: Pick<ControlStore, 'get'>; objects: Objects; clock: Clock };

/**
 * Deletes the versions of a crawl's settings in a stack that nothing has used for `KEEP_UNUSED_MS`. Used are the current version and those that
 * stored pages follow. Messages name no version. Each check stores which versions it found unused; one that is killed leaves its work to the next.
 *
 * @param hasTime tells whether another version may be deleted in this call
 * @returns number of deleted versions
 * @throws if the object that names the versions which stored pages follow is damaged
 */
export async function dropOldVersions(crawl: string, ports: Ports, hasTime: () => boolean): Promise<number> {
  const { control, objects, clock } = ports;
  const stored = await readUnused(crawl, objects);
  const unused: UnusedSince = {};
  for (const key of await listUnused(crawl, ports)) unused[key] = stored[key] ?? clock.now();
  const before = clock.now() - KEEP_UNUSED_MS;
  let dropped = 0;
  for (const [key, since] of Object.entries(unused)) {
    if (since > before) continue;
    if (!hasTime()) break;
    if (await dropVersion(crawl, key, { control, objects })) dropped++;
    delete unused[key];
  }
  if (!isEqual(unused, stored)) await storeUnused(crawl, unused, objects);
  return dropped;
}

/** Lists the stored versions that nothing uses. */
async function listUnused(crawl: string, { control, objects }: Pick<Ports, 'control' | 'objects'>): Promise<string[]> {
  const prefix = `settings/${crawl}/`;
  const versions: string[] = [];
  for await (const key of objects.list(prefix)) if (VERSION_NAME.test(key.slice(prefix.length))) versions.push(key);
  // Read after the list: a version that was stored before it, and is used now, counts as used.
  const current = (await control.get(crawl))?.settingsKey;
  if (current === undefined) return [];
  const { judgedBy, cleanedBy, pending = [] } = await readApplied(crawl, current, objects);
  const used = new Set([current, judgedBy, cleanedBy, ...pending]);
  return versions.filter((key) => !used.has(key));
}

/**
 * Deletes a version unless the crawl has returned to it. A request that returns to it stores it before it names it in the control item, and
 * again if it is missing then (`replaceSettings`). So a deletion in between is undone by the request, and a deletion after that by this function,
 * unless either is killed at that moment.
 */
async function dropVersion(
  crawl: string,
  key: string,
  { control, objects }: Pick<Ports, 'control' | 'objects'>,
): Promise<boolean> {
  const isCurrent = async () => (await control.get(crawl))?.settingsKey === key;
  const bytes = await objects.get(key);
  if (!bytes || (await isCurrent())) return false;
  await objects.delete([key]);
  if (!(await isCurrent())) return true;
  await objects.put(key, bytes);
  return false;
}

/** A damaged object counts as empty: all unused versions are then kept for `KEEP_UNUSED_MS` again. */
async function readUnused(crawl: string, objects: Pick<Objects, 'get'>): Promise<UnusedSince> {
  const bytes = await objects.get(keyOf(crawl));
  if (!bytes) return {};
  try {
    const stored = parseStoredJson<UnusedSince>(bytes, keyOf(crawl), 'it counts as empty');
    return Object.fromEntries(Object.entries(stored).filter(([, since]) => Number.isFinite(since)));
  } catch {
    return {};
  }
}

async function storeUnused(crawl: string, unused: UnusedSince, objects: Pick<Objects, 'put'>): Promise<void> {
  await objects.put(keyOf(crawl), new TextEncoder().encode(JSON.stringify(unused)));
}

function isEqual(a: UnusedSince, b: UnusedSince): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Not below `settings/`, whose objects never change. */
const keyOf = (crawl: string) => `applied/${crawl}/unused-settings.json`;
