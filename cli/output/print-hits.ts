import { SEARCH_FIELDS } from '../../shared/index/search-fields.ts';
import type { SearchAnswer, SearchHit, SearchNotice } from '../../shared/search/answer.ts';
import { formatCount, formatNoun } from './progress.ts';
import { bold, printable, type Terminal } from './terminal.ts';

/** Prints hits for people: rank and title, URL, snippet with the words of the query in bold, score and fields. */
export function printHits(answer: SearchAnswer, terminal: Terminal): void {
  const { hits, total, from, next, understood, notice, totalWithoutFilters = 0 } = answer;
  if (understood !== undefined) terminal.err(`note: understood as ${printable(understood)}`);
  if (notice) for (const line of noticeLines(notice)) terminal.err(line);
  if (hits.length === 0) terminal.out(from > 0 && total > 0 ? `only ${formatCount(total)} found` : 'nothing found');
  if (totalWithoutFilters > 0) terminal.err(`note: without the filters: ${formatNoun(totalWithoutFilters, 'page')}`);
  for (const [i, hit] of hits.entries()) for (const line of hitLines(hit, from + i + 1, terminal)) terminal.out(line);
  if (hits.length === 0) return;
  terminal.out(
    `${formatCount(from + 1)} to ${formatCount(from + hits.length)} of ${formatCount(total)}${next === null ? '' : `; more with --from ${next}`}`,
  );
}

/** Names the parts of the query that were not applied. */
function noticeLines({ ignored, searched }: SearchNotice): string[] {
  return [
    ...ignored.map(({ operator, detail }) => `note: ${printable(operator)}: ${detail}`),
    searched === '' ? 'note: no words were searched for' : `note: searched for the words ${printable(searched)}`,
  ];
}

const PRINTED_FIELDS = SEARCH_FIELDS.filter(({ isPrinted }) => isPrinted);

/** Returns the first value of a field, of a date the day, or undefined if the hit has none. */
function printedValue(field: (typeof PRINTED_FIELDS)[number], hit: SearchHit): string | undefined {
  const value = field.valuesOf(hit)[0];
  return field.matching === 'day' ? value?.slice(0, 'YYYY-MM-DD'.length) : value;
}

function hitLines(hit: SearchHit, rank: number, terminal: Terminal): string[] {
  const { title, url, score, similar = [] } = hit;
  const facts = [`score ${Number(score.toPrecision(3))}`, ...PRINTED_FIELDS.map((field) => printedValue(field, hit))];
  return [
    `${String(rank).padStart(3)}. ${bold(printable(title || url), terminal)}`,
    `     ${printable(url)}`,
    ...snippetLines(boldSnippet(hit, terminal)),
    `     ${printable(facts.filter(Boolean).join(' · '))}`,
    ...similar.map((one) => `     similar: ${printable(one.url)}`),
    '',
  ];
}

/** Returns the snippet with its marks in bold. Marks refer to the original text, so each piece is made printable by itself. */
function boldSnippet({ snippet, marks }: SearchHit, terminal: Terminal): string {
  let text = '';
  let at = 0;
  for (const [start, end] of marks) {
    text += printable(snippet.slice(at, start)) + bold(printable(snippet.slice(start, end)), terminal);
    at = end;
  }
  return text + printable(snippet.slice(at));
}

function snippetLines(text: string): string[] {
  return text.trim() === '' ? [] : [`     ${text.replace(/ {2,}/g, ' ').trim()}`];
}
