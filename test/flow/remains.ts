/** Reads what a crawl leaves in its data folder, past the ports where they do not show it. */
import { join } from 'node:path';
import { openStores, type Stores } from '../../cli/run/wiring.ts';
import { createBundleCache, createBundleReader } from '../../shared/frontier/host/bundle-reader.ts';
import { decodePageEntry, mergePageEntries, type PageEntry, type PageRow } from '../../shared/frontier/host/entry.ts';
import { parseManifest, pieceNames } from '../../shared/frontier/host/manifest.ts';
import { unpackRows } from '../../shared/frontier/host/pieces.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../shared/local/database.ts';
import type { Frontier, Head } from '../../shared/ports/frontier.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';

export async function withStores<T>(dir: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = openStores(dir, 'read');
  try {
    return await work(stores);
  } finally {
    stores.close();
  }
}

/** Rows in the frontier's database that should be gone once nothing is left to do. */
export function leftovers(dir: string) {
  const db = openDatabase(join(dir, 'frontier.sqlite'));
  const number = (sql: string) => (db.prepare(sql).get() as { n: number }).n;
  try {
    const stored = db.prepare('SELECT host, name FROM bundle').all() as { host: string; name: string }[];
    const heads = db.prepare('SELECT host, manifest FROM head').all() as { host: string; manifest: string }[];
    const inbox = db.prepare('SELECT body FROM inbox').all() as { body: Uint8Array }[];
    const named = new Set(
      heads.flatMap(({ host, manifest }) =>
        parseManifest(manifest)
          .flatMap(pieceNames)
          .map((name) => `${host} ${name}`),
      ),
    );
    const there = new Set(stored.map(({ host, name }) => `${host} ${name}`));
    return {
      messages: number('SELECT count(*) AS n FROM message'),
      deadLetters: number('SELECT count(*) AS n FROM dead_letter'),
      leases: number(`SELECT count(*) AS n FROM host_lock WHERE until > ${Date.now()}`),
      // Page feedback waits for the next visit; links must not.
      offeredLinks: inbox.flatMap(({ body }) => decodeOffer(body).links.map(({ url }) => url)),
      unnamedPieces: [...there].filter((piece) => !named.has(piece)),
      missingPieces: [...named].filter((piece) => !there.has(piece)),
    };
  } finally {
    db.close();
  }
}

export async function headsOf(crawl: string, { frontier }: { frontier: Frontier }): Promise<Head[]> {
  return all(frontier.listHeads(crawl));
}

/** Page entries of a crawl, one per URL. */
export async function pagesOf(crawl: string, stores: { frontier: Frontier }): Promise<PageEntry[]> {
  const entries: PageEntry[] = [];
  for (const head of await headsOf(crawl, stores)) {
    const read = createBundleReader(head, stores.frontier, createBundleCache(0));
    for (const ref of parseManifest(head.manifest).filter(({ kind }) => kind === 'p')) {
      const rows = (await read(pieceNames(ref))).slice(ref.piece).flatMap((piece) => unpackRows<PageRow>(piece));
      entries.push(...rows.slice(ref.offset).map(decodePageEntry));
    }
  }
  const byUrl = Map.groupBy(entries, ({ url }) => url);
  return [...byUrl.values()].map(mergePageEntries).filter((entry) => !entry.partial);
}

export async function recordsOf(crawl: string, { index }: Stores): Promise<SearchRecord[]> {
  return all(index.records(crawl));
}

/** Objects of a stage (`raw`, `clean`, `records`), in the order of their keys. */
export async function objectsOf(stage: string, crawl: string, { objects }: Stores): Promise<[string, Uint8Array][]> {
  const keys = await all(objects.list(`${stage}/${crawl}/`));
  return Promise.all(keys.map(async (key): Promise<[string, Uint8Array]> => [key, (await objects.get(key))!]));
}

async function all<T>(things: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const thing of things) list.push(thing);
  return list;
}
