import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { AdminRequest } from '../../shared/admin/requests.ts';
import type { SearchAnswer, SearchRequest } from '../../shared/search/answer.ts';
import { UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import { requestApi } from './api-url.ts';
import { ServiceError } from './error.ts';
import { parseJson, type ServiceResponse, sendRequest } from './request.ts';
import type { Stack } from './target.ts';

/**
 * Asks the stack to do something; it lets those in who may sign for its API.
 *
 * @throws UsageError for what is wrong with the request, ServiceError when it may not be asked or has a fault.
 */
export async function callAdmin<Request extends AdminRequest>(
  stack: Stack,
  request: Request,
): Promise<AdminAnswer<Request['action']>> {
  const body = JSON.stringify(request);
  const headers = { 'content-type': 'application/json' };
  const ask = (api: string) =>
    sendRequest(stack.aws, 'execute-api', { method: 'POST', url: `${api}admin`, headers, body });
  const answer = await requestApi(stack, ask, isStackMissing);
  const said = parseJson(answer.text) as { error?: unknown } | undefined;
  if (answer.status === 200 && said !== undefined) return said as AdminAnswer<Request['action']>;
  if (answer.status < 500 && typeof said?.error === 'string') throw new UsageError(...said.error.split('\n'));
  throw new ServiceError(adminErrorMessage(stack, answer));
}

/** Of the stack itself every 404 says what is not there. */
function isStackMissing({ status, text }: ServiceResponse): boolean {
  const { error, detail } = (parseJson(text) ?? {}) as { error?: unknown; detail?: unknown };
  return status === 404 && typeof error !== 'string' && typeof detail !== 'string';
}

function adminErrorMessage({ stack, region }: Stack, { status, text }: ServiceResponse): string {
  const { message = '' } = (parseJson(text) ?? {}) as { message?: string };
  const detail = message ? ` (${message})` : '';
  if (/expired/i.test(message)) return `the AWS credentials have expired: sign in again${detail}`;
  if (status === 401 || status === 403)
    return `stack ${stack}: these AWS credentials may not ask it; they need execute-api:Invoke on its POST /admin${detail}`;
  if (status === 404)
    return `stack ${stack}: nothing at its address answers for it; \`thresher deploy\` brings it up to date${detail}`;
  if (status === 429) return `stack ${stack}: too many requests; try again in a moment${detail}`;
  return `stack ${stack} in ${region} answered ${status}${detail}: the log of its function Admin says why`;
}

/**
 * The crawl that is meant: the one named, or the only one of the stack.
 *
 * @throws UsageError when there are none, or several and none is named.
 */
export async function resolveCrawl(stack: Stack, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { crawls } = await callAdmin(stack, { action: 'list' });
  const names = crawls.map(({ crawl }) => crawl);
  if (names.length === 1) return names[0]!;
  if (names.length === 0)
    throw new UsageError(`stack ${stack.stack}: there is no crawl yet (thresher crawl URL… --target aws)`);
  throw new UsageError(`stack ${stack.stack} has several crawls: name one with --name (${names.join(', ')})`);
}

/** A search engine that sleeps when nobody asks takes up to half a minute to wake. */
const SEARCH_WAKE_TIMEOUT_MS = 60_000;

/** Filters by the names that the search page gives them. */
const QUERY_PARAMETERS: Record<string, string> = { language: 'lang' };

/**
 * Searches as everybody may, through the public address; a stack whose search is not for everybody is asked again with
 * `THRESHER_TOKEN` of the environment, or signed.
 */
export async function searchStack(
  stack: Stack,
  request: Omit<SearchRequest, 'crawl'> & { crawl?: string },
  terminal: Terminal,
): Promise<SearchAnswer> {
  const ask = (api: string) => getSearch(stack, `${api}search?${queryString(request)}`, terminal.env['THRESHER_TOKEN']);
  const until = Date.now() + SEARCH_WAKE_TIMEOUT_MS;
  for (;;) {
    const answer = await requestApi(stack, ask, isStackMissing);
    if (answer.status === 200) return JSON.parse(answer.text) as SearchAnswer;
    const waitMs = (answer.retryAfterS ?? 0) * 1_000;
    if (answer.status !== 503 || waitMs === 0 || Date.now() + waitMs > until) throw searchError(stack, answer);
    terminal.err('the search engine is waking up …');
    await sleep(waitMs);
  }
}

/** Blanks as `%20`: a signature is over the address as it stands, and `+` is a blank in forms only. */
function queryString(request: object): string {
  const parameters = Object.entries(request).map(([name, value]): [string, string] => [
    QUERY_PARAMETERS[name] ?? name,
    `${value}`,
  ]);
  return new URLSearchParams(parameters).toString().replaceAll('+', '%20');
}

async function getSearch({ aws }: Stack, url: string, token: string | undefined): Promise<ServiceResponse> {
  const headers = { accept: 'application/json' };
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await sendRequest(aws, undefined, { method: 'GET', url, headers: { ...headers, ...authorization } });
  return answer.status === 403 && !token ? sendRequest(aws, 'execute-api', { method: 'GET', url, headers }) : answer;
}

function searchError({ stack }: Stack, { status, text }: ServiceResponse): Error {
  const { detail, title, message } = (parseJson(text) ?? {}) as Record<string, string | undefined>;
  const said = detail ?? title ?? message;
  if (status === 401) return new ServiceError(`stack ${stack}: its search wants a token; set THRESHER_TOKEN`);
  if (status === 403) return new ServiceError(`stack ${stack}: its search is not open to these AWS credentials`);
  if (status === 404 && !detail)
    return new UsageError(`stack ${stack} has no search (it was deployed with search: none)`);
  if (status < 500 && said) return new UsageError(said);
  return new ServiceError(`stack ${stack}: the search answered ${status}${said ? `: ${said}` : ''}`);
}
