/** A host whose group is in other hands is asked about again after this. Milliseconds. */
export const HELD_MS = 60_000;
