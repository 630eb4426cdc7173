import { existsSync } from 'node:fs';
import { UsageError } from '../command.ts';

/** Sources that are one file or address. */
export const KINDS = ['file', 'sitemap', 'feed', 'opml', 'odp', 'warc', 'wacz', 'cdx', 'digests'] as const;
type Kind = (typeof KINDS)[number];

/** What the name of a file says of it. */
const ENDINGS: readonly [ending: RegExp, kind: Kind][] = [
  [/\.rdf(?:\.u8)?(?:\.gz)?$/i, 'odp'],
  [/\.warc(?:\.gz)?$/i, 'warc'],
  [/\.wacz$/i, 'wacz'],
  [/\.cdxj?(?:\.gz)?$/i, 'cdx'],
  [/\.opml$/i, 'opml'],
  [/\.(?:rss|atom|json)$/i, 'feed'],
  [/\.xml(?:\.gz)?$/i, 'sitemap'],
];

/** A row of `seeds` for what stands on the command line: an address, `-`, or a file. @throws UsageError */
export function sourceOf(operand: string, kind: string | undefined): unknown {
  if (kind !== undefined && !KINDS.includes(kind as Kind))
    throw new UsageError(`--kind: must be one of ${KINDS.join(', ')}`);
  if (kind !== undefined) return { [kind]: operand };
  if (operand === '-') return { file: '-' };
  if (operand.includes('://') || !existsSync(operand)) return operand;
  return { [ENDINGS.find(([ending]) => ending.test(operand))?.[1] ?? 'file']: operand };
}
