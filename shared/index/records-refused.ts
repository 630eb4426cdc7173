import type { RecordsRefusedError } from '../ports/search-index.ts';

/** Tells whether an error means that the search engine permanently rejects single records. All others of the write were written. */
export const isRecordsRefused = (error: unknown): error is RecordsRefusedError =>
  error instanceof Error && error.name === 'RecordsRefusedError';
