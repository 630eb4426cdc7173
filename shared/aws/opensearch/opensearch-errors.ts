import { errors } from '@opensearch-project/opensearch';

/** The engine accepts no requests at the moment. The records of the request are not at fault: retry later. */
export class SearchUnavailableError extends Error {
  override readonly name = 'SearchUnavailableError';
}

/** HTTP statuses of an overloaded engine: back off and retry. */
const BUSY_STATUSES = new Set([429, 503]);
/** HTTP statuses of an engine or gateway that cannot serve the request for now. */
const UNAVAILABLE_STATUSES = new Set([...BUSY_STATUSES, 502, 504]);

/**
 * Error types of an engine that is read-only because its disk is full or an operator locked it (status 403). Observed:
 * `cluster_block_exception` for one record and for a whole request, `index_create_block_exception`.
 */
const WRITE_BLOCK = /_block_exception$/;

/** @param type error type of the engine's response */
export const isWriteBlock = (type: string | undefined): boolean => type !== undefined && WRITE_BLOCK.test(type);

/** Tells whether a short wait may help. A write block lasts for hours. */
export const isBusy = (status: number, type?: string): boolean => BUSY_STATUSES.has(status) && !isWriteBlock(type);

/** Tells whether an error means that the engine is unavailable: not reached, timed out, overloaded or read-only. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof errors.ResponseError)
    return UNAVAILABLE_STATUSES.has(error.statusCode ?? 0) || isWriteBlock(errorTypeOf(error));
  return [errors.ConnectionError, errors.NoLivingConnectionsError, errors.TimeoutError].some(
    (kind) => error instanceof kind,
  );
}

/** Returns the error type of the engine's response, or undefined for an error of the client or a gateway. */
export function errorTypeOf(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return (error.body as { error?: { type?: string } } | null | undefined)?.error?.type;
}

/**
 * Tells whether the engine cannot collapse hits because the index has no such field. Observed: "no mapping found for `hostName` in
 * order to collapse on".
 */
export const isUnmapped = (error: unknown): boolean =>
  error instanceof errors.ResponseError && error.statusCode === 400 && /no mapping found for/i.test(error.message);

/** Wraps an error in `SearchUnavailableError` if the engine is unavailable; returns any other error as it is. */
export const asUnavailable = (error: unknown): unknown =>
  isUnavailable(error) ? new SearchUnavailableError(`index: ${(error as Error).message}`, { cause: error }) : error;
