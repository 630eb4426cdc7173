/**
 * SRU (Search/Retrieve via URL) 1.1, 1.2 and 2.0: https://www.loc.gov/standards/sru/ and the OASIS standard searchRetrieve 1.0. Every
 * fault of a request is a diagnostic in a response of status 200, as the standard says.
 */
import type { Context } from 'hono';
import type { WebPorts } from '../ports.ts';
import { requestParameters } from '../request-parameters.ts';
import { originOf } from '../site.ts';
import { type Diagnostic, SRU_DIAGNOSTIC, SruError } from './diagnostics.ts';
import { explain, explainRecord } from './explain.ts';
import { contentType } from './media-type.ts';
import { scan } from './scan.ts';
import { searchRetrieve } from './search-retrieve.ts';
import { type Operation, readRequest, responseVersion, type SruRequest } from './sru-request.ts';
import { diagnosticsXml, responseXml } from './sru-xml.ts';
import type { Version } from './versions.ts';

/** Ports with a search for records. */
export type SruPorts = WebPorts & Required<Pick<WebPorts, 'searchRecords'>>;

/** Answers `/sru` and `/sru/CRAWL`. */
export async function sruRoute(c: Context, ports: SruPorts): Promise<Response> {
  const parameters = firstValues(await requestParameters(c));
  const version = responseVersion(parameters);
  const type = contentType(c, version, parameters.get('httpAccept'));
  if (typeof type === 'object') return type;
  c.header('x-robots-tag', 'noindex');
  const body = await answer(c, ports, parameters, version);
  return c.body(body, 200, { 'content-type': `${type}; charset=utf-8` });
}

/** Returns the first value of each parameter. Empty ones count as absent, but an empty query or scan clause still names the operation. */
function firstValues(parameters: URLSearchParams): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of parameters) if (value.trim() !== '' && !values.has(name)) values.set(name, value.trim());
  if (values.has('query') || values.has('scanClause')) return values;
  const named = ['query', 'scanClause'].find((name) => parameters.has(name));
  return named === undefined ? values : values.set(named, '');
}

async function answer(
  c: Context,
  ports: SruPorts,
  parameters: ReadonlyMap<string, string>,
  version: Version,
): Promise<string> {
  let operation: Operation = 'explain';
  try {
    operation = guessOperation(parameters);
    const request = readRequest(parameters);
    operation = request.operation;
    return await answerRequest(c, ports, request);
  } catch (error) {
    const diagnostic = diagnosticOf(error, c, ports);
    const description = operation === 'explain' ? await describe(c, ports, parameters, version) : '';
    return failure(version, operation, diagnostic, description);
  }
}

/** The response to a wrong request is that of the operation which it probably means. */
function guessOperation(parameters: ReadonlyMap<string, string>): Operation {
  const given = parameters.get('operation');
  if (given === 'scan' || (given === undefined && parameters.has('scanClause'))) return 'scan';
  return given === 'searchRetrieve' || parameters.has('query') ? 'searchRetrieve' : 'explain';
}

async function answerRequest(c: Context, ports: SruPorts, request: SruRequest): Promise<string> {
  const crawl = await crawlOf(c, ports, request.parameters.get('crawl'));
  const origin = originOf(c);
  if (request.operation === 'searchRetrieve')
    return searchRetrieve(request, { crawl, origin, searchRecords: ports.searchRecords });
  if (request.operation === 'scan') return scan(request, { ...ports, crawl });
  const { total } = await ports.search({ crawl, q: '', size: 1 });
  return explain(request, { crawl, origin, path: pathOf(c), records: total });
}

const pathOf = (c: Context): string => c.req.path.slice(1);

/** Returns the record of a wrong request for the description; an empty text if there is no crawl to describe. */
async function describe(
  c: Context,
  ports: SruPorts,
  parameters: ReadonlyMap<string, string>,
  version: Version,
): Promise<string> {
  try {
    const crawl = await crawlOf(c, ports, parameters.get('crawl'));
    return explainRecord(version, 'xml', { crawl, origin: originOf(c), path: pathOf(c) });
  } catch {
    // The diagnostic tells what is wrong.
    return '';
  }
}

/** Each crawl is a database. The path or a parameter names it. @throws SruError if there is none of that name */
async function crawlOf(c: Context, ports: Pick<WebPorts, 'crawls'>, parameter: string | undefined): Promise<string> {
  const named = c.req.param('crawl') ?? parameter;
  const crawls = await ports.crawls();
  const crawl = named === undefined ? crawls[0] : crawls.find((one) => one === named);
  if (crawl !== undefined) return crawl;
  throw new SruError({
    number: SRU_DIAGNOSTIC.database,
    message: named === undefined ? 'nothing has been crawled yet' : 'there is no crawl of this name',
    ...(named !== undefined && { details: named.slice(0, 100) }),
  });
}

/** Returns the diagnostic of an error. Clients do not see the messages of faults. */
function diagnosticOf(error: unknown, c: Context, ports: WebPorts): Diagnostic {
  if (error instanceof SruError) return error.diagnostic;
  ports.logError?.(error, c.req.path);
  if (ports.isSearchUnavailable?.(error))
    return { number: SRU_DIAGNOSTIC.unavailable, message: 'the search engine is waking up; ask again in ten seconds' };
  if (ports.isSearchTimeout?.(error))
    return { number: SRU_DIAGNOSTIC.unavailable, message: 'the search took too long; use fewer words or patterns' };
  return { number: SRU_DIAGNOSTIC.systemError, message: 'the request could not be completed' };
}

function failure(version: Version, operation: Operation, diagnostic: Diagnostic, description: string): string {
  const count = operation === 'searchRetrieve' ? '<numberOfRecords>0</numberOfRecords>' : '';
  return responseXml(version, `${operation}Response`, [count, description, diagnosticsXml(version, [diagnostic])]);
}
