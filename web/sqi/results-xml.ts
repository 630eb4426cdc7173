import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { ignoredPart } from '../../shared/query/ignored-part.ts';
import type { RecordsAnswer } from '../../shared/search/search-records.ts';
import { catalogueRecord } from '../formats/catalogue-record.ts';
import { DC_NAMESPACE, dublinCoreElements, OAI_DC_NAMESPACE } from '../formats/dublin-core.ts';
import { lomRecord } from '../formats/lom.ts';
import { element, xmlDocument, xmlText } from '../formats/xml.ts';
import { PLRF, type ResultsFormat } from './results-format.ts';

/** Name of the ranking: the best records by BM25, ranked anew by proximity, quality and other parts (docs/search-page.md). */
const RANKING = 'urn:thresher:ranking:1';

/** Maximum length of the records of a response, in UTF-16 units. The client asks for the rest. */
const MAX_RECORDS_LENGTH = 2_000_000;

/** Results of a query. `start`: position of the first record, from 1. `count`: the number of results that the query returns. */
export type Results = {
  found: Extract<RecordsAnswer, { total: number }>;
  start: number;
  count: number;
  language: string;
};

/** Writes results in the ProLearn Results Format, whose levels each add to the one before. */
export function resultsXml({ level, metadata }: ResultsFormat, { found, start, count, language }: Results): string {
  const notices = [
    ...found.ignored.map(ignoredPart),
    ...found.limited.map(
      (pattern) => `${pattern}: stands for more words than are searched for, so results are missing`,
    ),
  ];
  return xmlDocument([
    `<Results xmlns="${PLRF}">`,
    '<ResultInfo>',
    element('ResultLevel', `${PLRF}${level}`),
    element('QueryMethod', language),
    element('Cardinality', count),
    level === 3 ? element('RankingMethod', RANKING) : '',
    ...notices.map((notice) => element('Notice', notice)),
    '</ResultInfo>',
    ...(level === 0 ? [] : recordsXml({ level, metadata }, found, start)),
    '</Results>',
  ]);
}

/** Writes as many records as fit. One that may no longer be shown is left out, and its position with it. */
function recordsXml(
  { level, metadata }: ResultsFormat,
  { records, scores }: Results['found'],
  start: number,
): string[] {
  const written: string[] = [];
  let length = 0;
  for (const [i, record] of records.entries()) {
    if (record === null) continue;
    const score = level === 3 ? ` rankingValue="${Number(scores[i]!.toFixed(4))}"` : '';
    const xml = `<Record position="${start + i}"${score}>${recordParts(record, level, metadata)}</Record>`;
    length += xml.length;
    if (length > MAX_RECORDS_LENGTH && written.length > 0) break;
    written.push(xml);
  }
  return written;
}

function recordParts(record: SearchRecord, level: number, metadata: ResultsFormat['metadata']): string {
  const address = `<Identifier>${xmlText(record.id)}</Identifier><Location>${xmlText(record.url)}</Location>`;
  if (level < 2) return address;
  const known = catalogueRecord(record);
  const xml =
    metadata === 'lom'
      ? lomRecord(known)
      : `<oai_dc:dc xmlns:oai_dc="${OAI_DC_NAMESPACE}" xmlns:dc="${DC_NAMESPACE}">${dublinCoreElements(known)}</oai_dc:dc>`;
  return `${address}${element('Retrieved', known.fetchedAt)}<Metadata>${xml}</Metadata>`;
}
