import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { parseCql } from '../../shared/query/cql/parse-cql.ts';
import { printXcql } from '../../shared/query/cql/xcql.ts';
import { MAX_REACHED_RECORDS, type RecordsAnswer } from '../../shared/search/search-records.ts';
import { LIMITS } from '../api/search-query.ts';
import { element } from '../formats/xml.ts';
import type { WebPorts } from '../ports.ts';
import {
  checkQueryLength,
  type Diagnostic,
  invalidValue,
  missingParameter,
  queryDiagnostic,
  SRU_DIAGNOSTIC,
  SruError,
} from './diagnostics.ts';
import { type RecordSchema, recordSchema } from './record-schemas.ts';
import { parseSortKeys } from './sort-keys.ts';
import { escapingOf, numberOf, type SruRequest } from './sru-request.ts';
import { diagnosticsXml, echoXml, recordXml, responseXml, type SruRecord, surrogateRecord } from './sru-xml.ts';
import { namespacesOf, type Version } from './versions.ts';

/** Maximum length of the records of a response, in UTF-16 units: a function on AWS may answer with 6 MB. The client asks for the rest. */
const MAX_RECORDS_LENGTH = 2_000_000;

/** Where the records of a response come from. */
export type SruSource = { crawl: string; origin: string; searchRecords: NonNullable<WebPorts['searchRecords']> };

type Retrieval = ReturnType<typeof retrievalOf>;
type Found = Extract<RecordsAnswer, { total: number }>;

/** Answers a request for records. @throws SruError if it is not valid or not served */
export async function searchRetrieve(request: SruRequest, source: SruSource): Promise<string> {
  const retrieval = retrievalOf(request);
  const { query, sort, start, size } = retrieval;
  const isReachable = start <= MAX_REACHED_RECORDS;
  const page = isReachable ? { from: start - 1, size } : { from: 0, size: 0 };
  const answer = await source.searchRecords({ crawl: source.crawl, query, sort, ...page });
  if ('error' in answer) throw new SruError(queryDiagnostic(answer.error));
  const { version } = request;
  const records = recordsOf(version, retrieval, answer, source);
  const next = start + records.length;
  const hasNext = records.length > 0 && next <= Math.min(answer.total, MAX_REACHED_RECORDS);
  const isOutside = start > Math.min(answer.total, MAX_REACHED_RECORDS) && answer.total > 0;
  const diagnostics = [
    ...request.warnings,
    ...(isOutside ? [outside(answer.total)] : []),
    ...answer.limited.map(partial),
    ...(retrieval.isSortedTwice ? [sortedTwice] : []),
  ];
  return responseXml(version, 'searchRetrieveResponse', [
    element('numberOfRecords', answer.total),
    records.length === 0
      ? ''
      : `<records>\n${records.map((record) => recordXml(version, retrieval.escaping, record)).join('\n')}\n</records>`,
    hasNext ? element('nextRecordPosition', next) : '',
    echo(request, retrieval),
    diagnosticsXml(version, diagnostics),
    version === '2.0' ? element('resultCountPrecision', precisionOf(answer)) : '',
  ]);
}

function retrievalOf(request: SruRequest) {
  const { parameters, version } = request;
  const query = parameters.get('query');
  const queryType = parameters.get('queryType') ?? 'cql';
  if (queryType !== 'cql') throw invalidValue('queryType', 'cql');
  if (query === undefined || query === '') throw missingParameter('query');
  checkQueryLength(query);
  const { query: parsed } = parseCql(query);
  // Version 1.2 has moved the order into the query.
  const sort = version === '1.2' ? [] : parseSortKeys(parameters.get('sortKeys') ?? '');
  return {
    query,
    xcql: parsed && printXcql(parsed),
    sort,
    isSortedTwice: sort.length > 0 && (parsed?.sort.length ?? 0) > 0,
    start: numberOf(parameters, 'startRecord', 1, 1),
    size: Math.min(numberOf(parameters, 'maximumRecords', 0, LIMITS.defaultSize), LIMITS.size),
    schema: recordSchema(parameters.get('recordSchema')),
    escaping: escapingOf(request),
  };
}

/** Returns as many records of a page as fit into a response. */
function recordsOf(version: Version, { start, schema }: Retrieval, { records }: Found, source: SruSource): SruRecord[] {
  const written: SruRecord[] = [];
  let length = 0;
  for (const [i, record] of records.entries()) {
    const one = oneRecord(version, record, start + i, schema, source);
    length += one.data.length;
    if (length > MAX_RECORDS_LENGTH && written.length > 0) break;
    written.push(one);
  }
  return written;
}

function oneRecord(
  version: Version,
  record: SearchRecord | null,
  position: number,
  schema: RecordSchema,
  { origin, crawl }: SruSource,
): SruRecord {
  if (record === null) return surrogateRecord(version, ended, position);
  const data = schema.write(record, origin, crawl);
  if (data.length > MAX_RECORDS_LENGTH) return surrogateRecord(version, tooLarge, position);
  return { schema: schema.identifier, data, id: record.id, position };
}

const ended: Diagnostic = {
  number: SRU_DIAGNOSTIC.recordUnavailable,
  message: 'the publisher has set an end to the availability of this page',
};

const tooLarge: Diagnostic = {
  number: SRU_DIAGNOSTIC.recordTooLarge,
  message: `the record has more than ${MAX_RECORDS_LENGTH} characters in this schema`,
  details: `${MAX_RECORDS_LENGTH}`,
};

const outside = (total: number): Diagnostic => ({
  number: SRU_DIAGNOSTIC.firstRecord,
  message: `startRecord: must be at most ${Math.min(total, MAX_REACHED_RECORDS)}`,
});

const partial = (pattern: string): Diagnostic => ({
  number: SRU_DIAGNOSTIC.partialResults,
  message: `${pattern.slice(0, 100)} stands for more words than are searched for, so some records are missing`,
});

const sortedTwice: Diagnostic = {
  number: SRU_DIAGNOSTIC.sortInBoth,
  message: 'the query has a sort clause, so sortKeys is ignored',
};

const precisionOf = ({ limited }: Found): string =>
  `info:srw/vocabulary/resultCountPrecision/1/${limited.length > 0 ? 'minimum' : 'exact'}`;

function echo({ version, parameters }: SruRequest, { query, xcql, schema, escaping, start, size }: Retrieval): string {
  const isSecond = version === '2.0';
  return echoXml('echoedSearchRetrieveRequest', [
    ['version', version],
    ['queryType', isSecond ? 'cql' : undefined],
    ['query', query],
    { xml: xcql === undefined ? '' : `<xQuery>${withNamespace(xcql, namespacesOf(version).xcql)}</xQuery>` },
    ['startRecord', `${start}`],
    ['maximumRecords', `${size}`],
    [isSecond ? 'recordXMLEscaping' : 'recordPacking', escaping],
    ['recordPacking', isSecond ? 'packed' : undefined],
    ['recordSchema', schema.identifier],
    ['sortKeys', version === '1.2' ? undefined : parameters.get('sortKeys')],
  ]);
}

const withNamespace = (xml: string, namespace: string): string => xml.replace('>', ` xmlns="${namespace}">`);
