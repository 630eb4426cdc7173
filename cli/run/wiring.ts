import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeToString } from '../../shared/index/analyze.ts';
import { crawlProgressReader } from '../../shared/local/crawl-progress.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { folderObjects } from '../../shared/local/folder-objects.ts';
import { lastStageCache } from '../../shared/local/last-stage-cache.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { type QueueOptions, sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { sqliteSchedules } from '../../shared/local/sqlite-schedules.ts';
import { sqliteSearchIndex } from '../../shared/local/sqlite-search-index.ts';
import { systemClock, systemRandom } from '../../shared/local/system.ts';
import type { ObjectMessage, VisitMessage } from '../../shared/ports/messages.ts';
import { latestRun, nextRun } from '../../shared/settings/schedules/schedule-times.ts';

const DAY_MS = 86_400_000;
/** Visit messages may get lost: the frontier repeats them. */
const VISIT_QUEUE_RULES: QueueOptions = { retentionMs: 900_000, maxReceives: 5, hasDeadLetters: false };
/** Object messages must not get lost: nothing repeats them. */
const OBJECT_QUEUE_RULES: QueueOptions = { retentionMs: 7 * DAY_MS, maxReceives: 5, hasDeadLetters: true };

export type Stores = ReturnType<typeof openStores>;

/**
 * Opens a data folder and all ports on it: the composition root of one machine, and the counterpart of
 * `functions/wiring/wiring.ts`. The search index has its own file, because SQLite allows one writer per file. Each
 * thread opens its own stores.
 *
 * @param mode `write` creates what does not exist
 */
export function openStores(dir: string, mode: 'read' | 'write' = 'write') {
  if (mode === 'write') mkdirSync(join(dir, 'objects'), { recursive: true });
  const db = openDatabase(join(dir, 'frontier.sqlite'));
  const indexDb = openDatabase(join(dir, 'index.sqlite'));
  const queue = <Message>(name: string, rules: QueueOptions) => sqliteQueue<Message>(db, name, systemClock, rules);
  return {
    clock: systemClock,
    random: systemRandom,
    locks: sqliteHostLock(db),
    robots: sqliteRobotsStore(db),
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    objects: folderObjects(join(dir, 'objects')),
    stageCache: lastStageCache(),
    index: sqliteSearchIndex(indexDb, analyzeToString),
    visits: queue<VisitMessage>('visits', VISIT_QUEUE_RULES),
    captures: queue<ObjectMessage>('captures', OBJECT_QUEUE_RULES),
    documents: queue<ObjectMessage>('documents', OBJECT_QUEUE_RULES),
    records: queue<ObjectMessage>('records', OBJECT_QUEUE_RULES),
    schedules: sqliteSchedules(db, systemClock, { next: nextRun, last: latestRun }),
    progress: crawlProgressReader(db),
    close() {
      db.close();
      indexDb.close();
    },
  };
}
