import { createHash } from 'node:crypto';

/**
 * A name for what is unique in an account and Region: 3 to 26 of a–z, 0–9 and -, a letter first. The hash tells stacks
 * apart that are cut to the same beginning, and one whose name continues another's: `a` with a crawl `b-c` from `a-b` with `c`.
 */
export function uniqueName(stackName: string): string {
  const start = stackName.toLowerCase().slice(0, 17).replace(/-+$/, '');
  return `${start}-${createHash('sha256').update(stackName).digest('hex').slice(0, 8)}`;
}
