/** Time that a page may wait until others are rendered. Milliseconds. */
export const RENDER_WAIT_MS = 60_000;
/** Time beyond its limit in which a renderer ends, or starts another browser. Milliseconds. */
const END_MS = 10_000;
/** A page is rendered again if the browser has ended meanwhile. */
const ATTEMPTS = 2;

/** Returns the longest time that rendering adds to a request, by the time limit of a page. Milliseconds. */
export const longestRenderMs = (timeoutMs: number): number => RENDER_WAIT_MS + ATTEMPTS * (timeoutMs + END_MS);
