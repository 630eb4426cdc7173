import * as z from 'zod';
import { SORTS } from '../../../shared/search/sort.ts';
import { ADVANCED_PARAMETERS } from '../../advanced/advanced-route.ts';
import type { FormatName } from '../../formats/formats.ts';
import { OAI_PARAMETERS } from '../../oai/parameters.ts';
import { SRU_PARAMETERS } from '../../sru/parameters.ts';
import { VERSIONS_FORMATS, VERSIONS_PARAMETERS } from '../../versions/versions-route.ts';
import { BROWSE_FORMATS, BROWSE_PARAMETERS } from '../browse-route.ts';
import { CHANGES_FORMATS, CHANGES_PARAMETERS } from '../changes-route.ts';
import { EXPLAIN_FORMATS, EXPLAIN_PARAMETERS } from '../explain-route.ts';
import { wholeNumber } from '../parse-parameters.ts';
import { RECORD_FORMATS } from '../record-route.ts';
import {
  COLLECTION_FORMATS,
  CRAWL_FORMATS,
  FACETS_FORMATS,
  FEED_FORMATS,
  FEED_SIZE,
  HELP_FORMATS,
  SEARCH_FORMATS,
} from '../search-formats.ts';
import { LIMITS, SEARCH_PARAMETERS } from '../search-query.ts';
import { SUGGEST_PARAMETERS, SUGGESTIONS_TYPE } from '../suggest-route.ts';
import { ANNOTATION_OPERATIONS } from './annotation-operations.ts';
import { CRAWL_OPERATIONS } from './crawl-operations.ts';
import { CRAWL_PARAMETER, contentOf, MISSING_CRAWL, type Operation, PAGE } from './operation.ts';

const id = {
  id: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .describe('Id of a record.'),
};

const formatOf = (formats: readonly [FormatName, ...FormatName[]]) => ({
  format: z.enum(formats).optional().describe('Format of the answer. Default: the header Accept decides.'),
});

const SRU_CONTENT = { 'text/xml': undefined, 'application/sru+xml': undefined, 'application/xml': undefined };

const FEED_DEFAULTS = {
  size: wholeNumber(1, LIMITS.size, FEED_SIZE).meta({ description: 'Number of entries.' }),
  sort: SEARCH_PARAMETERS.sort.meta({
    description: 'Order of the entries. Default: the pages that were fetched last come first.',
    enum: SORTS,
    default: '-fetched',
  }),
};

const { from: _, size: __, sort: ___, collapse: ____, snippetLength: _____, ...FACETS_PARAMETERS } = SEARCH_PARAMETERS;

/** Requests of the app, in the order of the document. */
export const OPERATIONS: readonly Operation[] = [
  {
    path: '/search',
    id: 'search',
    summary: 'Searches the pages of a crawl.',
    parameters: { ...SEARCH_PARAMETERS, ...formatOf(SEARCH_FORMATS) },
    content: contentOf(SEARCH_FORMATS, 'SearchAnswer'),
    problems: ['invalid-parameters', ...MISSING_CRAWL, 'not-acceptable', 'search-unavailable', 'search-timeout'],
  },
  {
    path: '/advanced',
    id: 'showAdvancedForm',
    summary:
      'Shows the advanced form. With words1 it redirects to the search that the rows describe, with the filters of /search.',
    parameters: { ...ADVANCED_PARAMETERS, ...CRAWL_PARAMETER },
    content: PAGE,
    problems: ['invalid-parameters', ...MISSING_CRAWL],
  },
  {
    path: '/feed',
    id: 'feed',
    summary: 'Any search as a feed: the pages that were fetched last come first, 50 unless size says otherwise.',
    parameters: { ...SEARCH_PARAMETERS, ...FEED_DEFAULTS, ...formatOf(FEED_FORMATS) },
    content: contentOf(FEED_FORMATS),
    problems: ['invalid-parameters', ...MISSING_CRAWL, 'not-acceptable', 'search-unavailable', 'search-timeout'],
  },
  {
    path: '/facets',
    id: 'countFacets',
    summary:
      'Counts the values of all hits of a search: classes, hosts, types, languages, years, genres and mapped fields.',
    parameters: { ...FACETS_PARAMETERS, ...formatOf(FACETS_FORMATS) },
    content: contentOf(FACETS_FORMATS, 'Facets'),
    problems: ['invalid-parameters', ...MISSING_CRAWL, 'not-acceptable', 'search-unavailable', 'search-timeout'],
  },
  {
    path: '/changes',
    id: 'listChanges',
    summary: 'Lists the records that are new, have changed or were removed since an earlier answer, to keep a copy.',
    parameters: { ...CHANGES_PARAMETERS, ...CRAWL_PARAMETER, ...formatOf(CHANGES_FORMATS) },
    content: contentOf(CHANGES_FORMATS, 'Changes'),
    problems: [
      'invalid-parameters',
      ...MISSING_CRAWL,
      'changes-expired',
      'not-acceptable',
      'search-unavailable',
      'search-timeout',
    ],
  },
  {
    path: '/browse',
    id: 'browse',
    summary: 'Lists the classes of a crawl, or those below one, with the numbers of their pages.',
    parameters: { ...BROWSE_PARAMETERS, ...CRAWL_PARAMETER, ...formatOf(BROWSE_FORMATS) },
    content: contentOf(BROWSE_FORMATS, 'Classes'),
    problems: ['invalid-parameters', ...MISSING_CRAWL, 'not-acceptable', 'search-unavailable', 'search-timeout'],
  },
  {
    path: '/collection',
    id: 'getCollection',
    summary:
      'Returns what a crawl has collected: the number of records, their values by facet, and when they were fetched.',
    parameters: { ...CRAWL_PARAMETER, ...formatOf(COLLECTION_FORMATS) },
    content: contentOf(COLLECTION_FORMATS, 'Collection'),
    problems: [...MISSING_CRAWL, 'not-acceptable', 'search-unavailable', 'search-timeout'],
  },
  {
    path: '/explain',
    id: 'explainUrl',
    summary: 'Explains what happened to a URL in a crawl, one step per decision.',
    parameters: { ...EXPLAIN_PARAMETERS, ...CRAWL_PARAMETER, ...formatOf(EXPLAIN_FORMATS) },
    content: contentOf(EXPLAIN_FORMATS, 'Explanation'),
    problems: ['invalid-parameters', ...MISSING_CRAWL, 'not-acceptable', 'search-unavailable', 'search-timeout'],
  },
  {
    path: '/record/{id}',
    id: 'getRecord',
    summary: 'Returns a record with all its metadata, URLs and text.',
    parameters: { ...id, ...CRAWL_PARAMETER, ...formatOf(RECORD_FORMATS) },
    content: contentOf(RECORD_FORMATS, 'Record'),
    problems: ['no-such-record', ...MISSING_CRAWL, 'not-acceptable', 'search-unavailable', 'search-timeout'],
  },
  ...ANNOTATION_OPERATIONS,
  ...CRAWL_OPERATIONS,
  {
    path: '/record/{id}/versions',
    id: 'getVersions',
    summary: 'Lists the stored captures of the URLs of a record, newest first, and compares the texts of two of them.',
    parameters: { ...id, ...CRAWL_PARAMETER, ...VERSIONS_PARAMETERS, ...formatOf(VERSIONS_FORMATS) },
    content: contentOf(VERSIONS_FORMATS),
    problems: [
      'invalid-parameters',
      'no-such-record',
      'no-such-version',
      'no-cached-copy',
      ...MISSING_CRAWL,
      'not-acceptable',
    ],
  },
  {
    path: '/cached/{id}',
    id: 'getCachedCopy',
    summary: 'Shows the archived copy of a page in a frame, with the time of its fetch.',
    parameters: { ...id, ...CRAWL_PARAMETER },
    content: PAGE,
    problems: ['no-such-record', ...MISSING_CRAWL, 'no-cached-copy'],
  },
  {
    path: '/cached/{id}/page',
    id: 'getCachedPage',
    summary: 'Returns the archived copy itself, sanitised.',
    parameters: { ...id, ...CRAWL_PARAMETER },
    content: PAGE,
    problems: ['no-such-record', ...MISSING_CRAWL, 'no-cached-copy'],
  },
  {
    path: '/cached/{id}/file',
    id: 'getOriginalFile',
    summary:
      'Returns the document of a record as the server sent it, unpacked, to be saved. Pages, XML and files that are too large or cut off lead to the cached copy (303).',
    parameters: { ...id, ...CRAWL_PARAMETER },
    content: { '*/*': undefined },
    problems: ['no-such-record', ...MISSING_CRAWL, 'no-cached-copy'],
  },
  {
    path: '/suggest',
    id: 'suggest',
    summary: 'Completes the last word of a query (OpenSearch Suggestions 1.0).',
    parameters: { ...SUGGEST_PARAMETERS, ...CRAWL_PARAMETER },
    content: { [SUGGESTIONS_TYPE]: 'Suggestions' },
    problems: ['invalid-parameters', ...MISSING_CRAWL, 'search-unavailable', 'search-timeout'],
  },
  {
    path: '/sru',
    id: 'sru',
    summary: 'SRU 1.1, 1.2 and 2.0 (explain, searchRetrieve, scan). Faults of a request are SRU diagnostics.',
    parameters: { ...SRU_PARAMETERS, ...CRAWL_PARAMETER },
    content: SRU_CONTENT,
    problems: [],
  },
  {
    path: '/sru/{crawl}',
    id: 'sruOfCrawl',
    summary: 'The same for one crawl.',
    parameters: { crawl: z.string().describe('Name of a crawl.'), ...SRU_PARAMETERS },
    content: SRU_CONTENT,
    problems: [],
  },
  {
    path: '/sqi',
    id: 'describeSqi',
    summary: 'Describes the SOAP service of SQI (WSDL 1.1). Its calls are POST requests.',
    parameters: CRAWL_PARAMETER,
    content: { 'text/xml': undefined },
    problems: ['no-such-crawl'],
  },
  {
    path: '/sqi/{crawl}',
    id: 'describeSqiOfCrawl',
    summary: 'The same for one crawl.',
    parameters: { crawl: z.string().describe('Name of a crawl.') },
    content: { 'text/xml': undefined },
    problems: ['no-such-crawl'],
  },
  {
    path: '/oai',
    id: 'oai',
    summary: 'OAI-PMH 2.0 over all crawls. Faults of a request are errors of that protocol.',
    parameters: OAI_PARAMETERS,
    content: { 'text/xml': undefined },
    problems: ['search-unavailable', 'search-timeout'],
  },
  {
    path: '/crawl',
    id: 'getCrawl',
    summary: 'Returns the status of a crawl.',
    parameters: { ...CRAWL_PARAMETER, ...formatOf(CRAWL_FORMATS) },
    content: contentOf(CRAWL_FORMATS, 'CrawlStatus'),
    problems: [...MISSING_CRAWL, 'not-acceptable'],
  },
  {
    path: '/metrics',
    id: 'getMetrics',
    summary: 'Returns the counts of all crawls in the text format of Prometheus.',
    parameters: {},
    content: { 'text/plain': undefined },
    problems: [],
  },
  { path: '/', id: 'home', summary: 'Shows the search box.', parameters: CRAWL_PARAMETER, content: PAGE, problems: [] },
  {
    path: '/help',
    id: 'help',
    summary: 'Explains queries.',
    parameters: { ...CRAWL_PARAMETER, ...formatOf(HELP_FORMATS) },
    content: contentOf(HELP_FORMATS),
    problems: ['not-acceptable'],
  },
  {
    path: '/opensearch.xml',
    id: 'describeSearch',
    summary: 'Describes the search of a crawl (OpenSearch 1.1).',
    parameters: CRAWL_PARAMETER,
    content: { 'application/opensearchdescription+xml': undefined },
    problems: MISSING_CRAWL,
  },
  {
    path: '/openapi.json',
    id: 'describeApi',
    summary: 'Returns this document.',
    parameters: {},
    content: { 'application/json': undefined },
    problems: [],
  },
];
