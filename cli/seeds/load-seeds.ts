import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { urlListReader } from '../../shared/seeds/url-list.ts';
import type { Fault } from '../../shared/settings/faults.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { SeedSetting } from '../../shared/settings/seeds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { webListUrl } from '../../shared/settings/stages/web-list.ts';

/**
 * URL lists up to this size become part of the settings. Longer ones are read as a stream when the crawl starts. Bytes.
 */
const MAX_INLINE_LIST_BYTES = 65_536;

/** Reads a file that the settings name. `path`: its key, for messages. @throws a fault of the settings if it cannot be read */
export type ReadFile = (name: string, path: Fault['path'], encoding?: 'utf8' | 'base64') => Promise<string>;

export type SeedFolder = {
  /** Folder that file names are relative to. */
  folder: string;
  read: ReadFile;
  /** Describes why a file cannot be read. */
  describeReadError(error: unknown): string;
};

/** Loads the files of a seed entry: short URL lists are read, other files get absolute paths. */
export async function loadSeed(
  seed: SeedSetting,
  i: number,
  place: SeedFolder,
  faults: Fault[],
): Promise<SeedSetting[]> {
  if (typeof seed === 'string' || 'url' in seed || 'gathered' in seed || webListUrl(seed) !== undefined) return [seed];
  const found = async (name: string, key: string): Promise<string> => {
    if (name === '-') return name;
    const path = resolve(place.folder, name);
    await stat(path).catch((error) =>
      faults.push({ path: ['seeds', i, key], message: `${name}: ${place.describeReadError(error)}` }),
    );
    return path;
  };
  if ('file' in seed) return loadList(seed, i, place, faults, found);
  if ('queries' in seed) return [{ ...seed, queries: await loadQueries(seed.queries, i, place) }];
  const loaded: Record<string, unknown> = { ...seed };
  for (const key of ['sitemap', 'feed', 'opml', 'odp', 'structure', 'warc', 'wacz', 'cdx', 'digests']) {
    const given = loaded[key];
    if (typeof given === 'string') loaded[key] = await found(given, key);
    else if (Array.isArray(given)) loaded[key] = await Promise.all(given.map((name: string) => found(name, key)));
  }
  return [loaded as SeedSetting];
}

async function loadQueries(queries: string[] | { file: string }, i: number, { read }: SeedFolder): Promise<string[]> {
  if (Array.isArray(queries)) return queries;
  const text = await read(queries.file, ['seeds', i, 'queries', 'file']);
  return text.split(/\r?\n/).flatMap((line) => line.replace(/(^|\s)#.*$/, '').trim() || []);
}

async function loadList(
  seed: { file: string; priority: number },
  i: number,
  { folder, read }: SeedFolder,
  faults: Fault[],
  found: (name: string, key: string) => Promise<string>,
): Promise<SeedSetting[]> {
  const size = await stat(resolve(folder, seed.file)).catch(() => undefined);
  if (seed.file === '-' || (size && size.size > MAX_INLINE_LIST_BYTES))
    return [{ ...seed, file: await found(seed.file, 'file') }];
  const path = ['seeds', i, 'file'];
  const seeds: SeedSetting[] = [];
  const reader = urlListReader({
    seed({ url, priority = seed.priority, about, at }) {
      seeds.push({ url, priority, ...(about && { about }), from: `${seed.file}:${at}` });
    },
    fault: (at, message) => faults.push({ path, message: `${seed.file}:${at}: ${message}` }),
  });
  reader.write(Buffer.from(await read(seed.file, path)));
  reader.end();
  return seeds;
}

/** Removes the file position of accepted seeds. Refused seeds keep theirs for the error message. */
export function dropSeedPositions(settings: Settings): Settings {
  const refused = new Set(seedsOf(settings).refused.map(({ from }) => from));
  const seeds = settings.seeds.map((seed) => {
    if (typeof seed === 'string' || !('url' in seed) || seed.from === undefined || refused.has(seed.from)) return seed;
    const { from: _, ...rest } = seed;
    return rest.priority === 0 && rest.about === undefined ? rest.url : rest;
  });
  return { ...settings, seeds };
}
