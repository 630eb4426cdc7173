/** Timeout of the fetch function, as set by the stack. Milliseconds. */
export const FUNCTION_TIMEOUT_MS = 300_000;

export const MAX_PAGES_PER_VISIT = 60;
