import type { Context } from 'hono';
import { namedCrawl } from '../pages/layout.ts';
import type { WebPorts } from '../ports.ts';
import { respondWithProblem } from '../respond.ts';
import { crawlList, missingCrawl, originOf, siteContext } from '../site.ts';
import { boundedText, parseParameters, wholeNumber } from './parse-parameters.ts';
import { invalidParameters } from './problem.ts';
import { EMPTY_QUERY, LIMITS, searchHref } from './search-query.ts';

/** Media type of the OpenSearch Suggestions extension 1.0. */
export const SUGGESTIONS_TYPE = 'application/x-suggestions+json';

export const SUGGEST_PARAMETERS = {
  q: boundedText(LIMITS.queryLength).default('').meta({ description: 'What was typed so far.' }),
  size: wholeNumber(1, 20, 8).meta({ description: 'Maximum number of suggestions.' }),
};

/** How long a browser may use suggestions again. Seconds. */
const MAX_AGE_S = 60;

/** Answers `/suggest`: the query, completed queries, the numbers of their pages, and their URLs (OpenSearch Suggestions 1.0). */
export async function suggestRoute(c: Context, ports: WebPorts): Promise<Response> {
  const { values, faults } = parseParameters(SUGGEST_PARAMETERS, { ...c.req.query(), q: '' });
  // The blank at the end of a query says that its last word is complete.
  const q = (c.req.query('q') ?? '').trimStart();
  const { success, error } = SUGGEST_PARAMETERS.q.safeParse(q);
  if (!success) faults.push({ parameter: 'q', detail: error.issues[0]!.message });
  const site = await siteContext(c, ports, { several: true });
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const found = (await ports.suggest?.({ crawl: crawlList(site.crawl)[0]!, q, size: values.size })) ?? [];
  const origin = originOf(c);
  const body = [
    q,
    found.map(({ query }) => query),
    found.map(({ records }) => site.locale.plural('suggest.titles', records)),
    found.map(({ query }) => `${origin}${searchHref(namedCrawl(site), { ...EMPTY_QUERY, q: query })}`),
  ];
  c.header('cache-control', `private, max-age=${MAX_AGE_S}`);
  return c.body(JSON.stringify(body), 200, { 'content-type': SUGGESTIONS_TYPE });
}
