/** Converts the parts of a converted document (PDF, Office …) to Markdown. */
import type { Part } from '../../ports/converter.ts';
import { foldWhitespace } from '../../text/whitespace.ts';
import { codeBlock, escapeHeadingEnd, escapeLineStart, escapeText } from './escape.ts';

/** @param maxLength maximum length of the Markdown, in UTF-16 units; text beyond it is dropped in whole parts */
export function partsToMarkdown(parts: readonly Part[], maxLength: number): string {
  let text = '';
  let before: Part | undefined;
  for (const [i, part] of parts.entries()) {
    const written = part.kind === 'row' ? tableRow(parts, i) : partLines(part);
    if (written === '') continue;
    const isClose = before?.kind === part.kind && (part.kind === 'item' || part.kind === 'row');
    const added = (before === undefined ? '' : isClose ? '\n' : '\n\n') + written;
    if (text.length + added.length > maxLength) break;
    text += added;
    before = part;
  }
  return text;
}

function partLines(part: Exclude<Part, { kind: 'row' }>): string {
  if (part.kind === 'code') return codeBlock(part.text.replace(/^\n+/, '').trimEnd(), '').join('\n');
  const line = escapeText(foldWhitespace(part.text, false), { isBeforeSpace: true });
  if (line === '') return '';
  if (part.kind === 'heading') return `${'#'.repeat(Math.min(6, Math.max(1, part.level)))} ${escapeHeadingEnd(line)}`;
  if (part.kind !== 'item') return escapeLineStart(line);
  // An item that has its number in the text needs no bullet.
  return NUMBERED.test(line) ? line : `- ${escapeLineStart(line)}`;
}

const NUMBERED = /^\d{1,9}[.)] /;

/** Adjacent rows form a table. The first row is its header and is padded to the width of the longest row. */
function tableRow(parts: readonly Part[], i: number): string {
  const cells = (part: Part | undefined) =>
    part?.kind === 'row' ? part.cells.map((cell) => foldWhitespace(cell, false)) : [];
  const line = (row: readonly string[]) =>
    `|${row.map((cell) => ` ${escapeText(cell, { inCell: true, isBeforeSpace: true })} |`).join('')}`;
  const own = cells(parts[i]);
  if (parts[i - 1]?.kind === 'row') return own.length === 0 ? '' : line(own);
  let columns = 1;
  for (let k = i; parts[k]?.kind === 'row'; k++) columns = Math.max(columns, cells(parts[k]).length);
  const head = Array.from({ length: columns }, (_, k) => own[k] ?? '');
  return `${line(head)}\n|${' --- |'.repeat(columns)}`;
}
