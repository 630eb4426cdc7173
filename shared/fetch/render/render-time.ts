/** Time that a page may wait until others are rendered. Milliseconds. */
export const RENDER_WAIT_MS = 60_000;
/** Time beyond its limit in which a renderer ends. Milliseconds. */
const END_MS = 5_000;

/** Returns the longest time that rendering adds to a request, by the time limit of a page. Milliseconds. */
export const longestRenderMs = (timeoutMs: number): number => RENDER_WAIT_MS + timeoutMs + END_MS;
