import type { RecordsSyntax } from '../../shared/search/search-records.ts';
import { sqiFault } from './sqi-fault.ts';

/** Names of PLQL, whose levels are parsed alike: a query of a lower level is one of a higher level, too. */
const PLQL = /^(?:plql(?:[-/]?l?[0-2])?|http:\/\/www\.prolearn-project\.org\/plql\/l?[0-2]\/?)$/i;
const CQL = /^cql$/i;

/** Returns the syntax of a query language. @throws SoapFault if it is not served */
export function queryLanguage(name: string): RecordsSyntax {
  if (PLQL.test(name)) return 'plql';
  if (CQL.test(name)) return 'cql';
  throw sqiFault(
    'QUERY_LANGUAGE_NOT_SUPPORTED',
    'queryLanguageID must be plql, plql0, plql1, plql2, http://www.prolearn-project.org/PLQL/l0 to l2, or cql',
  );
}

/** Name of the language, in results. */
export const LANGUAGE_NAMES: Readonly<Record<RecordsSyntax, string>> = {
  plql: 'http://www.prolearn-project.org/PLQL/l2',
  cql: 'cql',
};
