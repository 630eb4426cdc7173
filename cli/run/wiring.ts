import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeToString } from '../../shared/index/analyze.ts';
import { standing } from '../../shared/local/crawl-progress.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { folderObjects } from '../../shared/local/folder-objects.ts';
import { lastHanded } from '../../shared/local/last-stage-cache.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { type QueueRules, sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { sqliteSchedules } from '../../shared/local/sqlite-schedules.ts';
import { sqliteSearchIndex } from '../../shared/local/sqlite-search-index.ts';
import { systemChance, systemClock } from '../../shared/local/system.ts';
import type { ObjectMessage, VisitMessage } from '../../shared/ports/messages.ts';
import { lastTime, nextTime } from '../../shared/settings/schedules/schedule-times.ts';

const DAY_MS = 86_400_000;
/** Hints: the frontier repeats what gets lost. */
const VISITS: QueueRules = { keepMs: 900_000, maxReceives: 5, deadLetters: false };
/** The only notice of an object. */
const OBJECTS: QueueRules = { keepMs: 7 * DAY_MS, maxReceives: 5, deadLetters: true };

export type Stores = ReturnType<typeof openStores>;

/**
 * The composition root of one machine, twin of `functions/wiring/wiring.ts`: opens a data folder and its ports. The search index
 * has a file of its own, because SQLite has one writer a file. Each thread opens its own.
 *
 * @param mode `write` makes what is not there yet.
 */
export function openStores(dir: string, mode: 'read' | 'write' = 'write') {
  if (mode === 'write') mkdirSync(join(dir, 'objects'), { recursive: true });
  const db = openDatabase(join(dir, 'frontier.sqlite'));
  const indexDb = openDatabase(join(dir, 'index.sqlite'));
  const queue = <Message>(name: string, rules: QueueRules) => sqliteQueue<Message>(db, name, systemClock, rules);
  return {
    clock: systemClock,
    chance: systemChance,
    locks: sqliteHostLock(db),
    robots: sqliteRobotsStore(db),
    control: sqliteControl(db),
    frontier: sqliteFrontier(db),
    objects: folderObjects(join(dir, 'objects')),
    handed: lastHanded(),
    index: sqliteSearchIndex(indexDb, analyzeToString),
    visits: queue<VisitMessage>('visits', VISITS),
    captures: queue<ObjectMessage>('captures', OBJECTS),
    documents: queue<ObjectMessage>('documents', OBJECTS),
    records: queue<ObjectMessage>('records', OBJECTS),
    schedules: sqliteSchedules(db, systemClock, { next: nextTime, last: lastTime }),
    standing: standing(db),
    close() {
      db.close();
      indexDb.close();
    },
  };
}
