import type { Context } from 'hono';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { boundedText, parseParameters } from './parse-parameters.ts';
import { invalidParameters } from './problem.ts';

export const BROWSE_FORMATS = ['html', 'json'] as const;

/** Maximum length of the name of a class, as in the filter `class`. */
const MAX_NAME_LENGTH = 200;

export const BROWSE_PARAMETERS = {
  class: boundedText(MAX_NAME_LENGTH)
    .optional()
    .meta({ description: 'The class whose subclasses are listed. Default: all classes.' }),
  beside: boundedText(MAX_NAME_LENGTH)
    .optional()
    .meta({ description: 'A class of another vocabulary, whose subclasses are counted among the pages of `class`.' }),
};

/** Maximum number of classes that are read: those of the most pages. */
const MAX_CLASSES = 1_000;

/** Answers `/browse`: the classes of a crawl, or those below one, with the numbers of their pages. */
export async function browseRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const format = formatFor(c, BROWSE_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { values, faults } = parseParameters(BROWSE_PARAMETERS, c.req.query());
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  const { crawl } = site;
  if (crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const { class: selected, beside } = values;
  const filter = selected === undefined ? {} : { class: selected };
  const request = { facets: ['class' as const], facetSize: MAX_CLASSES };
  const { total, facets } = await ports.search({ crawl, q: '', size: 1, ...filter, ...request });
  const counted = (facets['class'] ?? []).map(({ value, count: records }) => ({ class: value, records }));
  const below = (name: string | undefined) =>
    counted.filter((one) => name === undefined || one.class.startsWith(`${name}.`));
  const classes = below(selected);
  if (format === 'html') {
    const { browsePage } = await import('../pages/browse-page.ts');
    const vocabularies = counted.filter((one) => !one.class.includes('.')).map((one) => one.class);
    const other = beside === undefined ? undefined : { class: beside, classes: below(beside) };
    return c.html(
      browsePage(site, { selected, classes, records: total, vocabularies, ...(other && { beside: other }) }),
    );
  }
  const answer = {
    ...{ crawl, class: selected ?? null, records: total, classes },
    ...(beside !== undefined && { beside: { class: beside, classes: below(beside) } }),
  };
  return respondWith(c, 'json', JSON.stringify(answer));
}
