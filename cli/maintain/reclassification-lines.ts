import type { Transition } from '../../shared/classify/reclassify/reclassify.ts';
import type { ReclassifyReport, RejudgedExample } from '../../shared/classify/reclassify/reclassify-report.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { formatCounts } from '../output/progress.ts';
import { printable } from '../output/terminal.ts';

/** Words for each transition: before and after it is applied. */
const TEXTS: Record<Transition, [would: string, did: string]> = {
  enters: ['would enter', 'entered'],
  leaves: ['would leave', 'left'],
  rewritten: ['would stay with other text or fields', 'stayed with other text or fields'],
  rescored: ['would stay with another score or other classes', 'stayed with another score or other classes'],
  stays: ['would stay as they are', 'stayed as they are'],
  'stays-out': ['would stay out', 'stayed out'],
};

/** Maximum length of a title in a line, in UTF-16 units. */
const MAX_TITLE_LENGTH = 60;

/** Transitions without examples: nothing changes. */
const WITHOUT_EXAMPLES: ReadonlySet<Transition> = new Set(['stays', 'stays-out']);

/** Formats a report: a line for each transition, with some examples if it changes pages. */
export function reclassificationLines(report: ReclassifyReport, isApplied: boolean): string[] {
  const lines: string[] = [];
  for (const [transition, texts] of Object.entries(TEXTS) as [Transition, [string, string]][]) {
    const count = report.transitions[transition];
    // Only cleaning again changes documents.
    if (transition === 'rewritten' && count === 0) continue;
    const examples = WITHOUT_EXAMPLES.has(transition) ? [] : report.examples[transition];
    const text = texts[isApplied ? 1 : 0];
    lines.push(`${formatNoun(count, text.replace(/they are$/, 'it is'), text)}${examples.length > 0 ? ':' : ''}`);
    for (const example of examples) lines.push(`  ${exampleLine(example)}`);
    if (examples.length > 0 && count > examples.length)
      lines.push(`  and ${formatCount(count - examples.length)} more`);
  }
  const links = formatCounts(report.links);
  if (links) lines.push(`links: ${links}`);
  return lines;
}

/** Formats the faults of a report. */
export function faultLines({ count, first }: ReclassifyReport['faults']): string[] {
  const lines = first.map(({ key, message }) => `${key}: ${printable(message)}`);
  return count > first.length ? [...lines, `and ${formatNoun(count - first.length, 'more object')}`] : lines;
}

function exampleLine({ url, title, before, score, cutOff, class: changed }: RejudgedExample): string {
  const [from, to] = [before === null ? '?' : formatScore(before), formatScore(score)];
  const scores = from === to ? to : `${from} → ${to}`;
  const classes =
    from === to && changed
      ? `, class ${printable(changed.class)} ${formatScore(changed.before)} → ${formatScore(changed.score)}`
      : '';
  const threshold = cutOff === null ? '' : ` (cut-off ${formatScore(cutOff)})`;
  const name = title === '' ? '' : ` ${JSON.stringify(printable(title.slice(0, MAX_TITLE_LENGTH)))}`;
  return `${printable(url)}${name}: score ${scores}${threshold}${classes}`;
}

const formatScore = (score: number) => String(Number(score.toPrecision(4)));
