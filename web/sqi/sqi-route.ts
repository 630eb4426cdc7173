/**
 * The Simple Query Interface (CEN CWA 15454:2005) as a SOAP service. POST takes calls; GET returns the WSDL. Every fault of a call is a
 * SOAP fault.
 */
import type { Context } from 'hono';
import { noSuchCrawl } from '../api/problem.ts';
import type { WebPorts } from '../ports.ts';
import { respondWithProblem } from '../respond.ts';
import { originOf } from '../site.ts';
import { SQI_OPERATIONS } from './operations.ts';
import type { SqiSessions } from './sessions.ts';
import { readSoapRequest, type SoapVersion } from './soap-request.ts';
import { faultStatus, faultXml, responseXml, SOAP_TYPES } from './soap-response.ts';
import { SoapFault, sqiFault } from './sqi-fault.ts';
import { wsdl } from './wsdl.ts';

/** Ports with sessions and a search for records. */
export type SqiPorts = WebPorts & Required<Pick<WebPorts, 'searchRecords'>> & { sqiSessions: SqiSessions };

/** Answers `/sqi` and `/sqi/CRAWL`. */
export async function sqiRoute(c: Context, ports: SqiPorts): Promise<Response> {
  c.header('x-robots-tag', 'noindex');
  return c.req.method === 'POST' ? answerCall(c, ports) : describeService(c, ports);
}

async function describeService(c: Context, ports: SqiPorts): Promise<Response> {
  const named = crawlName(c);
  if (named !== undefined && !(await ports.crawls()).includes(named))
    return respondWithProblem(c, noSuchCrawl([named.slice(0, 100)]));
  const { pathname } = new URL(c.req.url);
  const parameter = c.req.query('crawl');
  const address = `${originOf(c)}${pathname}${parameter ? `?${new URLSearchParams({ crawl: parameter })}` : ''}`;
  return c.body(wsdl(address), 200, { 'content-type': 'text/xml; charset=utf-8' });
}

/** Name of the crawl in the path or in a parameter. */
const crawlName = (c: Context): string | undefined => c.req.param('crawl') ?? (c.req.query('crawl') || undefined);

async function answerCall(c: Context, ports: SqiPorts): Promise<Response> {
  const type = /^[^;\s]*/.exec(c.req.header('content-type') ?? '')![0].toLowerCase();
  const byType = (Object.keys(SOAP_TYPES) as SoapVersion[]).find((version) => SOAP_TYPES[version] === type);
  // Forms of other websites cannot send these types.
  if (!byType) return c.text(`content-type: must be one of ${Object.values(SOAP_TYPES).join(', ')}\n`, 415);
  let version = byType;
  const send = (body: string, status: 200 | 400 | 500) =>
    c.body(body, status, { 'content-type': `${SOAP_TYPES[version]}; charset=utf-8` });
  try {
    const call = readSoapRequest(new Uint8Array(await c.req.arrayBuffer()));
    version = call.version;
    const run = Object.hasOwn(SQI_OPERATIONS, call.operation) ? SQI_OPERATIONS[call.operation]! : undefined;
    if (!run) throw sqiFault('METHOD_NOT_SUPPORTED', `${call.operation.slice(0, 60)} is no operation of this service`);
    const { sqiSessions: sessions, sqiSources: sources, searchRecords } = ports;
    const logError = (error: unknown) => ports.logError?.(error, c.req.path);
    const target = { crawl: await findCrawl(c, ports), sessions, sources, searchRecords, logError };
    const result = await run(call.parameters, target);
    return send(responseXml(version, call.operation, result), 200);
  } catch (error) {
    const fault = faultOf(error, c, ports);
    return send(faultXml(version, fault), faultStatus(version, fault));
  }
}

/** @throws SoapFault if there is no such crawl */
async function findCrawl(c: Context, ports: SqiPorts): Promise<string> {
  const named = crawlName(c);
  const crawls = await ports.crawls();
  const crawl = named === undefined ? crawls[0] : crawls.find((one) => one === named);
  if (crawl !== undefined) return crawl;
  throw sqiFault(
    'METHOD_FAILURE',
    named === undefined ? 'nothing has been crawled yet' : 'there is no crawl of this name',
  );
}

/** Returns the fault of an error. Clients do not see the messages of faults of the server. */
function faultOf(error: unknown, c: Context, ports: WebPorts): SoapFault {
  if (error instanceof SoapFault) return error;
  ports.logError?.(error, c.req.path);
  const why = ports.isSearchTimeout?.(error)
    ? 'the search took too long; use fewer words or patterns'
    : 'the call could not be completed';
  return new SoapFault('Server', `METHOD_FAILURE: ${why}`, 'METHOD_FAILURE');
}
