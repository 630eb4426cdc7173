import * as z from 'zod';
import type { ParameterSchemas } from '../api/parse-parameters.ts';
import { LIMITS } from '../api/search-query.ts';
import { RECORD_SCHEMAS } from './record-schemas.ts';

const text = (description: string) => z.string().optional().meta({ description });

/** Parameters of SRU, as `/openapi.json` describes them. Values that are not valid get diagnostics, so the schemas allow any text. */
export const SRU_PARAMETERS: ParameterSchemas = {
  version: text('1.1, 1.2 or 2.0. Default: 2.0, or 1.2 for a request with operation.'),
  operation: text('explain, searchRetrieve or scan. Version 2.0 has no such parameter.'),
  query: text(`A query in CQL, of at most ${LIMITS.queryLength} characters.`),
  startRecord: text('Position of the first record, from 1. Default: 1.'),
  maximumRecords: text(`Number of records, at most ${LIMITS.size}. Default: ${LIMITS.defaultSize}.`),
  recordSchema: text(
    `Format of the records: ${RECORD_SCHEMAS.map(({ name }) => name).join(', ')}, or the identifier of one. Default: ${RECORD_SCHEMAS[0]!.name}.`,
  ),
  recordPacking: text('xml (default) or string: how the XML of a record is sent in versions 1.1 and 1.2.'),
  recordXMLEscaping: text('The same in version 2.0.'),
  sortKeys: text('Order of the records in versions 1.1 and 2.0, unless the query has a sort clause.'),
  scanClause: text('Index, relation and term from which on the values of the index are listed.'),
  responsePosition: text('Position of that term in the list. Default: 1.'),
  maximumTerms: text('Number of terms, at most 100. Default: 20.'),
  httpAccept: text('Media type of the response in version 2.0. Default: the header Accept decides.'),
};
