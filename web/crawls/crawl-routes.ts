import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import {
  invalidParameters,
  notAllowed,
  PROBLEM_TYPE,
  type Problem,
  problemDocument,
  tooManyRequests,
} from '../api/problem.ts';
import { clientBuckets, type TakeRequest } from '../limits/client-buckets.ts';
import { limitBody } from '../limits/limit-body.ts';
import { isSameSecret } from '../limits/same-secret.ts';
import { parseBody, parseJson, RecrawlBody, SeedsBody, StateBody } from './crawl-bodies.ts';
import { noAdminToken, refusalProblem, settingsTooLarge, unknownCrawl } from './crawl-problems.ts';
import type { CrawlRefusal, WebCrawls } from './web-crawls.ts';

/** Maximum size of a request: settings with some ten thousand seeds, or with a model. Bytes. */
const MAX_BODY_BYTES = 4 << 20;

/** Wrong tokens that a client may send in a minute in the long run, and at once. */
const ATTEMPTS_PER_MINUTE = 6;
const ATTEMPTS_AT_ONCE = 10;

/** Maximum length of a token that is looked at, in UTF-16 units. */
const MAX_TOKEN_LENGTH = 1_000;

const METHODS = {
  '/crawls': 'GET, HEAD, POST, OPTIONS',
  '/crawls/:crawl': 'GET, HEAD, OPTIONS',
  '/crawls/:crawl/state': 'PUT, OPTIONS',
  '/crawls/:crawl/seeds': 'POST, OPTIONS',
  '/crawls/:crawl/recrawl': 'POST, OPTIONS',
};

/** Adds the requests that manage crawls. All of them need the token, and answer with JSON. */
export function serveCrawls(app: Hono, crawls: WebCrawls): void {
  const takeAttempt = clientBuckets(ATTEMPTS_PER_MINUTE / 60, ATTEMPTS_AT_ONCE, crawls.now);
  for (const [path, methods] of Object.entries(METHODS)) app.use(path, checkMethod(methods));
  app.use('/crawls/*', checkToken(crawls, takeAttempt));
  app.use(
    '/crawls/*',
    limitBody(MAX_BODY_BYTES, async (c) => answerProblem(c, settingsTooLarge(MAX_BODY_BYTES))),
  );
  app.get('/crawls', async (c) => c.json({ crawls: await crawls.list() }));
  app.post('/crawls', (c) => create(c, crawls));
  app.get('/crawls/:crawl', (c) => show(c, crawls));
  app.put(
    '/crawls/:crawl/state',
    withBody(StateBody, async (c, crawl, { state }) => (await crawls.setState(crawl, state)) ?? show(c, crawls)),
  );
  app.post(
    '/crawls/:crawl/seeds',
    withBody(SeedsBody, (_, crawl, body) => crawls.addSeeds(crawl, body)),
  );
  app.post(
    '/crawls/:crawl/recrawl',
    withBody(RecrawlBody, async (_, crawl, body) => {
      const result = await crawls.recrawl(crawl, body);
      return 'refusal' in result ? result : { crawl, ...result };
    }),
  );
}

/** Answers OPTIONS with the methods of a path, and refuses all others. */
function checkMethod(methods: string): MiddlewareHandler {
  return async (c, next) => {
    const { method } = c.req;
    if (method !== 'OPTIONS' && methods.split(', ').includes(method)) return next();
    c.header('allow', methods);
    return method === 'OPTIONS' ? c.body(null, 204) : answerProblem(c, notAllowed(methods));
  };
}

/** Refuses requests without the token. It is a header that no browser adds by itself, so other websites cannot make one send it. */
function checkToken({ token, clientOf }: WebCrawls, takeAttempt: TakeRequest): MiddlewareHandler {
  return async (c, next) => {
    c.header('cache-control', 'no-store');
    const client = clientOf(c) ?? '';
    const [, given = ''] = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (given !== '') {
      // Behind a proxy all clients have one address, so wrong tokens of others do not refuse the right one. It is too long to be guessed.
      if (given.length <= MAX_TOKEN_LENGTH && isSameSecret(given, token)) return next();
      const waitS = takeAttempt(client);
      if (waitS > 0) return answerProblem(c, tooManyRequests(waitS));
    }
    c.header('www-authenticate', 'Bearer realm="crawls"');
    return answerProblem(c, noAdminToken);
  };
}

async function create(c: Context, crawls: WebCrawls): Promise<Response> {
  const json = parseJson(await c.req.text());
  if ('faults' in json) return answerProblem(c, invalidParameters(json.faults));
  const result = await crawls.create(json.value);
  if ('refusal' in result) return answerProblem(c, refusalProblem(result, ''));
  const { isNew, ...answer } = result;
  c.header('location', `/crawls/${encodeURIComponent(answer.crawl)}`);
  return c.json(answer, isNew ? 201 : 200);
}

async function show(c: Context, crawls: WebCrawls): Promise<Response> {
  const crawl = c.req.param('crawl') ?? '';
  const found = await crawls.get(crawl);
  return found ? c.json(found) : answerProblem(c, unknownCrawl(crawl));
}

/** Parses the body of a request about a crawl, and answers with the result of `work`. */
const withBody =
  <Body extends z.ZodType>(
    schema: Body,
    work: (c: Context, crawl: string, body: z.output<Body>) => Promise<object | CrawlRefusal | Response>,
  ) =>
  async (c: Context): Promise<Response> => {
    const crawl = c.req.param('crawl') ?? '';
    const parsed = parseBody(schema, await c.req.text());
    if ('faults' in parsed) return answerProblem(c, invalidParameters(parsed.faults));
    const result = await work(c, crawl, parsed.body);
    if (result instanceof Response) return result;
    return 'refusal' in result ? answerProblem(c, refusalProblem(result as CrawlRefusal, crawl)) : c.json(result);
  };

function answerProblem(c: Context, problem: Problem): Response {
  if (problem.retryAfterS !== undefined) c.header('retry-after', `${problem.retryAfterS}`);
  return c.body(problemDocument(problem), problem.status, { 'content-type': PROBLEM_TYPE });
}
