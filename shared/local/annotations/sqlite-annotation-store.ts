import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type {
  AnnotatedPage,
  Annotation,
  AnnotationQuery,
  AnnotationStore,
  AnnotationTarget,
} from '../../ports/annotation-store.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import { conditionSql } from '../../query/compile/fts5.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { emptyLog, inTransaction } from '../database.ts';
import { createTables, hasTables, prepareConnection, TABLES, updateWords } from './annotation-tables.ts';

type Row = Omit<Annotation, 'createdAt' | 'changedAt'> & { created_at: number; changed_at: number | null };

const COLUMNS = 'id, crawl, url, record, author, text, created_at, changed_at';

/** Longest time that the log waits for the read transactions of other processes after a deletion. Milliseconds. */
const LOG_WAIT_MS = 200;

/**
 * Keeps annotations in a SQLite file of their own, so that people can annotate while a crawl writes to the others. Most folders have none,
 * so the file is created by the first annotation.
 *
 * @param open returns the database, or undefined if there is none and `creates` is false. It keeps an open one
 */
export function sqliteAnnotationStore(open: (creates: boolean) => DatabaseSync | undefined): AnnotationStore {
  let ready: { db: DatabaseSync; store: AnnotationStore } | undefined;
  /** The log has deleted texts, because another process was reading. */
  let isLogFull = false;

  function opened(creates: boolean): AnnotationStore | undefined {
    const db = open(creates);
    if (!db) return undefined;
    if (ready?.db !== db) {
      if (creates) createTables(db);
      else if (!hasTables(db)) return undefined;
      ready = { db, store: openTables(db) };
    }
    if (isLogFull) isLogFull = !emptyLog(db, 0);
    return ready.store;
  }
  const existing = () => opened(false);

  /** Changes annotations, and removes the texts that they had from the log. @returns false if nothing was changed */
  async function replace(change: (store: AnnotationStore) => Promise<boolean>): Promise<boolean> {
    const store = existing();
    if (!store || !ready) return false;
    const { db } = ready;
    updateWords(db);
    const isChanged = await change(store);
    if (isChanged) isLogFull = !emptyLog(db, LOG_WAIT_MS);
    return isChanged;
  }

  return {
    add: async (annotation, words, limit) => opened(true)!.add(annotation, words, limit),
    get: async (crawl, id) => existing()?.get(crawl, id),
    change: (crawl, id, change, words) => replace((store) => store.change(crawl, id, change, words)),
    delete: (crawl, id) => replace((store) => store.delete(crawl, id)),
    ofPage: async (crawl, page) => existing()?.ofPage(crawl, page) ?? [],
    list: async (crawl, query) => existing()?.list(crawl, query) ?? [],
    matching: async (crawl, condition, limit) => existing()?.matching(crawl, condition, limit) ?? [],
    replaceWords: async (wordsOf) => existing()?.replaceWords(wordsOf),
  };
}

function openTables(db: DatabaseSync): AnnotationStore {
  prepareConnection(db);
  db.function('edit_distance', { deterministic: true }, (a, b, max) => editDistance(String(a), String(b), Number(max)));
  const insert = db.prepare(`INSERT INTO annotation (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const find = db.prepare(`SELECT ${COLUMNS} FROM annotation WHERE crawl = ? AND id = ?`);
  const numberOf = db.prepare('SELECT n FROM annotation WHERE crawl = ? AND id = ?');
  const update = db.prepare('UPDATE annotation SET text = ?, changed_at = ? WHERE n = ?');
  const remove = db.prepare('DELETE FROM annotation WHERE n = ?');
  const addWords = db.prepare('INSERT INTO annotation_words (rowid, text) VALUES (?, ?)');
  const removeWords = db.prepare('DELETE FROM annotation_words WHERE rowid = ?');
  const ofPage = db.prepare(`SELECT ${COLUMNS} FROM annotation WHERE crawl = :crawl AND record = :record
    UNION SELECT ${COLUMNS} FROM annotation WHERE crawl = :crawl AND url IN (SELECT value FROM json_each(:urls))
    ORDER BY created_at, id`);
  const countPage = db.prepare(`SELECT count(*) AS n FROM annotation
    WHERE crawl = :crawl AND (record = :record OR url IN (SELECT value FROM json_each(:urls)))`);
  const texts = db.prepare('SELECT n, text FROM annotation');

  const rowNumber = (crawl: string, id: string) => (numberOf.get(crawl, id) as { n: number } | undefined)?.n;

  const countOfPage = (crawl: string, { id: record, urls }: AnnotatedPage) =>
    (countPage.get({ crawl, record, urls: JSON.stringify(urls) }) as { n: number }).n;

  return {
    add: async ({ crawl, id, url, record, author, text, createdAt, changedAt = null }, words, limit) =>
      inTransaction(db, () => {
        if (rowNumber(crawl, id) !== undefined) return 'known';
        if (limit?.pages.some((page) => countOfPage(crawl, page) >= limit.max)) return 'full';
        const added = insert.run(id, crawl, url, record, author, text, createdAt, changedAt);
        addWords.run(added.lastInsertRowid, words);
        return 'added';
      }),
    async get(crawl, id) {
      const row = find.get(crawl, id) as Row | undefined;
      return row && annotationOf(row);
    },
    change: async (crawl, id, { text, changedAt }, words) =>
      inTransaction(db, () => {
        const n = rowNumber(crawl, id);
        if (n === undefined) return false;
        update.run(text, changedAt, n);
        removeWords.run(n);
        addWords.run(n, words);
        return true;
      }),
    delete: async (crawl, id) =>
      inTransaction(db, () => {
        const n = rowNumber(crawl, id);
        if (n === undefined) return false;
        remove.run(n);
        removeWords.run(n);
        return true;
      }),
    async ofPage(crawl: string, { id: record, urls }: AnnotatedPage) {
      return (ofPage.all({ crawl, record, urls: JSON.stringify(urls) }) as Row[]).map(annotationOf);
    },
    async list(crawl, query) {
      const { sql, values } = listSql(crawl, query);
      return (db.prepare(sql).all(...values) as Row[]).map(annotationOf);
    },
    async matching(crawl: string, condition: IndexCondition, limit: number) {
      const { sql, values } = conditionSql(condition, TABLES);
      const select = `SELECT r.url, r.record FROM annotation r WHERE r.crawl = ? AND ${sql}
        GROUP BY r.url, r.record ORDER BY max(r.created_at) DESC LIMIT ?`;
      return db.prepare(select).all(crawl, ...values, limit) as AnnotationTarget[];
    },
    async replaceWords(wordsOf) {
      inTransaction(db, () => {
        for (const { n, text } of texts.all() as { n: number; text: string }[]) {
          removeWords.run(n);
          addWords.run(n, wordsOf(text));
        }
      });
    },
  };
}

function listSql(crawl: string, { author, url, after, size }: AnnotationQuery) {
  const parts: [sql: string, ...values: SQLInputValue[]][] = [['crawl = ?', crawl]];
  if (author !== undefined) parts.push(['author = ?', author]);
  if (url !== undefined) parts.push(['url = ?', url]);
  if (after) parts.push(['(created_at, id) < (?, ?)', after.createdAt, after.id]);
  const where = parts.map(([sql]) => sql).join(' AND ');
  const sql = `SELECT ${COLUMNS} FROM annotation WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ?`;
  return { sql, values: [...parts.flatMap(([, ...values]) => values), size] };
}

const annotationOf = ({ created_at: createdAt, changed_at: changedAt, ...row }: Row): Annotation => ({
  ...row,
  createdAt,
  ...(changedAt !== null && { changedAt }),
});
