import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchIndex } from '../../shared/ports/search-index.ts';

/**
 * State of a page that was committed: the times of all its committed visits, the last of them, whether it was gone then, and its text
 * of the last visit that found one.
 */
export type CommittedPage = { times: ReadonlySet<number>; last: number; isGone: boolean; text: string | undefined };

/** The search index of a run, with a record of the changes that it received. */
export function createRecords() {
  const db = openDatabase(':memory:');
  const index = sqliteSearchIndex(db, (text) => text);
  /** `crawl url` → times at which the page was seen, and at which it left a record. */
  const seen = new Map<string, Set<number>>();
  /** `crawl url at` → ids of the records in which the page was seen then: more than one if a visit was repeated. */
  const records = new Map<string, Set<string>>();
  const left = new Map<string, Set<number>>();
  const watched: Pick<SearchIndex, 'write' | 'get' | 'leftAt'> = {
    get: index.get,
    leftAt: index.leftAt,
    async write(crawl, changes) {
      for (const { kind, id, url, at } of changes) {
        const times = kind === 'seen' ? seen : left;
        times.set(`${crawl} ${url}`, (times.get(`${crawl} ${url}`) ?? new Set()).add(at));
        const when = `${crawl} ${url} ${at}`;
        if (kind === 'seen') records.set(when, (records.get(when) ?? new Set()).add(id));
      }
      await index.write(crawl, changes);
    },
  };
  const timesOf = (all: Map<string, Set<number>>, key: string) => [...(all.get(key) ?? [])];

  return {
    index: watched as SearchIndex,
    /** Makes the index take the next change of each URL as the latest one. Only mutations do this. */
    forgetTimes(urls: readonly string[]): void {
      const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'url_[0-9]*'`).all();
      for (const { name } of tables) {
        const forget = db.prepare(`UPDATE ${name} SET at = 0, page_at = 0 WHERE url = ?`);
        for (const url of urls) forget.run(url);
      }
    },
    /** Returns the ids of records that a URL left before this time, epoch ms. Only mutations need them. */
    leftBefore(time: number): string[] {
      const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'url_[0-9]*'`).all();
      return tables.flatMap(({ name }) => {
        const records = String(name).replace('url', 'record');
        const sql = `SELECT DISTINCT id FROM ${name} JOIN ${records} USING (n) WHERE live = 0 AND at < ?`;
        return db
          .prepare(sql)
          .all(time)
          .map(({ id }) => String(id));
      });
    },
    /**
     * Whether the index received the page of a visit. If the page was gone, whether it left its record then or before: an
     * earlier visit without a commit may have said so. A page that was never seen has no record to leave: its first request may
     * have been taken for the end of a process.
     */
    received: (key: string, at: number, isGone: boolean): boolean =>
      isGone
        ? !seen.has(key) || Math.max(0, ...timesOf(left, key)) > Math.max(...timesOf(seen, key))
        : seen.get(key)?.has(at) === true,
    /**
     * Counts pages that the index shows in an older state than the last commit, or not at all, or although they are gone. So each
     * record lists exactly the URLs of the pages that have its text.
     *
     * A visit that crashes or stalls after its captures were announced is not committed, and the page is fetched again. If its
     * text differs, the frontier knows one of the two records only. So older records of such pages are not counted. The times of
     * the two visits differ, or are equal if the clock was set back: both follow the visit before. At the end of a run such a visit may be
     * the last of its page, so its text is as good as that of the last commit.
     */
    async outdated(crawl: string, pages: ReadonlyMap<string, CommittedPage>): Promise<number> {
      const shown = new Map<string, { at: number; text: string }[]>();
      for await (const { urls, text } of index.records(crawl))
        for (const [url, at] of Object.entries(urls)) shown.set(url, [...(shown.get(url) ?? []), { at, text }]);
      const isOutdated = ([url, { times, last, isGone, text }]: [string, CommittedPage]) => {
        const found = shown.get(url) ?? [];
        const key = `${crawl} ${url}`;
        const isFetchedTwice = timesOf(seen, key).some((at) => !times.has(at) || records.get(`${key} ${at}`)!.size > 1);
        const isLast = (one: { at: number; text: string }) =>
          one.at >= last && (one.text.includes(text!) || !times.has(one.at));
        if (!isGone && !found.some(isLast)) return true;
        return !isFetchedTwice && found.length !== (isGone ? 0 : 1);
      };
      return [...pages].filter(isOutdated).length;
    },
    close: () => db.close(),
  };
}
