import type { DeletionReport } from '../../shared/maintain/delete/delete-pages.ts';
import type { Tally } from '../../shared/maintain/tally.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import type { DeletedRules } from '../../shared/url/deleted.ts';
import { quoteForShell } from '../output/quote-for-shell.ts';
import { printable } from '../output/terminal.ts';

/** Formats what a deletion found, or what it removed. One line per kind, each followed by examples. */
export function deletionLines(
  report: DeletionReport,
  { isApplied, raw }: { isApplied: boolean; raw: boolean },
): string[] {
  const { records, removed, pages, queued, documents, changes, captures, unreadable, busy } = report;
  return [
    ...line(records, `${formatNoun(records.count, 'record')}; leaving the search index: ${formatCount(removed)}`),
    ...line(pages, `${formatNoun(pages.count, 'URL')} in the frontier; not fetched yet: ${formatCount(queued)}`),
    ...line(documents, `${formatNoun(documents.count, 'line')} of stored documents in clean/`),
    ...line({ ...changes, examples: [] }, `${formatNoun(changes.count, 'stored change')} of records in records/`),
    ...line(
      { ...captures, examples: [] },
      `${formatNoun(captures.count, 'capture')} in raw/: ${fateOfCaptures(raw, isApplied)}`,
    ),
    ...line(
      unreadable,
      `${formatNoun(unreadable.count, 'object')} could not be read and may still contain deleted pages`,
    ),
    ...line(busy, `${formatNoun(busy.count, 'host')} changed meanwhile; repeat the command`),
  ];
}

function fateOfCaptures(raw: boolean, isApplied: boolean): string {
  if (!raw) return 'kept; --raw overwrites them';
  return isApplied ? 'overwritten' : 'would be overwritten';
}

/** Formats rules as the options that select them. */
export function ruleOptions({ hosts, prefixes, urls, records }: DeletedRules): string {
  const option = (name: string) => (value: string) => `--${name} ${quoteForShell(value)}`;
  return [
    ...hosts.map(option('host')),
    ...prefixes.map(option('path')),
    ...urls.map(option('url')),
    ...records.map(option('id')),
  ].join(' ');
}

function line({ count, examples }: Tally, text: string): string[] {
  return count === 0 ? [] : [`  ${text}`, ...examples.map((example) => `      ${printable(example)}`)];
}
