import type { Context } from 'hono';
import * as z from 'zod';
import { MAX_CURSOR_LENGTH, readCursor } from '../../shared/search/changes-cursor.ts';
import { type Change, listChanges } from '../../shared/search/list-changes.ts';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { missingCrawl, namedCrawls, originOf, siteContext } from '../site.ts';
import { limitRecord } from './limit-record.ts';
import { boundedText, parseParameters, wholeNumber } from './parse-parameters.ts';
import { changesExpired, invalidParameters, noSuchCrawl } from './problem.ts';
import { publicRecord } from './public-record.ts';

export const CHANGES_FORMATS = ['json'] as const;

/** Maximum and default number of changes of an answer. */
const MAX_CHANGES = 100;

export const CHANGES_PARAMETERS = {
  after: boundedText(MAX_CURSOR_LENGTH)
    .optional()
    .meta({ description: '`next` of an earlier answer. It names the crawl. Default: all records of the crawl.' }),
  size: wholeNumber(1, MAX_CHANGES, MAX_CHANGES).meta({ description: 'Maximum number of changes.' }),
  text: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ description: '`true`: records have their text; an answer has fewer changes if they are long.' }),
};

/** Answers `/changes`: which records are new, have changed or were removed since an earlier answer. */
export async function changesRoute(
  c: Context,
  ports: WebPorts & Required<Pick<WebPorts, 'changedRecords' | 'indexIdentity'>>,
): Promise<Response> {
  const otherwise = readCursor(c.req.query('after') ?? '')?.crawl;
  const site = await siteContext(c, ports, { otherwise });
  const format = formatFor(c, CHANGES_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { values, faults } = parseParameters(CHANGES_PARAMETERS, c.req.query());
  if (faults.length > 0) return respondWithProblem(c, invalidParameters(faults), site);
  const { crawl } = site;
  if (crawl === undefined) {
    const isOfCursor = otherwise !== undefined && namedCrawls(c).join('') === '' && site.crawls.length > 0;
    return respondWithProblem(c, isOfCursor ? noSuchCrawl([otherwise]) : missingCrawl(site), site);
  }
  const { after, size, text } = values;
  const indexIdentity = await ports.indexIdentity(crawl);
  const request = { crawl, indexIdentity, after, size, withText: text === 'true' };
  const list = await listChanges(request, ports, Date.now());
  if (list === 'expired') return respondWithProblem(c, changesExpired, site);
  if (list === 'invalid')
    return respondWithProblem(
      c,
      invalidParameters([{ parameter: 'after', detail: `must be next of an answer for the crawl ${crawl}` }]),
      site,
    );
  c.header('x-robots-tag', 'noindex');
  const changes = list.changes.map((one) => publicChange(one, originOf(c), crawl, request.withText));
  return respondWith(c, format, JSON.stringify({ crawl, changes, next: list.next, more: list.more }));
}

function publicChange({ id, at, record }: Change, origin: string, crawl: string, withText: boolean) {
  const change = { id, changedAt: at === 0 ? null : new Date(at).toISOString(), removed: record === undefined };
  if (!record) return change;
  const { text, ...shown } = limitRecord(publicRecord(record, origin, crawl));
  return { ...change, record: { ...shown, ...(withText && { text }) } };
}
