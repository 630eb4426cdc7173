import type { DatabaseSync } from 'node:sqlite';
import { hasTables as hasAnnotations, prepareConnection, updateWords } from './annotations/annotation-tables.ts';
import { countVerdicts, type FolderLinks, linksOfCrawl, pathsOfCrawl, removePath, sizeOf } from './crawl-files.ts';
import { emptyLog, inTransaction, overwriteDeleted } from './database.ts';
import { tablesOfCrawl } from './search-index/sqlite-search-schema.ts';

const OWN = 'crawl = :crawl';
const NAMED_IN_BODY = `CASE WHEN json_valid(body) THEN body ->> '$.crawl' END = :crawl`;
/** Keys of objects begin with `<folder>/<crawl>/`. */
const NAMED_IN_KEY = `substr(key, instr(key, '/') + 1, length(:crawl) + 1) = :crawl || '/'`;

/** Tables of the frontier, and which of their rows a crawl owns. Undefined: all crawls share them. Rows that others refer to come later. */
export const FRONTIER_TABLES: Record<string, string | undefined> = {
  alert_reported: `alert IN (SELECT number FROM alert WHERE ${OWN})`,
  alert: OWN,
  bundle: OWN,
  captured_urls: NAMED_IN_KEY,
  control: OWN,
  dead_letter: NAMED_IN_BODY,
  domain: OWN,
  head: OWN,
  host_lock: undefined,
  inbox: OWN,
  index_mark: OWN,
  last_time: undefined,
  message: NAMED_IN_BODY,
  robots: undefined,
  schedule: OWN,
};

/**
 * Tables of the index beside those of single crawls. The row of a crawl stays without its name, so that no later crawl gets its number, which
 * other processes may know.
 */
export const INDEX_TABLES: Record<string, string | undefined> = { crawl: undefined, missing_object: NAMED_IN_KEY };

/** Tables of the annotations, and which of their rows a crawl owns. */
export const ANNOTATION_TABLES: Record<string, string> = {
  annotation_words: `rowid IN (SELECT n FROM annotation WHERE ${OWN})`,
  annotation: OWN,
};

/** What a crawl has in its data folder that no later crawl finds again, and its files. `judgements`: verdicts of a person. */
export type CrawlContents = { annotations: number; judgements: number; alerts: number; files: number; bytes: number };

/** Removes crawls from a data folder. */
export type CrawlRemoval = {
  /** Names of the crawls whose removal has begun and has not ended. */
  unfinished(): string[];
  count(crawl: string): CrawlContents;
  /** Returns the links that a removal meets. Do not remove a crawl that has some of its own, or whose folders are missing. */
  links(crawl: string): FolderLinks;
  /**
   * Returns the steps of a removal, in their order; each may be repeated. From the first one on no store lists the crawl, and `unfinished` names it
   * until the last. The folder must be locked.
   *
   * @throws the error of SQLite or of the file system
   */
  steps(crawl: string): (() => void)[];
};

/** @param openAnnotations returns their database; undefined if there is none */
export function crawlRemoval(
  dir: string,
  db: DatabaseSync,
  indexDb: DatabaseSync,
  openAnnotations: () => DatabaseSync | undefined,
): CrawlRemoval {
  const unfinished = () =>
    hasTable(db, 'removed_crawl') ? values<string>(db, 'SELECT crawl FROM removed_crawl ORDER BY crawl') : [];
  const annotations = () => {
    const opened = openAnnotations();
    return opened && hasAnnotations(opened) ? opened : undefined;
  };

  function hide(crawl: string): void {
    db.exec('CREATE TABLE IF NOT EXISTS removed_crawl (crawl TEXT PRIMARY KEY)');
    db.prepare('INSERT OR IGNORE INTO removed_crawl VALUES (?)').run(crawl);
    deleteRows(db, FRONTIER_TABLES, crawl);
  }

  function removeFromIndex(crawl: string): void {
    for (const table of tablesOfCrawl(indexDb, crawl)) indexDb.exec(`DROP TABLE IF EXISTS ${table}`);
    indexDb.prepare('UPDATE crawl SET name = NULL WHERE name = ?').run(crawl);
    deleteRows(indexDb, INDEX_TABLES, crawl);
  }

  function removeAnnotations(crawl: string): void {
    const opened = annotations();
    if (!opened) return;
    // An index of an earlier version would keep the words of deleted rows.
    prepareConnection(opened);
    updateWords(opened);
    removingRows(opened, () => deleteRows(opened, ANNOTATION_TABLES, crawl));
  }

  function finish(crawl: string): void {
    // What a process without the lock has written meanwhile, such as `thresher seed`.
    deleteRows(db, FRONTIER_TABLES, crawl);
    removeFiles(crawl);
    db.prepare('DELETE FROM removed_crawl WHERE crawl = ?').run(crawl);
    if (unfinished().length === 0) db.exec('DROP TABLE removed_crawl');
  }

  const removeFiles = (crawl: string) => pathsOfCrawl(dir, crawl).forEach(removePath);

  return {
    unfinished,
    links: (crawl) => linksOfCrawl(dir, crawl),
    count: (crawl) => ({
      annotations: countRows(annotations(), 'annotation', crawl),
      judgements: countVerdicts(dir, crawl),
      alerts: countRows(db, 'alert', crawl),
      ...sizeOf(pathsOfCrawl(dir, crawl)),
    }),
    steps: (crawl) => [
      () => removingRows(db, () => hide(crawl)),
      // Before the index, whose overwritten pages need space in its log.
      () => removeFiles(crawl),
      () => removingRows(indexDb, () => removeFromIndex(crawl)),
      () => removeAnnotations(crawl),
      () => removingRows(db, () => finish(crawl)),
    ],
  };
}

/** Removes in one transaction, and leaves nothing of it in free pages of the file, nor in its log unless another process reads it. */
function removingRows(db: DatabaseSync, work: () => void): void {
  overwriteDeleted(db);
  inTransaction(db, work);
  emptyLog(db);
}

function deleteRows(db: DatabaseSync, tables: Record<string, string | undefined>, crawl: string): void {
  for (const [table, condition] of Object.entries(tables))
    if (condition !== undefined && hasTable(db, table))
      db.prepare(`DELETE FROM ${table} WHERE ${condition}`).run({ crawl });
}

/** Counts rows of a table, which need not exist. */
const countRows = (db: DatabaseSync | undefined, table: string, crawl: string): number =>
  db && hasTable(db, table) ? values<number>(db, `SELECT count(*) FROM ${table} WHERE crawl = ?`, crawl)[0]! : 0;

const hasTable = (db: DatabaseSync, table: string): boolean =>
  values(db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", table).length > 0;

/** Returns the first column. */
const values = <T>(db: DatabaseSync, sql: string, ...parameters: string[]): T[] =>
  db
    .prepare(sql)
    .all(...parameters)
    .map((row) => Object.values(row)[0] as T);
