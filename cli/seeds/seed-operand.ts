import { existsSync } from 'node:fs';
import { UsageError } from '../command.ts';

/** Kinds of a source that is one file or URL. */
const SEED_KINDS = ['file', 'sitemap', 'feed', 'opml', 'odp', 'warc', 'wacz', 'cdx', 'digests'] as const;
type Kind = (typeof SEED_KINDS)[number];

/** The option `--kind` of commands that read sources of seeds. */
export const SEED_KIND_OPTION = {
  type: 'string',
  value: 'KIND',
  help: `kind of the sources, if their names do not show it: ${SEED_KINDS.join(', ')}`,
} as const;

/** Kinds by file extension. */
const KIND_BY_EXTENSION: readonly [ending: RegExp, kind: Kind][] = [
  [/\.rdf(?:\.u8)?(?:\.gz)?$/i, 'odp'],
  [/\.warc(?:\.gz)?$/i, 'warc'],
  [/\.wacz$/i, 'wacz'],
  [/\.cdxj?(?:\.gz)?$/i, 'cdx'],
  [/\.opml$/i, 'opml'],
  [/\.(?:rss|atom|json)$/i, 'feed'],
  [/\.xml(?:\.gz)?$/i, 'sitemap'],
];

/** What a file of seeds is called, and no host. */
const FILE_NAME = /^\.{0,2}\/|\.(?:txt|csv|tsv|xml|opml|rss|atom|gz|xz|warc|wacz|cdxj?|jsonl?)$/i;

/**
 * Converts an operand (a URL, `-`, or a file name) to an entry of `seeds`.
 *
 * @throws UsageError for an unknown kind, or a file that does not exist
 */
export function parseSeedOperand(operand: string, kind: string | undefined): unknown {
  if (kind !== undefined && !SEED_KINDS.includes(kind as Kind))
    throw new UsageError(`--kind: ${kind}: must be one of ${SEED_KINDS.join(', ')}`);
  if (kind !== undefined) return { [kind]: operand };
  if (operand === '-') return { file: '-' };
  if (operand.includes('://')) return operand;
  if (!existsSync(operand)) {
    if (FILE_NAME.test(operand)) throw new UsageError(`${operand}: no such file`);
    return operand;
  }
  return { [KIND_BY_EXTENSION.find(([ending]) => ending.test(operand))?.[1] ?? 'file']: operand };
}
