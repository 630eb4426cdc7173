import type { CleanDocument } from '../../shared/clean/document.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { printFields } from './print-fields.ts';
import { accent, bold, dim, printable, printableLine, type Terminal } from './terminal.ts';

type PrintableDocument = Omit<CleanDocument, 'url'> & { url: string };

/**
 * Prints a document as text: its properties, the results of extraction rules, its links, and its main text at the end.
 */
export function printDocument(document: PrintableDocument, terminal: Terminal): void {
  const {
    title,
    text,
    markdown,
    links,
    media = [],
    follow,
    items,
    headings,
    metadata,
    about,
    unavailableAfter,
    reason,
    ...rest
  } = document;
  const end = unavailableAfter !== undefined && { unavailableAfter: new Date(unavailableAfter).toISOString() };
  const section = (name: string, count: number) => {
    terminal.out('');
    terminal.out(accent(`${name} (${count})`, terminal));
  };
  terminal.out(bold(printable(title ?? '(no title)'), terminal));
  printFields(
    { ...rest, ...about, ...end, reason: reason === null ? null : `${reason} (${REASONS[reason]})` },
    terminal,
  );
  if (headings.length > 0) section('headings', headings.length);
  for (const heading of headings) terminal.out(`  ${printable(heading)}`);
  const names = Object.entries(metadata);
  if (names.length > 0) section('metadata', names.length);
  for (const [name, values] of names)
    terminal.out(`  ${printable(name)}  ${dim(printable(values.join(' | ')), terminal)}`);
  if (items) section('items', items.length);
  for (const item of items ?? []) terminal.out(`  ${printable(JSON.stringify(item))}`);
  if (follow) section('followed by the rule', follow.length);
  for (const { url, about: beside } of follow ?? [])
    terminal.out(`  ${printable(url)}  ${dim(printable(JSON.stringify(beside)), terminal)}`);
  if (links.length > 0) section('links', links.length);
  for (const { url, anchor, rel } of links)
    terminal.out(`  ${printable(url)}  ${dim(printable(rel ? `${anchor} [${rel}]` : anchor), terminal)}`.trimEnd());
  if (media.length > 0) section('media', media.length);
  for (const { url, kind, alt } of media)
    terminal.out(`  ${printable(url)}  ${dim(printable(alt ? `${alt} [${kind}]` : `[${kind}]`), terminal)}`);
  section('text', text.length);
  for (const line of (markdown ?? text).split('\n')) terminal.out(styleMarkdown(printableLine(line), terminal));
}

/** Highlights the headings and the list and quotation markers of a Markdown line. */
function styleMarkdown(line: string, terminal: Terminal): string {
  if (/^#{1,6} /.test(line)) return bold(line, terminal);
  const [, sign = '', rest = ''] = /^((?: *(?:[-*>]|\d+[.)]) )*)(.*)$/s.exec(line) ?? [];
  return sign === '' ? line : accent(sign, terminal) + rest;
}
