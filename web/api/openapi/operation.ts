/** What operations of `/openapi.json` have in common. */
import { FORMATS, type FormatName } from '../../formats/formats.ts';
import type { ParameterSchemas } from '../parse-parameters.ts';
import type { ProblemType } from '../problem.ts';
import { SEARCH_PARAMETERS } from '../search-query.ts';

/** Names of the schemas of JSON answers, in `components`. */
export type SchemaName =
  | 'SearchAnswer'
  | 'Record'
  | 'CrawlStatus'
  | 'Facets'
  | 'Changes'
  | 'Classes'
  | 'Collection'
  | 'Explanation'
  | 'Suggestions'
  | 'Annotation'
  | 'Annotations'
  | 'NewAnnotation'
  | 'AnnotationText'
  | 'AddedDocument'
  | 'ManagedCrawl'
  | 'ManagedCrawls'
  | 'NewCrawl'
  | 'CrawlState'
  | 'NewSeeds'
  | 'SeededCrawl'
  | 'Recrawl'
  | 'Recrawled';

/** A request, as `/openapi.json` describes it. */
export type Operation = {
  path: string;
  /** Default: GET. */
  method?: 'post' | 'put' | 'delete';
  /** The token that the request needs. Default: `token`, that of a person, for requests that write; none for others. */
  token?: 'token' | 'adminToken';
  /** Schema of the body, as JSON, or `file`: the bytes of a document. Only for requests that write. */
  body?: SchemaName | 'file';
  /** Meanings of the statuses of a request that writes and succeeds. Default: those of something that is added, changed or deleted. */
  written?: Readonly<Record<number, string>>;
  id: string;
  summary: string;
  parameters: ParameterSchemas;
  /** Media types of the answer; JSON has the name of its schema. */
  content: Readonly<Record<string, SchemaName | undefined>>;
  problems: readonly ProblemType[];
};

/** The parameter that nearly all operations have. */
export const CRAWL_PARAMETER = { crawl: SEARCH_PARAMETERS.crawl };

/** Returns the media types of an answer in these formats. @param schema that of the answer in JSON */
export const contentOf = (formats: readonly FormatName[], schema?: SchemaName): Operation['content'] =>
  Object.fromEntries(formats.map((name) => [FORMATS[name].types[0], name === 'json' ? schema : undefined]));

/** Problems of a request for a crawl that does not exist, or when there is none. */
export const MISSING_CRAWL = ['no-such-crawl', 'nothing-crawled'] as const;
/** The content of an answer that is only a page. */
export const PAGE = contentOf(['html']);
