import type { QueryFault } from '../../shared/query/ast/query-error.ts';
import { DIAGNOSTIC } from '../../shared/query/cql/diagnostics.ts';
import { LIMITS } from '../api/search-query.ts';

/** A diagnostic of the list `info:srw/diagnostic/1/`. `details` has the format that the list gives for the number. */
export type Diagnostic = { number: number; message: string; details?: string };

/** Ends an operation. The response has the diagnostic instead of a result. */
export class SruError extends Error {
  override readonly name = 'SruError';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** Numbers of diagnostics that no query gets. */
export const SRU_DIAGNOSTIC = {
  systemError: 1,
  unavailable: 2,
  operation: 4,
  version: 5,
  parameterValue: 6,
  missingParameter: 7,
  parameter: 8,
  partialResults: 59,
  firstRecord: 61,
  recordUnavailable: 64,
  schema: 66,
  recordTooLarge: 70,
  escaping: 71,
  xpath: 72,
  sortInBoth: 94,
  stylesheets: 110,
  scanPosition: 120,
  database: 235,
} as const;

export const sruUri = (number: number): string => `info:srw/diagnostic/1/${number}`;

/** @param name the parameter @param expected completes "must be …" */
export const invalidValue = (name: string, expected: string): SruError =>
  new SruError({
    number: SRU_DIAGNOSTIC.parameterValue,
    message: `${name}: must be ${expected}`,
    details: name,
  });

export const missingParameter = (name: string): SruError =>
  new SruError({
    number: SRU_DIAGNOSTIC.missingParameter,
    message: `the mandatory parameter ${name} is missing`,
    details: name,
  });

/** Diagnostics of syntax, whose details are the position of the error. */
const POSITIONED: readonly (number | undefined)[] = [DIAGNOSTIC.syntax, DIAGNOSTIC.parentheses, DIAGNOSTIC.quotes];

/** Returns the diagnostic of a query that is not valid or not served. */
export function queryDiagnostic({ message, at, diagnostic = DIAGNOSTIC.syntax }: QueryFault): Diagnostic {
  const details = POSITIONED.includes(diagnostic) ? `${at}` : /"([^"]*)"/.exec(message)?.[1];
  return { number: diagnostic, message, ...(details !== undefined && { details }) };
}

/** @throws SruError for a query that is too long */
export function checkQueryLength(query: string): void {
  if (query.length <= LIMITS.queryLength) return;
  throw new SruError({
    number: DIAGNOSTIC.tooLong,
    message: `the query has ${query.length} characters; at most ${LIMITS.queryLength} are allowed`,
    details: `${LIMITS.queryLength}`,
  });
}
