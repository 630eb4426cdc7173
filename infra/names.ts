import { createHash } from 'node:crypto';

/**
 * Returns a name for resources that must be unique in an account and Region: 3 to 26 characters from a–z, 0–9 and -, starting
 * with a letter. The hash separates stacks whose names share the first 17 characters, and prefixes of names: stack `a` with
 * crawl `b-c` from stack `a-b` with crawl `c`.
 */
export function uniqueName(stackName: string): string {
  const start = stackName.toLowerCase().slice(0, 17).replace(/-+$/, '');
  return `${start}-${createHash('sha256').update(stackName).digest('hex').slice(0, 8)}`;
}
