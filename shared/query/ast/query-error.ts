import type { QueryTree } from './query-ast.ts';

/** A fault of a query, and its place. */
export type QueryFault = {
  message: string;
  /** Position in the query, in UTF-16 units from 0. */
  at: number;
  /** Number of the diagnostic in the SRU diagnostics list (`info:srw/diagnostic/1/`). Absent for the web syntax. */
  diagnostic?: number;
};

/** A query, or why the text is none. */
export type ParsedQuery = { query: QueryTree; error?: undefined } | { query?: undefined; error: QueryFault };

/** Ends parsing or compiling of a query. `catchFault` turns it into a value. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly fault: QueryFault;

  constructor(message: string, at: number, diagnostic?: number) {
    super(message);
    this.fault = { message, at, ...(diagnostic !== undefined && { diagnostic }) };
  }
}

/** Returns the result of `run`, or the fault of the `QueryError` that it throws. */
export function catchFault<T extends object>(run: () => T): T | { error: QueryFault } {
  try {
    return run();
  } catch (error) {
    if (error instanceof QueryError) return { error: error.fault };
    throw error;
  }
}

/** Returns a text as a message shows it: at most 40 characters, in quotes. */
export function quoted(text: string): string {
  const shown = Array.from(text.slice(0, 82));
  return shown.length > 40 ? `"${shown.slice(0, 40).join('')}…"` : `"${text}"`;
}
