import type { Context } from 'hono';
import * as z from 'zod';
import { SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import { boundedText, parseParameters } from '../api/parse-parameters.ts';
import { invalidParameters } from '../api/problem.ts';
import { LIMITS, SEARCH_PARAMETERS } from '../api/search-query.ts';
import { findMenus } from '../menus.ts';
import type { WebPorts } from '../ports.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { advancedPage } from './advanced-page.ts';
import { type AdvancedRow, advancedQuery, ROW_FIELDS, ROW_MATCHES, ROW_OPERATORS, ROWS } from './advanced-query.ts';

const choice = <Value extends string>(values: readonly [Value, ...Value[]], description: string) =>
  z
    .enum(values, { error: `must be one of ${values.join(', ')}` })
    .default(values[0] as never)
    .meta({ description }) as unknown as z.ZodType<Value>;

const rowParameters = (n: number) => ({
  [`words${n}`]: boundedText(LIMITS.queryLength)
    .default('')
    .meta({ description: `Words of row ${n}. Empty: the row is left out.` }),
  [`field${n}`]: choice(ROW_FIELDS, `Where row ${n} searches.`),
  [`match${n}`]: choice(ROW_MATCHES, `Whether all words of row ${n}, any, or their sequence must be there.`),
  ...(n > 1 && { [`operator${n}`]: choice(ROW_OPERATORS, `How row ${n} is combined with the rows above it.`) }),
});

/** Parameters of `/advanced`: the rows. Those of `/search` are passed on. */
export const ADVANCED_PARAMETERS: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...Array.from({ length: ROWS }, (_, i) => rowParameters(i + 1)),
);

/** Shows the advanced form. Once it is sent, redirects to the search that it describes. */
export async function advancedRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports, { several: true });
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const given = c.req.query();
  if (given['words1'] === undefined) {
    const menus = await findMenus(site.crawl, ports);
    return c.html(advancedPage({ ...site, menus }, ports.annotations !== undefined));
  }
  const { values, faults } = parseParameters(ADVANCED_PARAMETERS, given);
  const q = advancedQuery(Array.from({ length: ROWS }, (_, i) => rowOf(values, i + 1)));
  if (q.length > LIMITS.queryLength)
    faults.push({ parameter: 'q', detail: `at most ${LIMITS.queryLength} characters; this has ${q.length}` });
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  const parameters = new URLSearchParams({ q });
  for (const name of PASSED_ON) {
    const value = given[name]?.trim() ?? '';
    if (value !== '') parameters.set(name, value);
  }
  return c.redirect(`/search?${parameters}`, 303);
}

/** Parameters of the search that the form also has, or that a link to it may have. */
const PASSED_ON = ['crawl', ...SEARCH_FILTERS.map(({ parameter }) => parameter), 'sort', 'size'].filter(
  (name) => name in SEARCH_PARAMETERS,
);

const rowOf = (values: Readonly<Record<string, unknown>>, n: number) =>
  ({
    operator: values[`operator${n}`] ?? 'and',
    field: values[`field${n}`],
    match: values[`match${n}`],
    text: values[`words${n}`],
  }) as AdvancedRow;
