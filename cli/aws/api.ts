import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { AdminRequest } from '../../shared/admin/requests.ts';
import { SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import type { SearchAnswer, SearchRequest } from '../../shared/search/answer.ts';
import { parseJson } from '../../shared/text/parse-json.ts';
import { UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import { requestApi } from './api-url.ts';
import { ServiceError } from './error.ts';
import { type ServiceResponse, sendRequest } from './request.ts';
import { requestBody } from './request-size.ts';
import type { Stack } from './target.ts';

/**
 * Sends a request to the stack's admin API, signed with the user's AWS credentials.
 *
 * @throws UsageError if the request is invalid or too large, ServiceError if it is not permitted or the stack fails
 */
export async function callAdmin<Request extends AdminRequest>(
  stack: Stack,
  request: Request,
): Promise<AdminAnswer<Request['action']>> {
  const body = requestBody(request);
  const headers = { 'content-type': 'application/json' };
  const ask = (api: string) =>
    sendRequest(stack.aws, 'execute-api', { method: 'POST', url: `${api}admin`, headers, body });
  const answer = await requestApi(stack, ask, isStackMissing);
  const result = parseJson(answer.text) as { error?: unknown } | undefined;
  if (answer.status === 200 && result !== undefined) return result as AdminAnswer<Request['action']>;
  if (answer.status < 500 && typeof result?.error === 'string')
    throw new UsageError(...result.error.split('\n'), ...versionAdvice(stack, answer.status, result.error));
  if (answer.status === 503 && typeof result?.error === 'string')
    throw new ServiceError(`stack ${stack.stack}: ${result.error}`);
  throw new ServiceError(adminErrorMessage(stack, answer));
}

/** What a stack says about an action, an argument or a setting that it does not know. */
const UNKNOWN_PART = /: unknown(?:;|$)|Unrecognized keys?:|Invalid discriminator value/m;

/** Requests and settings are valid for this version, so a stack that does not know a part of them is of an earlier one. */
const versionAdvice = ({ stack }: Stack, status: number, error: string): string[] =>
  status === 400 && UNKNOWN_PART.test(error)
    ? [
        `stack ${stack} does not know this part of the request, so an earlier version of Thresher deployed it; update it with \`npx thresher deploy\``,
      ]
    : [];

/** Recognises a 404 that is not from the stack. Every 404 of the stack itself has a message. */
function isStackMissing({ status, text }: ServiceResponse): boolean {
  const { error, detail } = (parseJson(text) ?? {}) as { error?: unknown; detail?: unknown };
  return status === 404 && typeof error !== 'string' && typeof detail !== 'string';
}

function adminErrorMessage({ stack, region }: Stack, { status, text }: ServiceResponse): string {
  const { message = '' } = (parseJson(text) ?? {}) as { message?: string };
  const detail = message ? ` (${message})` : '';
  if (/expired/i.test(message)) return `the AWS credentials have expired: sign in again${detail}`;
  if (status === 401 || status === 403)
    return `stack ${stack}: access denied; the AWS credentials need execute-api:Invoke on its POST /admin${detail}`;
  if (status === 404)
    return `stack ${stack}: its API was not found; update the stack with \`thresher deploy\`${detail}`;
  if (status === 429) return `stack ${stack}: too many requests; try again in a moment${detail}`;
  return `stack ${stack} in ${region} answered ${status}${detail}; see the log of its function Admin`;
}

/**
 * Returns the named crawl, or the only crawl of the stack.
 *
 * @throws UsageError if there is no crawl, or there are several and none is named
 */
export async function resolveCrawl(stack: Stack, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { crawls } = await callAdmin(stack, { action: 'list' });
  const names = crawls.map(({ crawl }) => crawl);
  if (names.length === 1) return names[0]!;
  if (names.length === 0)
    throw new UsageError(`stack ${stack.stack}: no crawl yet; start one with: npx thresher crawl URL --target aws`);
  throw new UsageError(`stack ${stack.stack} has several crawls; select one with --name (${names.join(', ')})`);
}

/** How long to wait for a serverless search engine to wake. It takes up to 30 s. */
const SEARCH_WAKE_TIMEOUT_MS = 60_000;

/** Names of filters → parameters of `/search`. */
const QUERY_PARAMETERS = new Map<string, string>(SEARCH_FILTERS.map(({ name, parameter }) => [name, parameter]));

/**
 * Searches through the stack's public URL. If the search is not public, retries with `THRESHER_TOKEN` from the
 * environment, or with a signed request.
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
    await stack.aws.clock.sleep(waitMs);
  }
}

/** Encodes spaces as `%20`: a signature covers the URL as it is, and `+` means a space only in forms. */
function queryString(request: object): string {
  const parameters = Object.entries(request).map(([name, value]): [string, string] => [
    QUERY_PARAMETERS.get(name) ?? name,
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
  const reason = detail ?? title ?? message;
  if (status === 401) return new ServiceError(`stack ${stack}: its search requires a token; set THRESHER_TOKEN`);
  if (status === 403) return new ServiceError(`stack ${stack}: the AWS credentials have no access to its search`);
  if (status === 404 && !detail)
    return new UsageError(`stack ${stack} has no search (it was deployed with search: none)`);
  if (status < 500 && reason) return new UsageError(reason);
  return new ServiceError(`stack ${stack}: the search answered ${status}${reason ? `: ${reason}` : ''}`);
}
