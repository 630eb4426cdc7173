import type { SearchAnswer, SearchHit } from '../../shared/search/answer.ts';
import { formatCount } from './progress.ts';
import { bold, printable, type Terminal } from './terminal.ts';

/** Hits for people: rank and title, address, snippet with the found words in bold, and what is known of each. */
export function printHits(answer: SearchAnswer, terminal: Terminal): void {
  const { hits, total, from, next } = answer;
  if (hits.length === 0) terminal.out(from > 0 && total > 0 ? `only ${formatCount(total)} found` : 'nothing found');
  for (const [i, hit] of hits.entries()) for (const line of hitLines(hit, from + i + 1, terminal)) terminal.out(line);
  if (hits.length === 0) return;
  terminal.out(
    `${formatCount(from + 1)} to ${formatCount(from + hits.length)} of ${formatCount(total)}${next === null ? '' : `; more with --from ${next}`}`,
  );
}

function hitLines(hit: SearchHit, rank: number, terminal: Terminal): string[] {
  const { title, url, score, language, date, classes, similar = [] } = hit;
  const facts = [`score ${Number(score.toPrecision(3))}`, language, date?.slice(0, 10), classes[0]?.class];
  return [
    `${String(rank).padStart(3)}. ${bold(printable(title || url), terminal)}`,
    `     ${printable(url)}`,
    ...folded(marked(hit, terminal)),
    `     ${printable(facts.filter(Boolean).join(' · '))}`,
    ...similar.map((one) => `     similar: ${printable(one.url)}`),
    '',
  ];
}

/** Marks are places in the snippet as it came, so each piece is made printable by itself. */
function marked({ snippet, marks }: SearchHit, terminal: Terminal): string {
  let text = '';
  let at = 0;
  for (const [start, end] of marks) {
    text += printable(snippet.slice(at, start)) + bold(printable(snippet.slice(start, end)), terminal);
    at = end;
  }
  return text + printable(snippet.slice(at));
}

function folded(text: string): string[] {
  return text.trim() === '' ? [] : [`     ${text.replace(/ {2,}/g, ' ').trim()}`];
}
