import { createHash } from 'node:crypto';
import { readVocabulary } from '../../shared/classify/vocabulary/read-vocabulary.ts';
import { createDatabase } from './create-database.ts';
import { databaseWriter } from './record-batches.ts';
import { completeTerm, deletedTerm, termRecords } from './term-records.ts';
import type { Environment, RegisterTarget } from './zebraidx.ts';

/** A vocabulary of a crawl, with the text of its file. */
export type CrawlVocabulary = { crawl: string; field: string; text: string };

/** What a run has written: the database and its number of terms. */
export type UpdatedVocabulary = { database: string; terms: number };

/** Returns the name of the database of a vocabulary. Names of crawls have no colon. */
export const vocabularyDatabase = ({ crawl, field }: Pick<CrawlVocabulary, 'crawl' | 'field'>): string =>
  `${crawl}:${field}`;

/** Identifies the text of a vocabulary: SHA-256 in hexadecimal digits. */
export const vocabularyDigest = ({ text }: CrawlVocabulary): string => createHash('sha256').update(text).digest('hex');

/**
 * Creates the database of a vocabulary, with a record a term. Zebra finds the records of a vocabulary by the ids of the terms.
 *
 * @throws VocabularyError, ZebraError; the reason of `signal`
 */
export async function createVocabulary(
  vocabulary: CrawlVocabulary,
  target: RegisterTarget,
  folder: string,
  env: Environment,
  signal: AbortSignal,
): Promise<UpdatedVocabulary> {
  const database = vocabularyDatabase(vocabulary);
  const terms = readVocabulary(vocabulary.text, vocabulary.field);
  // A code has no white space, so no term has this one.
  const code = 'complete term';
  const complete = { complete: completeTerm(code), deletion: deletedTerm(code) };
  await createDatabase(database, complete, target, folder, env);
  const writer = databaseWriter(database, target, folder, env);
  for (const xml of termRecords(terms)) {
    signal.throwIfAborted();
    await writer.put(xml);
  }
  await writer.end();
  return { database, terms: terms.length };
}
