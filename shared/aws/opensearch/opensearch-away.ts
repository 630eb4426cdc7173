import { errors } from '@opensearch-project/opensearch';

/** The engine takes nothing at the moment, whatever it is told: no fault of what was to be written. */
export class SearchUnavailableError extends Error {
  override readonly name = 'SearchUnavailableError';
}

/** What an engine says that has more to do than it can: wait, and ask again. */
const BUSY = new Set([429, 503]);
const AWAY = new Set([...BUSY, 502, 504]);

/**
 * An engine whose disk is full, or that somebody locked, takes no writes until somebody gives it room; 403 is its status.
 * Seen: `cluster_block_exception` of one record and of a whole request, `index_create_block_exception`.
 */
const BLOCK = /_block_exception$/;

/** @param type of the engine's error, as its answer names it. */
export const isBlock = (type: string | undefined): boolean => type !== undefined && BLOCK.test(type);

/** Whether waiting a little may help; a block lasts for hours. */
export const isBusy = (status: number, type?: string): boolean => BUSY.has(status) && !isBlock(type);

/** Whether an engine is away, or a gateway in its place says so: not reached, silent for too long, or closed to all. */
export function isAway(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return AWAY.has(error.statusCode ?? 0) || isBlock(typeOf(error));
  return [errors.ConnectionError, errors.NoLivingConnectionsError, errors.TimeoutError].some(
    (kind) => error instanceof kind,
  );
}

/** Of the engine's own error; a gateway's has none. */
export function typeOf(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return (error.body as { error?: { type?: string } } | null | undefined)?.error?.type;
}

/** @returns the error, told as that of an engine that is away where it is one. */
export const toldAway = (error: unknown): unknown =>
  isAway(error) ? new SearchUnavailableError(`index: ${(error as Error).message}`, { cause: error }) : error;
