import { FACETS, type FacetName } from '../../shared/index/facets.ts';
import { TEXT_FIELDS } from '../../shared/index/text-fields.ts';
import type { Clause } from '../../shared/query/ast/query-ast.ts';
import { catchFault, quoted } from '../../shared/query/ast/query-error.ts';
import { nestedScope, resolveCqlIndex } from '../../shared/query/compile/cql-names.ts';
import { unmasked } from '../../shared/query/compile/text-condition.ts';
import { DIAGNOSTIC } from '../../shared/query/cql/diagnostics.ts';
import { parseCql } from '../../shared/query/cql/parse-cql.ts';
import type { QueryField } from '../../shared/query/fields/query-fields.ts';
import { MAX_TITLE_WORD, titleWord } from '../../shared/text/analysis/title-words.ts';
import { element } from '../formats/xml.ts';
import type { WebPorts } from '../ports.ts';
import { checkQueryLength, missingParameter, queryDiagnostic, SRU_DIAGNOSTIC, SruError } from './diagnostics.ts';
import { numberOf, type SruRequest } from './sru-request.ts';
import { diagnosticsXml, echoXml, responseXml } from './sru-xml.ts';

/** Number of terms of a response, and the most. */
const DEFAULT_TERMS = 20;
const MAX_TERMS = 100;

/** Values of an index that are read: those of the most records. */
const MAX_VALUES = 1_000;

/** A term of an index. Without `records`, it is not known how many records a search for it finds. */
type Term = { value: string; records?: number };

/** A part of the list of terms in their order. `at`: number of terms before the given one. `isStart`, `isEnd`: whether it is that of the list. */
type TermList = { terms: Term[]; at: number; isStart: boolean; isEnd: boolean };

/** A crawl whose indexes are scanned. Without `titleWords` only values are. */
type Scanned = Pick<WebPorts, 'search' | 'titleWords'> & { crawl: string };

/** Answers a request for the terms of an index around a given one. @throws SruError if it is not valid or not served */
export async function scan(request: SruRequest, scanned: Scanned): Promise<string> {
  const { parameters, version, warnings } = request;
  const clauseText = parameters.get('scanClause');
  if (clauseText === undefined || clauseText === '') throw missingParameter('scanClause');
  const clause = clauseOf(clauseText);
  const size = Math.min(numberOf(parameters, 'maximumTerms', 1, DEFAULT_TERMS), MAX_TERMS);
  const position = numberOf(parameters, 'responsePosition', 0, 1);
  if (position > size + 1)
    throw new SruError({
      number: SRU_DIAGNOSTIC.scanPosition,
      message: `responsePosition: must be at most ${size + 1}`,
    });
  const list = await termList(clause, position, size, scanned);
  const start = list.at - (position - 1);
  const shown = list.terms.slice(Math.max(0, start), Math.max(0, start + size));
  return responseXml(version, 'scanResponse', [
    // Without line breaks: yaz-client 5.34 takes them for terms, and crashes.
    shown.length === 0 ? '' : `<terms>${shown.map((one) => termXml(one, list)).join('')}</terms>`,
    echoXml('echoedScanRequest', [
      ['version', version === '2.0' ? undefined : version],
      ['scanClause', clauseText],
      ['responsePosition', `${position}`],
      ['maximumTerms', `${size}`],
    ]),
    diagnosticsXml(version, warnings),
  ]);
}

function clauseOf(text: string): Clause {
  checkQueryLength(text);
  const { query, error } = parseCql(text);
  if (error) throw new SruError(queryDiagnostic(error));
  if (query.root.type === 'clause' && query.sort.length === 0) return query.root;
  throw new SruError({ number: DIAGNOSTIC.feature, message: 'scanClause: must be one index, relation and term' });
}

/** Relations that name the values of an index. */
const RELATIONS = /^(?:cql\.)?(?:=|==|exact|scr|adj)$/i;

async function termList(clause: Clause, position: number, size: number, scanned: Scanned): Promise<TermList> {
  const { relation, index } = clause;
  if (!RELATIONS.test(relation))
    throw new SruError({
      number: DIAGNOSTIC.relation,
      message: `an index cannot be scanned by ${quoted(relation)}`,
      details: relation,
    });
  const field = fieldOf(clause);
  const facet = facetOf(field);
  const term = unmasked(clause.term);
  if (facet !== undefined) return valueList(facet, relation, term, scanned);
  if (hasWords(field) && scanned.titleWords) return wordList(scanned.crawl, term, position, size, scanned.titleWords);
  const name = index ?? SERVER_CHOICE;
  throw new SruError({
    number: DIAGNOSTIC.index,
    message: `the index ${quoted(name)} cannot be scanned`,
    details: name,
  });
}

const SERVER_CHOICE = 'cql.serverChoice';

function fieldOf({ index, prefixes, at }: Clause): QueryField {
  const scope = nestedScope(new Map(), prefixes);
  const found = catchFault(() => ({ field: resolveCqlIndex(index ?? SERVER_CHOICE, scope, at) }));
  if ('error' in found) throw new SruError(queryDiagnostic(found.error));
  return found.field;
}

/**
 * Returns the values that a facet has. A search for a value finds as many records as the facet counts, but an author is also found by a
 * part of the name, and a host by the hosts above it.
 */
async function valueList(facet: FacetName, relation: string, term: string, scanned: Scanned): Promise<TermList> {
  const request = { crawl: scanned.crawl, q: '', size: 1, facets: [facet], facetSize: MAX_VALUES };
  const { facets } = await scanned.search(request);
  const isCounted = facet !== 'host' && (facet !== 'author' || /(?:==|exact)$/i.test(relation));
  const terms = (facets[facet] ?? []).map(
    ({ value, count }): Term => ({ value, ...(isCounted && { records: count }) }),
  );
  terms.sort((a, b) => (a.value < b.value ? -1 : 1));
  return { terms, at: terms.filter(({ value }) => value < term).length, isStart: true, isEnd: true };
}

/** Returns words of titles and headings. A search finds more records than have a word there, so they have no numbers. */
async function wordList(
  crawl: string,
  term: string,
  position: number,
  size: number,
  titleWords: NonNullable<WebPorts['titleWords']>,
): Promise<TermList> {
  const word = titleWord(term.trim()).slice(0, MAX_TITLE_WORD);
  // One more than is shown on each side, to know whether the list ends there.
  const [before, from] = [Math.max(1, position), size + 2];
  const [earlier, later] = await Promise.all([
    titleWords(crawl, { before: word }, before),
    titleWords(crawl, { from: word }, from),
  ]);
  const words = [...earlier.toReversed(), ...later].map((one) => ({ value: one.word }));
  return { terms: words, at: earlier.length, isStart: earlier.length < before, isEnd: later.length < from };
}

/** Whether the words of a field are listed: those of all texts, of which titles and headings tell the most. */
const hasWords = (field: QueryField): boolean => field.kind === 'text' && field.fields.length === TEXT_FIELDS.length;

/** Returns whether the terms of a field can be listed. */
export const isScanned = (field: QueryField): boolean => facetOf(field) !== undefined || hasWords(field);

/** Returns the facet that has the values of a field; undefined if it has no list of values. */
function facetOf(field: QueryField): FacetName | undefined {
  if (field.kind === 'text') return field.fields.join() === 'author' ? 'author' : undefined;
  if (field.kind !== 'stored' || field.bound !== undefined) return undefined;
  return FACETS.find(({ property }) => property === field.field.property)?.name;
}

function termXml({ value, records }: Term, list: TermList): string {
  const parts = [
    element('value', value),
    element('numberOfRecords', records),
    element('whereInList', place(value, list)),
  ];
  return `<term>${parts.join('')}</term>`;
}

function place(value: string, { terms, isStart, isEnd }: TermList): string {
  const isFirst = isStart && value === terms[0]?.value;
  const isLast = isEnd && value === terms.at(-1)?.value;
  if (isFirst && isLast) return 'only';
  return isFirst ? 'first' : isLast ? 'last' : 'inner';
}
