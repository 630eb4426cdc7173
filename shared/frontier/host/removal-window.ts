/**
 * Beside the numbers of URLs by outcome a head holds what a host has lost of late (`fetch/losses.ts`): `round.<hour>.<word>`.
 * It is no number of URLs.
 */
export const isRound = (name: string): boolean => name.startsWith('round.');
