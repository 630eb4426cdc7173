import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { annotatedIndex } from '../../shared/annotations/annotated-index.ts';
import { sqliteAlertStore } from '../../shared/local/alerts/sqlite-alert-store.ts';
import { sqliteAnnotationStore } from '../../shared/local/annotations/sqlite-annotation-store.ts';
import { type CopyOptions, copyDataFolder } from '../../shared/local/backup/copy-data-folder.ts';
import { MissedChangeError } from '../../shared/local/backup/database-snapshot.ts';
import { sqliteCapturedUrls } from '../../shared/local/captured/sqlite-captured-urls.ts';
import { crawlProgressReader, unjudgedKeysReader } from '../../shared/local/crawl-progress.ts';
import { crawlRemoval } from '../../shared/local/crawl-removal.ts';
import {
  CLOSED_DATABASE,
  emptyLog,
  inTransaction,
  openDatabase,
  overwriteDeleted,
} from '../../shared/local/database.ts';
import { clearOldFiles } from '../../shared/local/files/clear-old-files.ts';
import { clearParts } from '../../shared/local/files/clear-parts.ts';
import { isChangeMissed, isCopy, readOnlyState } from '../../shared/local/files/read-only-file.ts';
import { folderChecks } from '../../shared/local/folder-checks.ts';
import { identifyNewFolder, readIdentity } from '../../shared/local/folder-identity.ts';
import { folderObjects } from '../../shared/local/folder-objects.ts';
import { forwardClock } from '../../shared/local/forward-clock.ts';
import { lastStageCache } from '../../shared/local/last-stage-cache.ts';
import { openIndexDatabase } from '../../shared/local/search-index/index-database.ts';
import { findFileFault, findVersionFault } from '../../shared/local/search-index/index-mark/index-fault.ts';
import { sqliteMissingObjects } from '../../shared/local/search-index/index-mark/missing-objects.ts';
import { type IndexMark, sqliteIndexMarks } from '../../shared/local/search-index/index-mark/sqlite-index-mark.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { sqliteLastTime } from '../../shared/local/sqlite-last-time.ts';
import { type QueueOptions, sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { sqliteSchedules } from '../../shared/local/sqlite-schedules.ts';
import { systemClock, systemRandom } from '../../shared/local/system.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { ObjectMessage, VisitMessage } from '../../shared/ports/messages.ts';
import { MAX_RECEIVES } from '../../shared/ports/queue.ts';
import { latestRun, nextRun } from '../../shared/settings/schedules/schedule-times.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/text/time-units.ts';
import {
  annotationsFile,
  checkDataFolder,
  DataFolderError,
  frontierFile,
  IndexFaultError,
  indexFile,
  isIndexLost,
  newIndexFile,
  updateAdvice,
} from './folder/data-folder.ts';
import { checkLayout } from './folder/folder-layout.ts';
import { refusingRemoved } from './folder/removed-crawl.ts';
import { primaryCode, SQLITE, type StorageError } from './folder/storage-fault.ts';

/** A file of seeds that was not written to for this long is not being gathered. Milliseconds. */
const GATHERING_MS = HOUR_MS;
/** Versions of settings are stored before a crawl refers to them, and kept this long in any case. Milliseconds. */
const STORING_MS = MINUTE_MS;
/** Name of a version of settings, as `storeSettings` makes it. */
const SETTINGS_FILE = /^[0-9a-f]{16}\.json$/;

/** Visit messages may get lost: the frontier repeats them. */
const VISIT_QUEUE_RULES: QueueOptions = { retentionMs: 900_000, maxReceives: 5, hasDeadLetters: false };
/** Object messages must not get lost: nothing repeats them. They never expire, whatever the clock says. */
export const OBJECT_QUEUE_RULES: QueueOptions = { maxReceives: MAX_RECEIVES, hasDeadLetters: true };

/** Clock and random generator of this machine, for what works without a data folder. */
export const SYSTEM = { clock: systemClock, random: systemRandom };

/** The open stores of a data folder. */
export type Stores = ReturnType<typeof openStores>;

/**
 * Opens a data folder and all ports on it: the composition root of one machine, and the counterpart of
 * `functions/wiring/wiring.ts`. The search index has its own file, because SQLite allows one writer per file. Each
 * thread opens its own stores.
 *
 * @param mode `write` creates what does not exist; `reindex` opens a new index file instead of the current one; `search` opens an
 * existing index without writing to it, which `read` has brought to the current layout
 * @param since earliest time of the clock, epoch ms; default: the current time
 * @throws DataFolderError, or the error of SQLite with the `path` of the file
 */
export function openStores(dir: string, mode: 'read' | 'write' | 'reindex' | 'search' = 'write', since?: number) {
  const clock = forwardClock(systemClock, since);
  checkDataFolder(dir);
  if (mode === 'write') mkdirSync(join(dir, 'objects'), { recursive: true });
  const files = [frontierFile(dir), indexFile(dir)];
  const states = files.map(readOnlyState);
  const db = openDatabase(frontierFile(dir));
  const ports = openFrontierPorts(dir, db, clock, mode === 'write');
  const { indexMarks } = ports;
  const indexDb =
    mode === 'reindex'
      ? openIndexDatabase(newIndexFile(dir))
      : openIndex(dir, indexMarks.list(), db, mode === 'search');
  const annotated = annotationDatabase(dir);
  const annotations = sqliteAnnotationStore(annotated.open);
  const removal = crawlRemoval(dir, db, indexDb, () => annotated.open(false));
  const missesChange = (opened: DatabaseSync, i: number) => isChangeMissed(opened, files[i]!, states[i]);
  const onCommit = (crawl: string, version: number) =>
    indexMarks.raise({ crawl, version, bytes: statSync(indexFile(dir), { throwIfNoEntry: false })?.size ?? 0 });
  return {
    ...ports,
    control: refusingRemoved(ports.control, removal, dir),
    removal,
    clock,
    random: systemRandom,
    objects: openFolderObjects(dir),
    stageCache: lastStageCache(),
    // The marks belong to the current file until the new one has replaced it.
    index: annotatedIndex(
      sqliteSearchIndex(indexDb, analyzeToString, mode === 'reindex' ? undefined : onCommit),
      annotations,
      clock.now,
    ),
    annotations,
    missingObjects: sqliteMissingObjects(indexDb),
    checks: folderChecks(db, indexDb, clock.now),
    /**
     * Runs synchronous changes of queues, control and frontier in one transaction, so that a kill between two of them cannot
     * make counts grow or work disappear.
     */
    atOnce: (work: () => void) => inTransaction(db, work),
    /** Deletes files that a killed process had not finished writing. The folder must be locked. */
    clearParts() {
      clearParts(join(dir, 'objects'));
      clearParts(join(dir, 'notices'));
      // Seeds are gathered before the folder is locked.
      clearParts(join(dir, 'seeds'), Date.now() - GATHERING_MS);
    },
    /** Deletes the versions of a crawl's settings that it can delete, except the given keys and those of the last minute. */
    dropSettings(crawl: string, kept: readonly string[]) {
      const names = new Set(kept.map((key) => basename(key)));
      clearOldFiles(join(dir, 'objects', 'settings', crawl), SETTINGS_FILE, names, Date.now() - STORING_MS);
    },
    /** Overwrites deleted rows instead of leaving them in free pages. Call it before a deletion. */
    overwriteDeleted() {
      for (const file of [db, indexDb]) overwriteDeleted(file);
    },
    /** Removes deleted rows from the logs. Call it after a deletion. */
    emptyLogs() {
      for (const file of [db, indexDb]) emptyLog(file);
    },
    /** Whether files that this process cannot write, and reads without noticing changes, were written by another one. */
    hasChanged: () => [db, indexDb].some(missesChange),
    /** @throws DataFolderError if such files, copies excepted, have changed: what was read may be wrong */
    close() {
      db.close();
      indexDb.close();
      annotated.close();
      if ([db, indexDb].some((opened, i) => !isCopy(opened) && missesChange(opened, i)))
        throw new DataFolderError(
          `${dir} is read-only for this user, and another process changed it meanwhile; run the command again`,
        );
    },
  };
}

/** Opens the stored objects of a data folder, without its databases. */
export const openFolderObjects = (dir: string) => folderObjects(join(dir, 'objects'), dir);

/** Opens the files of a data folder, which need not exist or be in order, by their paths in it. Creates no folder of that name. */
export const openFolderFiles = (dir: string) => folderObjects(dir, dir);

/**
 * What tells a data folder from another one at the same path. `identity`: 0 if an earlier version created the folder. `crawls`: when they were
 * created, epoch ms, by name.
 */
export type FolderOrigin = { identity: number; crawls: Record<string, number> };

/** Reads the origin of a data folder. Needs its frontier only. @throws the error of SQLite */
export async function readFolderOrigin(dir: string): Promise<FolderOrigin> {
  const db = openDatabase(frontierFile(dir));
  try {
    const controls = await sqliteControl(db).list();
    return {
      identity: readIdentity(db),
      crawls: Object.fromEntries(controls.map(({ crawl, createdAt }) => [crawl, createdAt])),
    };
  } finally {
    db.close();
  }
}

/**
 * Copies a data folder with its databases, also while a crawl writes to it.
 *
 * @param options.withoutIndex leaves out the search index
 * @throws DataFolderError if this user cannot write a database that another process changed meanwhile; what `copyDataFolder` throws
 */
export async function copyFolder(dir: string, to: string, options: CopyOptions & { withoutIndex: boolean }) {
  const others = [...(options.withoutIndex ? [] : [indexFile(dir)]), annotationsFile(dir)];
  try {
    return await copyDataFolder(dir, [frontierFile(dir), ...others.filter((file) => existsSync(file))], to, options);
  } catch (error) {
    throw error instanceof MissedChangeError ? new DataFolderError(error.message) : error;
  }
}

/**
 * Opens the annotations of a data folder when they are first needed. Most folders have none. A read-only file is opened again after
 * another process has changed it. After `close`, `open` fails as `node:sqlite` does on a closed database.
 */
function annotationDatabase(dir: string) {
  const file = annotationsFile(dir);
  let db: DatabaseSync | undefined;
  let state: string | undefined;
  let isClosed = false;
  return {
    open(creates: boolean): DatabaseSync | undefined {
      if (isClosed) throw Object.assign(new Error('database is not open'), { code: CLOSED_DATABASE });
      if (db && isChangeMissed(db, file, state)) {
        db.close();
        db = undefined;
      }
      if (!db && (creates || existsSync(file))) {
        state = readOnlyState(file);
        db = openDatabase(file);
      }
      return db;
    },
    close() {
      isClosed = true;
      db?.close();
    },
  };
}

/**
 * @throws DataFolderError if a newer version wrote the frontier, or an earlier one, and this process cannot add the tables and columns
 * it lacks
 */
function openFrontierPorts(dir: string, db: DatabaseSync, clock: Clock, mayWrite: boolean) {
  const queue = <Message>(name: string, rules: QueueOptions) => sqliteQueue<Message>(db, name, clock, rules);
  try {
    checkLayout(db, dir, mayWrite);
    identifyNewFolder(db);
    return {
      locks: sqliteHostLock(db),
      robots: sqliteRobotsStore(db),
      control: sqliteControl(db),
      frontier: sqliteFrontier(db),
      alerts: sqliteAlertStore(db),
      capturedUrls: sqliteCapturedUrls(db),
      indexMarks: sqliteIndexMarks(db),
      visits: queue<VisitMessage>('visits', VISIT_QUEUE_RULES),
      captures: queue<ObjectMessage>('captures', OBJECT_QUEUE_RULES),
      documents: queue<ObjectMessage>('documents', OBJECT_QUEUE_RULES),
      records: queue<ObjectMessage>('records', OBJECT_QUEUE_RULES),
      schedules: sqliteSchedules(db, clock, { next: nextRun, last: latestRun }),
      progress: crawlProgressReader(db),
      unjudgedKeys: unjudgedKeysReader(db),
      lastTime: sqliteLastTime(db),
    };
  } catch (error) {
    db.close();
    const { errcode = 0 } = error as StorageError;
    if (primaryCode(errcode) !== SQLITE.readOnly) throw error;
    throw new DataFolderError(
      `${frontierFile(dir)} is read-only, and an earlier version of Thresher wrote it; ${updateAdvice(dir)}`,
    );
  }
}

/**
 * Opens the index of a data folder.
 *
 * @param db the frontier, which is closed after an error
 * @throws IndexFaultError if it lacks records that the crawl has added, or the error of SQLite
 */
function openIndex(dir: string, marks: readonly IndexMark[], db: DatabaseSync, isReadOnly: boolean): DatabaseSync {
  const open = [db];
  try {
    const file = indexFile(dir);
    const lost = isIndexLost(dir) ? 'missing' : findFileFault(file, marks);
    if (lost) throw new IndexFaultError(dir, lost);
    const indexDb = openIndexDatabase(file, isReadOnly);
    open.push(indexDb);
    const fault = findVersionFault(indexDb, marks);
    if (fault) throw new IndexFaultError(dir, fault);
    return indexDb;
  } catch (error) {
    for (const one of open) one.close();
    throw error;
  }
}
