/**
 * Gathers seeds from sources other than URLs in the crawl.yaml. Each source is read once, as a stream, under the rules
 * of the crawl, into a file in the data folder. A million seeds are thus never in memory, the scope knows all hosts
 * before the first fetch, and running the same command again does not read the sources again.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { acceptSeed } from '../../shared/seeds/accept-seed.ts';
import { scopeRulesOf, seedRulesOf, urlRulesOf } from '../../shared/settings/rules.ts';
import type { SeedSource } from '../../shared/settings/seeds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { keySet } from '../../shared/url/key-set.ts';
import { compileScope } from '../../shared/url/scope.ts';
import { scopeKey } from '../../shared/url/scope-key.ts';
import { UsageError } from '../command.ts';
import { writeWhole } from '../output/output-file.ts';
import { createDataFolder } from '../run/folder/data-folder.ts';
import { createRefusalLog } from './refusal-log.ts';
import { isPrivateAddress } from './refused-seed.ts';
import { formatPosition, readSource, type SourcePorts } from './seed-sources.ts';
import { isSpoolComplete, readSpool, spoolWriter } from './seed-spool.ts';

/** Seeds that the sources of a crawl gave. */
export type GatheredSeeds = {
  /** The settings with the sources replaced by the result of gathering. */
  settings: Settings;
  /** Accepted seeds; undefined if there was nothing to gather. */
  spool?: SeedSpool;
  /** Number of lines of URL lists that were refused or are no seeds, and were logged. Absent: there was nothing to gather. */
  refusedLines?: number;
};

/** Accepted seeds in a file of the data folder, and which crawls have them already. */
export type SeedSpool = {
  seeds: number;
  /** Yields accepted seeds by host, some thousand at a time. */
  batches(): AsyncIterable<OfferedLink[]>;
  /**
   * Reports whether all seeds were sent before.
   *
   * @param to `here` for the crawl in this folder, or the identity of a crawl in a stack
   */
  isOffered(to: string): boolean;
  markOffered(to: string): Promise<void>;
};

export type GatherPorts = SourcePorts & {
  /** Prints a line at once: a refused seed, or what was read. */
  log(line: string): void;
};

/**
 * Gathers all seed sources of the settings.
 *
 * @param folder folder of the seed files
 * @throws UsageError if a source cannot be read at all
 */
export async function gatherSeeds(settings: Settings, folder: string, ports: GatherPorts): Promise<GatheredSeeds> {
  const sources = settings.seeds.filter(isSeedSource);
  if (sources.length === 0) return { settings };
  const name = await spoolName(settings, sources);
  const file = join(folder, `${settings.crawl}-${name}`);
  const kept = await readNote(file, ports.log);
  const { runs, refusedLines = 0, ...note } = kept ?? (await gather(settings, sources, file, ports));
  if (kept) ports.log(`using ${formatNoun(note.seeds, 'seed')} gathered before (delete ${file}.* to gather again)`);
  const rest = settings.seeds.filter((seed) => !isSeedSource(seed));
  const spool: SeedSpool = {
    seeds: note.seeds,
    batches: () => readSpool(file, runs),
    isOffered: (to) => existsSync(`${file}.${to}`),
    markOffered: (to) => writeFile(`${file}.${to}`, ''),
  };
  return { settings: { ...settings, seeds: [...rest, note] }, spool, refusedLines };
}

/**
 * Note that is written after all seed files. `runs` is the number of seed files, `refusedLines` that of refused lines of URL lists (absent: an
 * earlier version wrote the note); the rest becomes part of the settings.
 */
type SpoolNote = { gathered: string; seeds: number; keys: string; runs: number; refusedLines?: number };

/**
 * @param log prints why a note is not used
 * @returns undefined if there is no note that can be read, or a seed file is missing; the seeds are then gathered again
 */
async function readNote(file: string, log: GatherPorts['log']): Promise<SpoolNote | undefined> {
  const text = await readFile(`${file}.json`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const note = parseNote(text);
  if (!note) log(`${file}.json is empty or damaged: gathering the seeds again`);
  return note && isSpoolComplete(file, note.runs) ? note : undefined;
}

function parseNote(text: string): SpoolNote | undefined {
  try {
    const { gathered, seeds, keys, runs, refusedLines } = JSON.parse(text) as Partial<SpoolNote>;
    const isComplete = typeof gathered === 'string' && typeof keys === 'string';
    return isComplete && Number.isInteger(seeds) && Number.isInteger(runs)
      ? ({ gathered, seeds, keys, runs, refusedLines } as SpoolNote)
      : undefined;
  } catch {
    return undefined;
  }
}

async function gather(settings: Settings, sources: SeedSource[], file: string, ports: GatherPorts): Promise<SpoolNote> {
  createDataFolder(dirname(file));
  const writer = spoolWriter(file);
  const known = keySet();
  const keys = keySet();
  const { scope } = settings;
  let accepted = 0;
  let refusedLines = 0;
  const compiled = compileScope(scopeRulesOf(settings, []));
  for (const source of sources) {
    const rules = seedRulesOf(settings, compiled, source.priority);
    const refusals = createRefusalLog(ports.log);
    const before = accepted;
    for await (const { name, piece } of readSource(source, settings, ports)) {
      for (const { at, message } of piece.faults) refusals.fault(`${formatPosition(name, at)}: ${message}`);
      for (const found of piece.seeds) {
        const link = acceptSeed(found, rules);
        const reason =
          'refused' in link ? link.refused : isPrivateAddress(link.url, settings) ? 'private-address' : undefined;
        if (reason !== undefined) refusals.refused(`${formatPosition(name, found.at)}: ${found.url}`, reason);
        if ('refused' in link || reason !== undefined || !known.add(link.url)) continue;
        accepted++;
        if (scope !== 'any') keys.add(scopeKey(scope, link.url));
        writer.add(link);
      }
      await writer.drained();
    }
    if ('file' in source) refusedLines += refusals.total();
    ports.log(`${formatNoun(accepted - before, 'seed')} from ${describeSource(source)}${refusals.end()}`);
  }
  const runs = await writer.end();
  const note: SpoolNote = {
    gathered: sources.map(describeSource).join(', '),
    seeds: accepted,
    keys: keys.pack(),
    runs,
    refusedLines,
  };
  await writeWhole(`${file}.json`, Buffer.from(JSON.stringify(note)));
  return note;
}

/** Returns the file names of a source, or its number of queries. */
function describeSource(source: SeedSource): string {
  if ('queries' in source) return formatNoun((source.queries as string[]).length, 'query', 'queries');
  for (const key of ['file', 'sitemap', 'feed', 'opml', 'odp', 'warc', 'wacz', 'cdx', 'digests'])
    if (key in source) return [(source as Record<string, unknown>)[key]].flat().join(', ');
  throw new UsageError('seeds: a source has no known kind');
}

/**
 * Derives the name of a spool from the sources, the state of their files, and the rules. The same input has the same
 * name.
 */
async function spoolName(settings: Settings, sources: readonly SeedSource[]): Promise<string> {
  const files = sources.flatMap((source) => Object.values(source).flat()).filter((value) => typeof value === 'string');
  const states = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  const marks = states.map((state) => state && [state.size, state.mtimeMs]);
  const rules = [urlRulesOf(settings), scopeRulesOf(settings, []), settings.network, settings.strategy];
  // Standard input cannot be read twice, so it never has the same name.
  const once = files.includes('-') ? [performance.now(), process.pid] : [];
  return createHash('sha256')
    .update(JSON.stringify(['by host', sources, marks, rules, once]))
    .digest('hex')
    .slice(0, 16);
}
