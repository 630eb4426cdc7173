import type { Context } from 'hono';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { boundedText, parseParameters } from './parse-parameters.ts';
import { invalidParameters } from './problem.ts';

export const EXPLAIN_FORMATS = ['html', 'json'] as const;

/** Maximum length of a URL, in UTF-16 units, as in the tool `explain_url` of MCP. */
const MAX_URL_LENGTH = 10_000;

export const EXPLAIN_PARAMETERS = {
  url: boundedText(MAX_URL_LENGTH)
    .optional()
    .meta({ description: 'A URL, also one that the crawl has never seen. Required, except by the page.' }),
};

/** Answers `/explain`: what happened to a URL in a crawl, one step per decision. Without a URL, the page asks for one. */
export async function explainRoute(
  c: Context,
  ports: WebPorts & { explain: NonNullable<WebPorts['explain']> },
): Promise<Response> {
  const site = await siteContext(c, ports);
  const format = formatFor(c, EXPLAIN_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { values, faults } = parseParameters(EXPLAIN_PARAMETERS, c.req.query());
  const { url } = values;
  if (url === undefined && faults.length === 0 && format === 'json')
    faults.push({ parameter: 'url', detail: 'is missing' });
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  const { crawl } = site;
  if (crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  c.header('x-robots-tag', 'noindex');
  const explained = url === undefined ? undefined : await ports.explain(crawl, url);
  if (format === 'json' && explained) {
    const { url: normalised, state, steps } = explained;
    return respondWith(c, 'json', JSON.stringify({ crawl, url: normalised, state, steps }));
  }
  const { explainPage } = await import('../pages/explain-page.ts');
  return c.html(explainPage(site, url ?? '', explained));
}
