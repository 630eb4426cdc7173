/** Timeout of the fetch function, as set by the stack. Milliseconds. */
export const FUNCTION_TIMEOUT_MS = 300_000;

/**
 * A visit starts no request after this time, in milliseconds. The last request (up to 60 s), its object (15 s) and the commit
 * follow.
 */
export const VISIT_MS = 180_000;

/** Longest wait of a request for the limit of bandwidth, which shortens a visit by as much. Milliseconds. */
export const MAX_HELD_MS = 60_000;

/** Maximum number of pages per visit of a host, if its strategy sets no lower one. */
export const MAX_PAGES_PER_VISIT = 60;

/**
 * Delay between the starts of two messages of one invocation. Each host starts with a dozen requests to the stores. With 400
 * hosts at once, half a vCPU is busy for seconds, and new connections time out meanwhile. Milliseconds.
 */
export const START_INTERVAL_MS = 1_000;
