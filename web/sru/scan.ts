import { FACETS, type FacetName } from '../../shared/index/facets.ts';
import type { Clause } from '../../shared/query/ast/query-ast.ts';
import { catchFault, quoted } from '../../shared/query/ast/query-error.ts';
import { nestedScope, resolveCqlIndex } from '../../shared/query/compile/cql-names.ts';
import { DIAGNOSTIC } from '../../shared/query/cql/diagnostics.ts';
import { parseCql } from '../../shared/query/cql/parse-cql.ts';
import type { QueryField } from '../../shared/query/fields/query-fields.ts';
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

/** Answers a request for the terms of an index around a given one. @throws SruError if it is not valid or not served */
export async function scan(
  request: SruRequest,
  { crawl, search }: { crawl: string; search: WebPorts['search'] },
): Promise<string> {
  const { parameters, version, warnings } = request;
  const clauseText = parameters.get('scanClause');
  if (clauseText === undefined) throw missingParameter('scanClause');
  const clause = clauseOf(clauseText);
  const size = Math.min(numberOf(parameters, 'maximumTerms', 1, DEFAULT_TERMS), MAX_TERMS);
  const position = numberOf(parameters, 'responsePosition', 0, 1);
  if (position > size + 1)
    throw new SruError({
      number: SRU_DIAGNOSTIC.scanPosition,
      message: `responsePosition: must be at most ${size + 1}`,
    });
  const { facet, isCounted } = scannedFacet(clause);
  const { facets } = await search({ crawl, q: '', size: 1, facets: [facet], facetSize: MAX_VALUES });
  const terms = (facets[facet] ?? []).map(
    ({ value, count }): Term => ({ value, ...(isCounted && { records: count }) }),
  );
  terms.sort((a, b) => (a.value < b.value ? -1 : 1));
  const { term } = clause;
  const start = terms.filter(({ value }) => value < term).length - (position - 1);
  const shown = terms.slice(Math.max(0, start), Math.max(0, start + size));
  return responseXml(version, 'scanResponse', [
    // Without line breaks: yaz-client 5.34 takes them for terms, and crashes.
    shown.length === 0 ? '' : `<terms>${shown.map((one) => termXml(one, terms)).join('')}</terms>`,
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

/**
 * Returns the facet that has the values of an index, and whether a search for a value finds as many records as the facet counts. An
 * author is also found by a part of the name, and a host by the hosts above it.
 */
function scannedFacet({ index, relation, at, prefixes }: Clause): { facet: FacetName; isCounted: boolean } {
  if (!RELATIONS.test(relation))
    throw new SruError({
      number: DIAGNOSTIC.relation,
      message: `an index cannot be scanned by ${quoted(relation)}`,
      details: relation,
    });
  const name = index ?? 'cql.serverChoice';
  const found = catchFault(() => ({ field: resolveCqlIndex(name, nestedScope(new Map(), prefixes), at) }));
  if ('error' in found) throw new SruError(queryDiagnostic(found.error));
  const facet = facetOf(found.field);
  if (facet !== undefined)
    return { facet, isCounted: facet !== 'host' && (facet !== 'author' || /(?:==|exact)$/i.test(relation)) };
  throw new SruError({
    number: DIAGNOSTIC.index,
    message: `the index ${quoted(name)} cannot be scanned`,
    details: name,
  });
}

/** Returns the facet that has the values of a field; undefined if it has no list of values. */
export function facetOf(field: QueryField): FacetName | undefined {
  if (field.kind === 'text') return field.fields.join() === 'author' ? 'author' : undefined;
  if (field.kind === 'all' || field.bound !== undefined) return undefined;
  return FACETS.find(({ property }) => property === field.field.property)?.name;
}

function termXml({ value, records }: Term, all: readonly Term[]): string {
  const parts = [
    element('value', value),
    element('numberOfRecords', records),
    element('whereInList', place(value, all)),
  ];
  return `<term>${parts.join('')}</term>`;
}

function place(value: string, all: readonly Term[]): string {
  const isFirst = value === all[0]?.value;
  const isLast = value === all.at(-1)?.value;
  if (isFirst && isLast) return 'only';
  return isFirst ? 'first' : isLast ? 'last' : 'inner';
}
