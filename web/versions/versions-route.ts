import type { Context } from 'hono';
import * as z from 'zod';
import { parseParameters } from '../api/parse-parameters.ts';
import { invalidParameters, noSuchRecord, noSuchVersion, notArchivable } from '../api/problem.ts';
import { findRecord } from '../api/record-route.ts';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';

export const VERSIONS_FORMATS = ['html', 'json'] as const;

const time = (description: string) =>
  z
    .string()
    .transform((text, { addIssue }) => {
      const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
      if (Number.isNaN(at)) addIssue({ code: 'custom', message: 'must be a time, such as 2024-05-31T12:00:00Z' });
      return at;
    })
    .optional()
    .meta({ description, examples: ['2024-05-31T12:00:00.000Z'] });

export const VERSIONS_PARAMETERS = {
  before: time('Lists captures that were stored before this time. Default: now.'),
  skip: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number from 0 to 999999')
    .transform(Number)
    .optional()
    .meta({
      description: 'With before: leaves out the first captures of that time, as next.skip says.',
      examples: ['50'],
    }),
  a: time('Time of a capture. With b: the difference between the texts of both.'),
  b: time('Time of the other capture.'),
};

/** Answers `/record/ID/versions`: the stored captures of the URLs of a record, and the difference between two of them. */
export async function versionsRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const format = formatFor(c, VERSIONS_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { values, faults } = parseParameters(VERSIONS_PARAMETERS, c.req.query());
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  const { crawl } = site;
  if (crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const record = await findRecord(ports, crawl, c.req.param('id') ?? '');
  if (!record || !ports.versions) return respondWithProblem(c, noSuchRecord, site);
  if (record.directives && record.directives.length > 0) return respondWithProblem(c, notArchivable, site);
  c.header('x-robots-tag', 'noindex');
  const { a, b, before, skip } = values;
  const isComparison = a !== undefined && b !== undefined;
  const compared = isComparison ? await ports.compareVersions?.(crawl, record, [a, b]) : undefined;
  if (isComparison && !compared) return respondWithProblem(c, noSuchVersion, site);
  const place = { ...(before !== undefined && { before }), ...(skip !== undefined && { skip }) };
  const found = await ports.versions(crawl, record, place);
  if (format === 'html') {
    const { versionsPage } = await import('./versions-page.ts');
    return c.html(versionsPage(site, record, { found, place, compared }));
  }
  const iso = (at: number) => new Date(at).toISOString();
  const versions = found.versions.map((one) => ({ ...one, fetchedAt: iso(one.fetchedAt) }));
  const difference = compared && { ...compared, earlier: iso(compared.earlier), later: iso(compared.later) };
  const next = found.next && { ...found.next, before: iso(found.next.before) };
  const answer = { id: record.id, versions, searched: found.searched, next };
  return respondWith(c, 'json', JSON.stringify({ ...answer, ...(difference && { difference }) }));
}
