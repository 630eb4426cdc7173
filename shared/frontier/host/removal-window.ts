/**
 * Checks whether a count of a head belongs to the removal window of the host (`fetch/mass-removal-guard.ts`). Such counts are
 * named `round.<hour>.<word>` and do not count URLs.
 */
export const isRemovalCount = (name: string): boolean => name.startsWith('round.');
