import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, type RegisterTarget, type ZebraCounts, ZebraError, zebraidx } from './zebraidx.ts';

/** Most records, and most UTF-16 units of them, that one run of `zebraidx` reads. They are on disk until it ends. */
const MAX_RECORDS = 20_000;
const MAX_LENGTH = 500_000_000;

/** Most files of a folder. */
const FILES_PER_FOLDER = 1_000;

/** Writes records to a database of Zebra, in runs of many records. */
export type DatabaseWriter = {
  put(xml: string): Promise<void>;
  /** @param xml a record with the id of the one to delete */
  remove(xml: string): Promise<void>;
  /** Writes the rest, and returns the numbers of records that were written to the database and removed from it. */
  end(): Promise<{ written: number; removed: number }>;
};

/** @param folder the folder of the databases, which has a subfolder for the records meanwhile */
export function databaseWriter(
  database: string,
  target: RegisterTarget,
  folder: string,
  env: Environment,
): DatabaseWriter {
  const waiting = { update: newBatch('update'), adelete: newBatch('adelete') };
  const totals = { written: 0, removed: 0 };

  async function add(batch: Batch, xml: string): Promise<void> {
    const place = join(folder, batch.folder, `${Math.floor(batch.records / FILES_PER_FOLDER)}`);
    if (batch.records % FILES_PER_FOLDER === 0) await mkdir(place, { recursive: true });
    await writeFile(join(place, `${batch.records}.xml`), xml);
    batch.records++;
    batch.length += xml.length;
    if (batch.records >= MAX_RECORDS || batch.length >= MAX_LENGTH) await write(batch);
  }

  async function write(batch: Batch): Promise<void> {
    const { command, records } = batch;
    if (records === 0) return;
    const counts = await zebraidx(target, ['-d', database, command, batch.folder], folder, env);
    checkCounts(batch, counts);
    totals.written += counts.inserted + counts.updated;
    totals.removed += counts.deleted;
    await rm(join(folder, batch.folder), { recursive: true });
    batch.records = 0;
    batch.length = 0;
  }

  return {
    put: (xml) => add(waiting.update, xml),
    remove: (xml) => add(waiting.adelete, xml),
    async end() {
      await write(waiting.update);
      await write(waiting.adelete);
      return totals;
    },
  };
}

type Batch = { command: 'update' | 'adelete'; folder: string; records: number; length: number };

const newBatch = (command: Batch['command']): Batch => ({ command, folder: folderOf(command), records: 0, length: 0 });

const folderOf = (command: Batch['command']): string => `records-${command}`;

/** Names of the folders that have the records of a run. */
export const BATCH_FOLDERS = [folderOf('update'), folderOf('adelete')] as const;

/** Zebra leaves out records that it cannot read. Records that are to be deleted may be unknown. */
function checkCounts({ command, records }: Batch, { inserted, updated }: ZebraCounts): void {
  if (command === 'update' && inserted + updated < records)
    throw new ZebraError(`zebraidx has written ${inserted + updated} of ${records} records`);
}
