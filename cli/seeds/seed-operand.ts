import { existsSync } from 'node:fs';
import { UsageError } from '../command.ts';

/** Sources that are one file or address. */
export const SEED_KINDS = ['file', 'sitemap', 'feed', 'opml', 'odp', 'warc', 'wacz', 'cdx', 'digests'] as const;
type Kind = (typeof SEED_KINDS)[number];

/** What the name of a file says of it. */
const KIND_BY_EXTENSION: readonly [ending: RegExp, kind: Kind][] = [
  [/\.rdf(?:\.u8)?(?:\.gz)?$/i, 'odp'],
  [/\.warc(?:\.gz)?$/i, 'warc'],
  [/\.wacz$/i, 'wacz'],
  [/\.cdxj?(?:\.gz)?$/i, 'cdx'],
  [/\.opml$/i, 'opml'],
  [/\.(?:rss|atom|json)$/i, 'feed'],
  [/\.xml(?:\.gz)?$/i, 'sitemap'],
];

/** A row of `seeds` for what stands on the command line: an address, `-`, or a file. @throws UsageError */
export function parseSeedOperand(operand: string, kind: string | undefined): unknown {
  if (kind !== undefined && !SEED_KINDS.includes(kind as Kind))
    throw new UsageError(`--kind: must be one of ${SEED_KINDS.join(', ')}`);
  if (kind !== undefined) return { [kind]: operand };
  if (operand === '-') return { file: '-' };
  if (operand.includes('://') || !existsSync(operand)) return operand;
  return { [KIND_BY_EXTENSION.find(([ending]) => ending.test(operand))?.[1] ?? 'file']: operand };
}
