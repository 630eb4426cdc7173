/**
 * Seeds that are not addresses in the crawl.yaml: each source is read once, as a stream, under the crawl's own rules, into
 * a file of seeds in the data folder. So a million of them are never in memory, the scope knows all their hosts before the
 * first page is fetched, and the same command again need not read (or ask) them once more.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import { acceptSeed } from '../../shared/seeds/accept-seed.ts';
import { scopeRulesOf, seedRulesOf, urlRulesOf } from '../../shared/settings/rules.ts';
import { isSeedSource, type SeedSource } from '../../shared/settings/seeds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { keySet } from '../../shared/url/key-set.ts';
import type { Reason } from '../../shared/url/reason.ts';
import { compileScope, scopeKey } from '../../shared/url/scope.ts';
import { UsageError } from '../command.ts';
import { isPrivateAddress, refusalMessage } from './refused-seed.ts';
import { formatPosition, readSource, type SourcePorts } from './seed-sources.ts';
import { isSpoolComplete, readSpool, spoolWriter } from './seed-spool.ts';

export type GatheredSeeds = {
  /** In place of the sources stands what became of them. */
  settings: Settings;
  /** The file of accepted seeds; undefined: there is nothing to gather. */
  spool?: SeedSpool;
};

export type SeedSpool = {
  seeds: number;
  /** Accepted seeds in the order of their hosts, some thousand at a time. */
  batches(): AsyncIterable<OfferedLink[]>;
  /** Whether they were all offered before. @param to the crawl of this folder (`here`), or a stack. */
  isOffered(to: string): boolean;
  markOffered(to: string): Promise<void>;
};

export type GatherPorts = SourcePorts & {
  /** A line for people, at once: a seed that is refused, what was read. */
  log(line: string): void;
};

/** Refusals of one source that are told one by one. */
const MAX_LOGGED_REFUSALS = 200;

/** @param folder of the files of seeds. @throws UsageError when a source cannot be read at all. */
export async function gatherSeeds(settings: Settings, folder: string, ports: GatherPorts): Promise<GatheredSeeds> {
  const sources = settings.seeds.filter(isSeedSource);
  if (sources.length === 0) return { settings };
  const name = await spoolName(settings, sources);
  const file = join(folder, `${settings.crawl}-${name}`);
  const kept = await readNote(file);
  const { runs, ...note } = kept ?? (await gather(settings, sources, file, ports));
  if (kept) ports.log(`${note.seeds} seeds were gathered before (${file}.*)`);
  const rest = settings.seeds.filter((seed) => !isSeedSource(seed));
  const spool: SeedSpool = {
    seeds: note.seeds,
    batches: () => readSpool(file, runs),
    isOffered: (to) => existsSync(`${file}.${to}`),
    markOffered: (to) => writeFile(`${file}.${to}`, ''),
  };
  return { settings: { ...settings, seeds: [...rest, note] }, spool };
}

/** What is kept beside the seeds, as the last thing. `runs`: files that hold them; the rest becomes part of the settings. */
type SpoolNote = { gathered: string; seeds: number; keys: string; runs: number };

/** @returns undefined also when seeds are missing that it tells of: they are gathered anew. */
async function readNote(file: string): Promise<SpoolNote | undefined> {
  const text = await readFile(`${file}.json`, 'utf8').catch(() => undefined);
  const note = text === undefined ? undefined : (JSON.parse(text) as SpoolNote);
  return note && isSpoolComplete(file, note.runs) ? note : undefined;
}

async function gather(settings: Settings, sources: SeedSource[], file: string, ports: GatherPorts): Promise<SpoolNote> {
  await mkdir(join(file, '..'), { recursive: true });
  const writer = spoolWriter(file);
  const known = keySet();
  const keys = keySet();
  const { scope } = settings;
  let accepted = 0;
  const compiled = compileScope(scopeRulesOf(settings, []));
  for (const source of sources) {
    const rules = seedRulesOf(settings, compiled, source.priority);
    const told = createRefusalLog(ports);
    const before = accepted;
    for await (const { name, piece } of readSource(source, settings, ports)) {
      for (const { at, message } of piece.faults) told.fault(`${formatPosition(name, at)}: ${message}`);
      for (const found of piece.seeds) {
        const link = acceptSeed(found, rules);
        const reason =
          'refused' in link ? link.refused : isPrivateAddress(link.url, settings) ? 'private-address' : undefined;
        if (reason !== undefined) told.refused(`${formatPosition(name, found.at)}: ${found.url}`, reason);
        if ('refused' in link || reason !== undefined || !known.add(link.url)) continue;
        accepted++;
        if (scope !== 'any') keys.add(scopeKey(scope, link.url));
        writer.add(link);
      }
      await writer.drained();
    }
    ports.log(`${accepted - before} seeds from ${describeSource(source)}${told.end()}`);
  }
  const runs = await writer.end();
  const note: SpoolNote = {
    gathered: sources.map(describeSource).join(', '),
    seeds: accepted,
    keys: keys.pack(),
    runs,
  };
  await writeFile(`${file}.json`, JSON.stringify(note));
  return note;
}

function createRefusalLog({ log: say }: GatherPorts) {
  const refused: Record<string, number> = {};
  let told = 0;
  const tell = (line: string): void => {
    if (told++ < MAX_LOGGED_REFUSALS) say(line);
  };
  return {
    fault: (line: string) => {
      refused['no seed'] = (refused['no seed'] ?? 0) + 1;
      tell(`no seed: ${line}`);
    },
    refused: (where: string, reason: Reason) => {
      refused[reason] = (refused[reason] ?? 0) + 1;
      tell(refusalMessage(where, reason));
    },
    end: () => {
      const counts = Object.entries(refused).map(([reason, n]) => `${n} ${reason}`);
      return counts.length > 0 ? `; refused: ${counts.join(', ')}` : '';
    },
  };
}

/** The file or files of a source, or the questions. */
function describeSource(source: SeedSource): string {
  if ('queries' in source) return `${(source.queries as string[]).length} queries`;
  for (const key of ['file', 'sitemap', 'feed', 'opml', 'odp', 'warc', 'wacz', 'cdx', 'digests'])
    if (key in source) return [(source as Record<string, unknown>)[key]].flat().join(', ');
  throw new UsageError('a source of seeds of no kind');
}

/** Sources that are the same, from files that are the same, under the same rules, have the same name. */
async function spoolName(settings: Settings, sources: readonly SeedSource[]): Promise<string> {
  const files = sources.flatMap((source) => Object.values(source).flat()).filter((value) => typeof value === 'string');
  const states = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  const marks = states.map((state) => state && [state.size, state.mtimeMs]);
  const rules = [urlRulesOf(settings), scopeRulesOf(settings, []), settings.network, settings.strategy];
  // What came by the standard input is not there twice.
  const once = files.includes('-') ? [performance.now(), process.pid] : [];
  return createHash('sha256')
    .update(JSON.stringify(['by host', sources, marks, rules, once]))
    .digest('hex')
    .slice(0, 16);
}
