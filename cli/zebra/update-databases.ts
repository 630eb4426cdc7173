import { mkdir } from 'node:fs/promises';
import { REMOVALS_KNOWN_DAYS } from '../../shared/index/known-removals.ts';
import type { SearchIndex, SearchRecord } from '../../shared/ports/search-index.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import { changesOfRecords } from '../changes-of-records.ts';
import { COMPLETE_RECORD } from './complete-record.ts';
import { createDatabase } from './create-database.ts';
import { type CrawlState, type DatabaseState, readState, writeState } from './database-state.ts';
import { type DatabaseWriter, databaseWriter } from './record-batches.ts';
import {
  CURRENT_REGISTERS,
  checkFolder,
  createRegisters,
  hasRegisters,
  removeLeftovers,
  serveRegisters,
  writeConfiguration,
} from './registers.ts';
import {
  type CrawlVocabulary,
  createVocabulary,
  type UpdatedVocabulary,
  vocabularyDatabase,
  vocabularyDigest,
} from './vocabulary-databases.ts';
import { deletedRecord, zebraRecord } from './zebra-record.ts';
import { type Environment, type RegisterTarget, ZebraError, zebraidx } from './zebraidx.ts';

/** What a run has changed in the database of a crawl. */
export type UpdatedDatabase = { crawl: string; written: number; removed: number };

/** `rebuilt`: all records were written to new registers. */
export type UpdatedDatabases = {
  rebuilt: boolean;
  databases: UpdatedDatabase[];
  /** Databases of vocabularies that were written whole, because they are new or have changed. */
  vocabularies: UpdatedVocabulary[];
};

type Source = {
  index: Pick<SearchIndex, 'records' | 'changedRecords' | 'get'>;
  /** Names of the crawls. Each has a database of its name. */
  crawls: readonly string[];
  /** The vocabularies of these crawls. Each has a database (`vocabularyDatabase`). */
  vocabularies: readonly CrawlVocabulary[];
  /** Identifies the index (`DatabaseState.index`). */
  indexIdentity: string;
};

type Options = {
  /** Write all records to new registers, also if the changes would do. */
  rebuild: boolean;
  env: Environment;
  /** Ends the work before the next record. The next run starts where this one did. */
  signal: AbortSignal;
  nowMs?: number;
};

/** Age from which a database is made anew: a day before the index forgets removed records. Milliseconds. */
const MAX_AGE_MS = (REMOVALS_KNOWN_DAYS - 1) * DAY_MS;

/**
 * Brings the databases of a folder up to date with the records of the crawls. Creates the folder. Without a state that the index can
 * continue, and on request, it writes all records to new registers, which then replace the current ones.
 *
 * @throws the reason of `signal`; ZebraError; UsageError if Zebra is not installed, or if the folder is that of another database
 */
export async function updateDatabases(folder: string, source: Source, options: Options): Promise<UpdatedDatabases> {
  const { rebuild, nowMs = Date.now() } = options;
  await mkdir(folder, { recursive: true });
  await checkFolder(folder);
  await removeLeftovers(folder);
  await writeConfiguration(folder);
  const state = rebuild || !hasRegisters(folder) ? undefined : await readState(folder);
  return state && canContinue(state, source, nowMs)
    ? { rebuilt: false, ...(await applyChanges(folder, state, source, { ...options, nowMs })) }
    : { rebuilt: true, ...(await rebuildAll(folder, source, { ...options, nowMs })) };
}

const canContinue = ({ index, crawls }: DatabaseState, { indexIdentity }: Source, nowMs: number): boolean =>
  index === indexIdentity && Object.values(crawls).every(({ from }) => nowMs - from < MAX_AGE_MS);

type Updated = Omit<UpdatedDatabases, 'rebuilt'>;

async function rebuildAll(folder: string, source: Source, options: Required<Options>): Promise<Updated> {
  const { env, nowMs, signal } = options;
  const registers = await createRegisters(folder, nowMs);
  const state: DatabaseState = { index: source.indexIdentity, crawls: {}, vocabularies: digestsOf(source) };
  const databases: UpdatedDatabase[] = [];
  for (const crawl of source.crawls) {
    await createDatabase(crawl, completeRecord(crawl), registers, folder, env);
    const writer = crawlWriter(crawl, registers, folder, options, {});
    for await (const record of source.index.records(crawl)) await writer.put(record);
    databases.push({ crawl, ...(await writer.end()) });
    state.crawls[crawl] = writer.known;
  }
  const vocabularies: UpdatedVocabulary[] = [];
  for (const vocabulary of source.vocabularies)
    vocabularies.push(await createVocabulary(vocabulary, registers, folder, env, signal));
  // A run that is killed between the two writes everything again.
  await serveRegisters(folder, registers.name);
  await writeState(folder, state);
  return { databases, vocabularies };
}

async function applyChanges(
  folder: string,
  state: DatabaseState,
  source: Source,
  options: Required<Options>,
): Promise<Updated> {
  const { env, nowMs, signal } = options;
  const next: DatabaseState = { index: state.index, crawls: {}, vocabularies: digestsOf(source) };
  const databases: UpdatedDatabase[] = [];
  for (const crawl of Object.keys(state.crawls))
    if (!source.crawls.includes(crawl)) await dropDatabase(crawl, folder, env);
  for (const crawl of source.crawls) {
    const before = state.crawls[crawl];
    if (!before) {
      // A run that failed or was killed before it wrote its state may have created it.
      await dropDatabase(crawl, folder, env);
      await createDatabase(crawl, completeRecord(crawl), CURRENT_REGISTERS, folder, env);
    }
    const writer = crawlWriter(crawl, CURRENT_REGISTERS, folder, options, before?.expiring ?? {});
    await writer.removeExpired();
    for await (const { id, record } of changesOfRecords(crawl, source.index, {
      from: before?.from ?? 0,
      before: nowMs,
    })) {
      // The list has no texts. A record may be gone since.
      const whole = record && (await source.index.get(crawl, id));
      await (whole ? writer.put(whole) : writer.remove(id));
    }
    databases.push({ crawl, ...(await writer.end()) });
    next.crawls[crawl] = writer.known;
  }
  const vocabularies: UpdatedVocabulary[] = [];
  for (const database of Object.keys(state.vocabularies))
    if (next.vocabularies[database] === undefined) await dropDatabase(database, folder, env);
  for (const vocabulary of source.vocabularies) {
    const database = vocabularyDatabase(vocabulary);
    if (state.vocabularies[database] === next.vocabularies[database]) continue;
    await dropDatabase(database, folder, env);
    vocabularies.push(await createVocabulary(vocabulary, CURRENT_REGISTERS, folder, env, signal));
  }
  await zebraidx(CURRENT_REGISTERS, ['commit'], folder, env);
  await writeState(folder, next);
  return { databases, vocabularies };
}

const digestsOf = ({ vocabularies }: Source): Record<string, string> =>
  Object.fromEntries(vocabularies.map((one) => [vocabularyDatabase(one), vocabularyDigest(one)]));

/** The record that a new database of a crawl gets and loses (`createDatabase`). */
const completeRecord = (crawl: string) => ({
  complete: zebraRecord(COMPLETE_RECORD, crawl),
  deletion: deletedRecord(COMPLETE_RECORD.id),
});

/** Deletes a database, unless a run that did not finish has deleted it. */
async function dropDatabase(database: string, folder: string, env: Environment): Promise<void> {
  try {
    await zebraidx(CURRENT_REGISTERS, ['drop', database], folder, env);
  } catch (error) {
    if (!(error instanceof ZebraError && error.message.includes('Database does not exist'))) throw error;
  }
}

/**
 * Writes the records of a crawl that are shown, and remembers until when.
 *
 * @param expiring those of the last run (`CrawlState`)
 */
function crawlWriter(
  crawl: string,
  target: RegisterTarget,
  folder: string,
  { env, nowMs, signal }: Required<Options>,
  expiring: CrawlState['expiring'],
) {
  const writer: DatabaseWriter = databaseWriter(crawl, target, folder, env);
  const times = new Map(Object.entries(expiring));
  const remove = async (id: string): Promise<void> => {
    signal.throwIfAborted();
    times.delete(id);
    await writer.remove(deletedRecord(id));
  };
  return {
    remove,
    async put(record: SearchRecord): Promise<void> {
      const { id, unavailableAfter } = record;
      if (unavailableAfter !== undefined && unavailableAfter <= nowMs) return remove(id);
      signal.throwIfAborted();
      if (unavailableAfter === undefined) times.delete(id);
      else times.set(id, unavailableAfter);
      await writer.put(zebraRecord(record, crawl));
    },
    async removeExpired(): Promise<void> {
      for (const [id, time] of times) if (time <= nowMs) await remove(id);
    },
    end: writer.end,
    /** What the database then contains. */
    get known(): CrawlState {
      return { from: nowMs, expiring: Object.fromEntries(times) };
    },
  };
}
