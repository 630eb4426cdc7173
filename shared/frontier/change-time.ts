/**
 * Distance between the change times of two visits to a page after the clock was set back, in milliseconds. It exceeds the number of
 * reclassifications of a crawl: each times its changes one millisecond later than the one before, counted from the visit.
 */
const STEP_MS = 1_000;

/**
 * Returns the time of the next change of a URL, by which stores order its changes. It is the clock's time unless the clock was
 * set back: then it follows the last change, because of two changes the later one wins.
 *
 * @param previous time of the last change, epoch ms; absent if the URL is new
 * @param now epoch ms
 */
export function changeTimeAfter(previous: number | undefined, now: number): number {
  return previous === undefined || now > previous ? now : previous + STEP_MS;
}

/** Returns the time of the changes that a capture causes, epoch ms. */
export function changeTimeOf({ fetchedAt, note }: { fetchedAt: number; note: { changeAt?: number } }): number {
  return note.changeAt ?? fetchedAt;
}
