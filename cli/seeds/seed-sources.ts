/** Reads each kind of seed source with its reader or search provider. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { SearchIndex } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { cdxReader } from '../../shared/seeds/cdx.ts';
import { digestReader, filterByDigest } from '../../shared/seeds/digests.ts';
import type { FoundSeed } from '../../shared/seeds/found-seed.ts';
import { odpReader, structureReader, wantedCategories } from '../../shared/seeds/odp.ts';
import { parseOpenSearchDescription, searchTemplateFrom } from '../../shared/seeds/opensearch-description.ts';
import { readList } from '../../shared/seeds/read-list.ts';
import { type SearchProvider, seedsFromQuery } from '../../shared/seeds/search-provider.ts';
import { urlListReader } from '../../shared/seeds/url-list.ts';
import { warcReader } from '../../shared/seeds/warc-headers.ts';
import { type FetchDocument, openSearchProvider, searxngProvider } from '../../shared/seeds/web-provider.ts';
import type { SeedSource } from '../../shared/settings/seeds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { UsageError } from '../command.ts';
import { type CreateSeedReader, type SeedPiece, seedsInFile, seedsInWacz } from './seed-files.ts';

/** Network and index that sources of seeds need. */
export type SourcePorts = {
  /** Fetches the answer of a search provider politely. @throws an error with a readable message */
  get: FetchDocument;
  /** Search index of the data folder; undefined if there is none. */
  index: SearchIndex | undefined;
};

/** `name`: the file name, or the query. */
export type NamedPiece = { name: string; piece: SeedPiece };

/** Formats a position in a source: a line number, or an entry number. */
export function formatPosition(name: string, at: number): string {
  return `${name}:${at}`;
}

/** Reads the seeds of a source as a stream, in pieces with the name of the file or query they come from. */
export async function* readSource(
  source: SeedSource,
  { crawl }: Settings,
  ports: SourcePorts,
): AsyncGenerator<NamedPiece> {
  if ('queries' in source) return yield* runQueries(source, ports);
  if ('file' in source) return yield* readFiles(source.file, urlListReader);
  if ('odp' in source) return yield* readOpenDirectory(source);
  if ('sitemap' in source) return yield* readListFile(source.sitemap);
  if ('feed' in source) return yield* readListFile(source.feed);
  if ('opml' in source) return yield* readListFile(source.opml);
  const wanted = source.digests === undefined ? undefined : await readDigests(source.digests);
  const chosen = (make: CreateSeedReader): CreateSeedReader =>
    wanted ? (sink) => make(filterByDigest(wanted, sink)) : make;
  const [cdx, warc] = [chosen(cdxReader), chosen(warcReader)];
  if ('cdx' in source) return yield* readFiles(source.cdx, cdx);
  if ('warc' in source) return yield* readFiles(source.warc, warc);
  if ('wacz' in source)
    for (const name of [source.wacz].flat())
      for await (const piece of seedsInWacz(name, { cdx, warc })) yield { name, piece };
  else if (wanted) yield* findByDigest(source.digests!, wanted, ('index' in source && source.index) || crawl, ports);
}

async function* readFiles(names: string | string[], make: CreateSeedReader): AsyncGenerator<NamedPiece> {
  for (const name of [names].flat()) for await (const piece of seedsInFile(name, make)) yield { name, piece };
}

/**
 * Reads an Open Directory dump. The structure file is read until it adds no further category, because some categories
 * precede those that link to them.
 */
async function* readOpenDirectory(source: Extract<SeedSource, { odp: string }>): AsyncGenerator<NamedPiece> {
  const { isWanted, add } = wantedCategories(source.categories);
  for (let more = source.structure !== undefined; more; ) {
    more = false;
    const reader: CreateSeedReader = () =>
      structureReader(isWanted, (category) => {
        if (add(category)) more = true;
      });
    for await (const _ of seedsInFile(source.structure!, reader));
  }
  yield* readFiles(source.odp, (sink) => odpReader(isWanted, sink));
}

/** Reads a sitemap, feed or OPML file. Lists that it links to are on the web, where the crawl fetches them. */
async function* readListFile(name: string): AsyncGenerator<NamedPiece> {
  const seeds: FoundSeed[] = [];
  const body = await readFile(name);
  const reason = readList(
    { url: pathToFileURL(name).href, body },
    {
      url({ url, lastModified }) {
        const changed = lastModified === undefined ? Number.NaN : Date.parse(lastModified);
        seeds.push({ url, ...(Number.isNaN(changed) ? {} : { lastModified: changed }), at: seeds.length + 1 });
      },
      sitemap: ({ url }) => seeds.push({ url, kind: 'feed', at: seeds.length + 1 }),
    },
  );
  const faults = reason === undefined ? [] : [{ at: seeds.length + 1, message: `not read to its end: ${reason}` }];
  yield { name, piece: { seeds, faults } };
}

async function readDigests(name: string): Promise<Set<string>> {
  const digests = new Set<string>();
  const faults: string[] = [];
  const reader: CreateSeedReader = ({ fault }) => digestReader((digest) => digests.add(digest), fault);
  for await (const piece of seedsInFile(name, reader))
    faults.push(...piece.faults.map(({ at, message }) => `${formatPosition(name, at)}: ${message}`));
  if (faults.length > 0) throw new UsageError(...faults.slice(0, 20));
  return digests;
}

/** Finds the pages whose records have the given digests. */
async function* findByDigest(
  name: string,
  digests: ReadonlySet<string>,
  crawl: string,
  { index }: SourcePorts,
): AsyncGenerator<NamedPiece> {
  let at = 0;
  for (const digest of digests) {
    at++;
    const record = await index?.get(crawl, digest);
    const seeds = Object.keys(record?.urls ?? {}).map((url) => ({ url, digest, at }));
    const faults = record ? [] : [{ at, message: `crawl ${crawl} has no record ${digest}` }];
    yield { name, piece: { seeds, faults } };
  }
}

async function* runQueries(
  source: Extract<SeedSource, { queries: unknown }>,
  ports: SourcePorts,
): AsyncGenerator<NamedPiece> {
  for (const given of source.providers) {
    const provider = await openProvider(given, ports);
    for (const query of source.queries as string[]) {
      const piece: SeedPiece = { seeds: [], faults: [] };
      try {
        for await (const seed of seedsFromQuery(query, provider, source)) piece.seeds.push(seed);
      } catch (error) {
        // Seeds found before the error are kept, and the other queries still run.
        piece.faults.push({
          at: piece.seeds.length + 1,
          message: error instanceof Error ? error.message : String(error),
        });
      }
      yield { name: `${provider.name} "${query}"`, piece };
    }
  }
}

type ProviderSetting = Extract<SeedSource, { queries: unknown }>['providers'][number];

async function openProvider(given: ProviderSetting, { get, index }: SourcePorts): Promise<SearchProvider> {
  if ('searxng' in given) return searxngProvider(given.searxng, get);
  if ('index' in given) return localIndexProvider(given.index, index);
  if (given.opensearch.includes('{searchTerms}')) return openSearchProvider(searchTemplateFrom(given.opensearch), get);
  const { body } = await get(given.opensearch).catch((error: Error) => {
    throw new UsageError(`${given.opensearch}: ${error.message}`);
  });
  const description = parseOpenSearchDescription(body);
  if (!description)
    throw new UsageError(`${given.opensearch}: not an OpenSearch description with a usable URL template`);
  return openSearchProvider(description, get);
}

/** Searches the records of an earlier crawl. */
function localIndexProvider(crawl: string, index: SearchIndex | undefined): SearchProvider {
  return {
    name: crawl,
    async search(q, { results }) {
      if (!index) return [];
      const { hits } = await search({ crawl, q, from: results, size: 100 }, { index });
      return hits.map(({ url, title, snippet }) => ({ url, title, description: snippet.replace(/<[^>]+>/g, '') }));
    },
  };
}
