import { type FacetName, readingOrder } from '../../shared/index/facets.ts';
import { SEARCH_FIELDS } from '../../shared/index/search-fields.ts';
import { shownAuthors } from '../../shared/index/shown-authors.ts';
import { ignoredPart } from '../../shared/query/ignored-part.ts';
import type { SearchAnswer, SearchHit, SearchNotice } from '../../shared/search/answer.ts';
import { isUnknownClass } from '../../shared/search/notices/unknown-classes.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { bold, printable, type Terminal } from './terminal.ts';

/** Prints hits for people: rank and title, URL, snippet with the words of the query in bold, score and fields. */
export function printHits(answer: SearchAnswer, terminal: Terminal): void {
  const {
    hits,
    total,
    from,
    next,
    understood,
    didYouMean,
    page,
    promoted = [],
    notice,
    totalWithoutFilters = 0,
  } = answer;
  if (understood !== undefined) terminal.err(`note: understood as ${printable(understood)}`);
  if (didYouMean) terminal.err(`note: did you mean ${printable(didYouMean.query)}`);
  if (page)
    terminal.err(`note: the page with this address or DOI is in the collection: ${printable(page.title || page.url)}`);
  for (const { title, url } of promoted) terminal.err(`recommended: ${printable(title)} ${printable(url)}`);
  if (notice) for (const line of noticeLines(notice)) terminal.err(line);
  if (hits.length === 0) terminal.out(from > 0 && total > 0 ? `only ${formatCount(total)} found` : 'nothing found');
  if (totalWithoutFilters > 0) terminal.err(`note: without the filters: ${formatNoun(totalWithoutFilters, 'page')}`);
  for (const [i, hit] of hits.entries()) for (const line of hitLines(hit, from + i + 1, terminal)) terminal.out(line);
  if (hits.length === 0) return;
  for (const line of facetLines(answer)) terminal.out(line);
  terminal.out(
    `${formatCount(from + 1)} to ${formatCount(from + hits.length)} of ${formatCount(total)}${next === null ? '' : `; more with --from ${next}`}`,
  );
}

/** Returns a line for each facet with its values and their numbers of hits, and an empty line. */
function facetLines({ facets }: SearchAnswer): string[] {
  const lines = Object.entries(facets)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => {
      const counts = readingOrder(name as FacetName, values).map(
        ({ value, count }) => `${printable(value)} ${formatCount(count)}`,
      );
      return `${name.padEnd(9)} ${counts.join(' · ')}`;
    });
  return lines.length === 0 ? [] : [...lines, ''];
}

/** Names the parts of the query that were not applied and what was searched for instead, and classes that no page has. */
function noticeLines({ ignored, searched }: SearchNotice): string[] {
  const lines = ignored.map((part) => `note: ${printable(ignoredPart(part))}`);
  if (ignored.every(isUnknownClass)) return lines;
  return [
    ...lines,
    searched === '' ? 'note: no words were searched for' : `note: searched for the words ${printable(searched)}`,
  ];
}

const PRINTED_FIELDS = SEARCH_FIELDS.filter(({ isPrinted }) => isPrinted);

/** Returns the first value of a field, of a date the day, the authors, or undefined if the hit has none. */
function printedValue(field: (typeof PRINTED_FIELDS)[number], hit: SearchHit): string | undefined {
  const values = field.valuesOf(hit);
  if (field.shownAs === 'authors') return shownAuthors(values);
  const value = values[0];
  return field.matching === 'day' ? value?.slice(0, 'YYYY-MM-DD'.length) : value;
}

function hitLines(hit: SearchHit, rank: number, terminal: Terminal): string[] {
  const { title, url, score, crawl = '', similar = [] } = hit;
  const facts = [
    `score ${Number(score.toPrecision(3))}`,
    crawl,
    ...PRINTED_FIELDS.map((field) => printedValue(field, hit)),
    hit.annotations === undefined ? undefined : formatNoun(hit.annotations, 'annotation'),
  ];
  return [
    `${String(rank).padStart(3)}. ${bold(printable(title || url), terminal)}`,
    `     ${printable(url)}`,
    ...snippetLines(boldSnippet(hit, terminal)),
    `     ${printable(facts.filter(Boolean).join(' · '))}`,
    ...(hit.explanation ? [`     ${printable(explanationOf(hit.explanation))}`] : []),
    ...(hit.others ? [`     ${formatNoun(hit.others, 'more hit')} from ${printable(hit.host)}`] : []),
    ...similar.map((one) => `     similar: ${printable(one.url)}`),
    '',
  ];
}

/** Returns the parts of a score: `2.1 word moss + 0.4 feedback`. */
const explanationOf = (parts: NonNullable<SearchHit['explanation']>): string =>
  parts
    .map(({ part, words, score }) => `${Number(score.toPrecision(3))} ${part}${words === undefined ? '' : ` ${words}`}`)
    .join(' + ');

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
