/**
 * Asynchronous queries: the server calls the source of a query, and hands it the results. The operator of the server names the origins that
 * it may call. Otherwise every visitor could make it send megabytes to others for a request of some hundred bytes.
 */
import { listenerXml } from './soap-response.ts';
import { type SoapFault, sqiFault } from './sqi-fault.ts';

/** The sources that may get results. */
export type SqiSources = {
  /** Scheme, host and port of each, such as `https://portal.example`. */
  origins: readonly string[];
  /** Sends a message of SOAP 1.1. @throws if the source does not accept it */
  post(url: string, message: string): Promise<void>;
};

/** Maximum number of results that are being sent. */
const MAX_DELIVERIES = 16;

/** Calls that have not ended, for each server. */
const running = new WeakMap<SqiSources, number>();

export const notAsynchronous = (): SoapFault =>
  sqiFault('METHOD_NOT_SUPPORTED', 'this server does not send results; use synchronousQuery');

/** Returns the URL of a source. @throws SoapFault if it may not get results */
export function sourceLocation(text: string, sources: SqiSources | undefined): string {
  if (!sources) throw notAsynchronous();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url && url.username === '' && url.password === '' && sources.origins.includes(url.origin);
  if (isAllowed) return url.href;
  throw sqiFault('METHOD_NOT_SUPPORTED', 'sourceLocation must be a URL of a source that this server sends results to');
}

/** Begins to send results. @throws SoapFault if too many others are being sent */
export function deliver(
  sources: SqiSources,
  { url, queryId, results }: { url: string; queryId: string; results: string },
  logError: (error: unknown) => void,
): void {
  const others = running.get(sources) ?? 0;
  if (others >= MAX_DELIVERIES) throw sqiFault('METHOD_FAILURE', 'too many results are being sent; try again later');
  running.set(sources, others + 1);
  void sources
    .post(url, listenerXml(queryId, results))
    .catch(logError)
    .finally(() => running.set(sources, running.get(sources)! - 1));
}
