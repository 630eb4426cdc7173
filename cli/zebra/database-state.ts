import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../output/output-file.ts';

/** What a folder of databases contains. */
export type DatabaseState = {
  /** The index file that the records came from (`indexIdentity`). Another one does not know which records were removed before it. */
  index: string;
  /** Crawl → its database. */
  crawls: Record<string, CrawlState>;
  /** Database of a vocabulary → digest of its text (`vocabularyDigest`). */
  vocabularies: Record<string, string>;
};

export type CrawlState = {
  /** Changes of the index from this time on are not in the database. Epoch milliseconds. */
  from: number;
  /** Id → when the record has to be deleted (`SearchRecord.unavailableAfter`). Epoch milliseconds. */
  expiring: Record<string, number>;
};

const stateFile = (folder: string): string => join(folder, 'state.json');

/** @returns undefined if there is no state, or an unreadable one: all records have to be written */
export async function readState(folder: string): Promise<DatabaseState | undefined> {
  try {
    const {
      index,
      crawls,
      vocabularies = {},
    } = JSON.parse(await readFile(stateFile(folder), 'utf8')) as Partial<DatabaseState>;
    return typeof index === 'string' && typeof crawls === 'object' && crawls !== null
      ? { index, crawls, vocabularies }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const writeState = (folder: string, state: DatabaseState): Promise<void> =>
  writeWhole(stateFile(folder), Buffer.from(`${JSON.stringify(state)}\n`));
