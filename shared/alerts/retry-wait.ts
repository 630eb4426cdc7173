/** Time between two evaluations while a crawl runs, and the wait after a first failure. Milliseconds. */
export const EVALUATE_EVERY_MS = 30_000;
/** Longest wait after a message was not delivered. Each failure doubles the wait. Milliseconds. */
const MAX_WAIT_MS = 900_000;

/** Returns the wait after so many failures in a row to deliver messages, milliseconds. */
export const retryWaitMs = (failures: number): number => Math.min(MAX_WAIT_MS, EVALUATE_EVERY_MS * 2 ** (failures - 1));
