import * as z from 'zod';
import {
  ManagedCrawlSchema,
  ManagedCrawlsSchema,
  NewCrawlSchema,
  RecrawledSchema,
  SeededCrawlSchema,
} from '../../crawls/crawl-answers.ts';
import { RecrawlBody, SeedsBody, StateBody } from '../../crawls/crawl-bodies.ts';
import { PROBLEM_TYPE, type ProblemType } from '../problem.ts';
import {
  AddedDocumentSchema,
  AnnotationSchema,
  AnnotationsSchema,
  AnnotationTextSchema,
  ChangesSchema,
  ClassesSchema,
  CollectionSchema,
  CrawlStatusSchema,
  ExplanationSchema,
  FacetsSchema,
  NewAnnotationSchema,
  ProblemSchema,
  RecordSchema,
  SearchAnswerSchema,
  SuggestionsSchema,
} from '../schemas.ts';
import type { Operation, SchemaName } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** Version of the API. It only grows, so programs need not compare it. */
const VERSION = '1.0.0';

const SCHEMAS: Record<SchemaName | 'Problem', z.ZodType> = {
  SearchAnswer: SearchAnswerSchema,
  Record: RecordSchema,
  CrawlStatus: CrawlStatusSchema,
  Facets: FacetsSchema,
  Changes: ChangesSchema,
  Classes: ClassesSchema,
  Collection: CollectionSchema,
  Explanation: ExplanationSchema,
  Suggestions: SuggestionsSchema,
  Annotation: AnnotationSchema,
  Annotations: AnnotationsSchema,
  NewAnnotation: NewAnnotationSchema,
  AnnotationText: AnnotationTextSchema,
  AddedDocument: AddedDocumentSchema,
  ManagedCrawl: ManagedCrawlSchema,
  ManagedCrawls: ManagedCrawlsSchema,
  NewCrawl: NewCrawlSchema,
  CrawlState: StateBody,
  NewSeeds: SeedsBody,
  SeededCrawl: SeededCrawlSchema,
  Recrawl: RecrawlBody,
  Recrawled: RecrawledSchema,
  Problem: ProblemSchema,
};

/** Status of each type of problem that operations name, and its meaning. */
const PROBLEMS: Partial<Record<ProblemType, [status: number, meaning: string]>> = {
  'invalid-parameters': [400, 'A parameter is not valid; errors lists each.'],
  'no-such-version': [404, 'No capture of the page has this time.'],
  'changes-expired': [
    410,
    'Removed records are known for 35 days, unless the crawl or its index was made again; after is older.',
  ],
  'no-cached-copy': [403, 'The publisher forbids cached copies.'],
  'no-such-crawl': [404, 'There is no such crawl.'],
  'nothing-crawled': [404, 'Nothing has been crawled yet.'],
  'no-such-record': [404, 'There is no such record.'],
  'not-signed-in': [401, 'The token is missing or wrong.'],
  'read-only': [403, 'The data folder of the server is read-only.'],
  'no-name': [403, 'The claim of the token that names the person is missing, or is no name.'],
  'not-a-contributor': [403, 'The person may not hand in documents.'],
  'no-admin-token': [401, 'The token is missing or wrong.'],
  'crawl-exists': [409, 'A crawl of this name has other settings.'],
  'crawl-stopped': [409, 'The crawl is stopped.'],
  'folder-in-use': [409, 'A crawl writes to the data folder.'],
  'not-kept': [422, 'The crawl does not keep the document.'],
  'not-processed': [500, 'A stage of the crawl could not process the document.'],
  'no-such-annotation': [404, 'There is no such annotation.'],
  'not-your-annotation': [403, 'The annotation is of another person.'],
  'too-many-annotations': [409, 'The page has the maximum number of annotations.'],
  'too-large': [413, 'The body is too large.'],
  'not-acceptable': [406, 'The format is not available.'],
  'cross-site': [403, 'Another website embeds the request, and the server does not allow it.'],
  'method-not-allowed': [405, 'Allow lists the methods.'],
  'wrong-host': [421, 'The server does not answer under this host name.'],
  'internal-error': [500, 'A fault of the server.'],
  'too-many-requests': [429, 'Too many requests; Retry-After says when to ask again.'],
  'search-unavailable': [
    503,
    'The search engine is waking up, or a table of the stack is throttled; Retry-After says when to ask again.',
  ],
  'search-timeout': [503, 'The search exceeded the time limit of the server.'],
};

/** Problems of every operation. */
const COMMON_PROBLEMS: readonly ProblemType[] = [
  'cross-site',
  'method-not-allowed',
  'wrong-host',
  'too-many-requests',
  'internal-error',
];

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

type Offered = {
  hasExplain: boolean;
  hasSqi: boolean;
  hasAnnotations: boolean;
  hasSignIn: boolean;
  hasCrawls: boolean;
};

/**
 * Returns the description of the API (OpenAPI 3.1), from the schemas that also validate its parameters.
 *
 * @param offered.hasExplain whether the server explains URLs
 * @param offered.hasSqi whether the server offers SQI
 * @param offered.hasAnnotations whether the server has annotations
 * @param offered.hasSignIn whether people sign in at this server to annotate pages and to hand in documents
 * @param offered.hasCrawls whether programs manage crawls
 */
export function openApiDocument({ hasExplain, hasSqi, hasAnnotations, hasSignIn, hasCrawls }: Offered) {
  const operations = OPERATIONS.filter(
    ({ path }) =>
      (hasExplain || path !== '/explain') &&
      (hasSqi || !path.startsWith('/sqi')) &&
      (hasAnnotations || !path.startsWith('/annotations')) &&
      (hasCrawls || !path.startsWith('/crawls')) &&
      (hasSignIn || !/^\/(?:documents|sign-in)\b/.test(path)),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Thresher',
      version: VERSION,
      summary: 'Searches the pages that a crawl has collected.',
      description: `${hasAnnotations || hasCrawls ? 'Only requests with a token write.' : 'Every request only reads.'} Errors are problem documents (RFC 9457).`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    // Operations that write name their token.
    security: [],
    paths: pathsOf(operations),
    components: {
      ...((hasAnnotations || hasCrawls) && {
        securitySchemes: {
          ...(hasAnnotations && { token: bearer('Token of a person who may annotate.') }),
          ...(hasCrawls && { adminToken: bearer('Token of those who manage crawls (`--admin-token`).') }),
        },
      }),
      schemas: Object.fromEntries(
        Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchema(schema, 'output')]),
      ),
    },
  };
}

function pathsOf(operations: readonly Operation[]) {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const methodsOf = (same: readonly Operation[]) =>
    Object.fromEntries(same.map((operation) => [operation.method ?? 'get', operationObject(operation)]));
  return Object.fromEntries([...byPath].map(([path, same]) => [path, methodsOf(same)]));
}

function operationObject({
  path,
  method,
  token = method && 'token',
  id,
  summary,
  parameters,
  body,
  content,
  written,
  problems,
}: Operation) {
  const answers = Object.entries(content).map(([type, schema]) => [
    type,
    { schema: schema ? ref(schema) : { type: type === 'application/json' ? 'object' : 'string' } },
  ]);
  return {
    operationId: id,
    summary,
    parameters: Object.entries(parameters).map(([name, schema]) => parameterObject(path, name, schema)),
    ...(body && { requestBody: { required: true, content: bodyContent(body) } }),
    ...(token && { security: [{ [token]: [] }] }),
    responses: {
      ...(method === undefined
        ? {
            200: { description: 'The answer.', content: Object.fromEntries(answers) },
            304: { description: 'The answer has not changed since the ETag in If-None-Match.' },
          }
        : written
          ? responsesOf(written, Object.fromEntries(answers))
          : writtenResponse(method, Object.fromEntries(answers))),
      ...problemResponses([...problems, ...COMMON_PROBLEMS]),
    },
  };
}

/** A file has the media type of its format, so any is allowed. Without a schema a body is bytes. */
const bodyContent = (body: SchemaName | 'file') =>
  body === 'file' ? { '*/*': {} } : { 'application/json': { schema: ref(body) } };

const responsesOf = (written: Readonly<Record<number, string>>, content: object) =>
  Object.fromEntries(Object.entries(written).map(([status, description]) => [status, { description, content }]));

function writtenResponse(method: 'post' | 'put' | 'delete', content: object) {
  if (method === 'delete') return { 204: { description: 'It is deleted.' } };
  return method === 'post'
    ? { 201: { description: 'It is added; Location is its address.', content } }
    : { 200: { description: 'It is changed.', content } };
}

function parameterObject(path: string, name: string, schema: z.ZodType) {
  const { description, examples, ...rest } = jsonSchema(schema, 'input');
  // What an absent parameter means: its value after validation, or what the route takes instead.
  const preset = schema.safeParse(undefined).data ?? schema.meta()?.['default'];
  const isInPath = path.includes(`{${name}}`);
  return {
    name,
    in: isInPath ? 'path' : 'query',
    ...(isInPath && { required: true }),
    ...(description !== undefined && { description }),
    schema: { ...rest, ...(preset !== undefined && { default: preset }), ...(examples && { examples }) },
  };
}

function problemResponses(types: readonly ProblemType[]) {
  const byStatus = new Map<number, string[]>();
  for (const type of types) {
    const [status, meaning] = PROBLEMS[type]!;
    byStatus.set(status, [...(byStatus.get(status) ?? []), meaning]);
  }
  const content = { [PROBLEM_TYPE]: { schema: ref('Problem') } };
  return Object.fromEntries(
    [...byStatus].map(([status, meanings]) => [status, { description: meanings.join(' '), content }]),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
