/** A host whose group is in other hands is asked about again after this. Milliseconds. */
export const LOCK_RETRY_MS = 60_000;
