import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../database.ts';

/**
 * Half of the file is lists of words, which FTS5 writes and merges as a whole. With these pages writing takes a tenth less CPU and
 * space than with SQLite's 4 KB. In pages of 16 KB, the texts of records would leave more space free.
 */
const PAGE_BYTES = 8_192;

/** Opens the file of a search index. Parameters, errors and reading without writing: see `openDatabase`. */
export const openIndexDatabase = (path: string, isReadOnly = false): DatabaseSync =>
  openDatabase(path, { isReadOnly, pageBytes: PAGE_BYTES });
