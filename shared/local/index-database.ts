import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './database.ts';

/**
 * Half of the file are lists of words, which FTS5 writes and merges as a whole. Larger pages take a tenth less CPU to write and a
 * tenth less space than SQLite's 4 KB; of 16 KB, the texts of records would waste more.
 */
const PAGE_BYTES = 8_192;

/** Opens the file of a search index. Parameters, errors and reading without writing: see `openDatabase`. */
export const openIndexDatabase = (path: string, isReadOnly = false): DatabaseSync =>
  openDatabase(path, { isReadOnly, pageBytes: PAGE_BYTES });
