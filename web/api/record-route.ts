import type { Context } from 'hono';
import { pageOf } from '../../shared/annotations/annotate.ts';
import { annotationJson } from '../../shared/annotations/annotation-json.ts';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { abstractOf } from '../../shared/search/hit-of.ts';
import type { ShownAnnotations } from '../annotations/annotation-section.ts';
import { readerOf } from '../annotations/identify-person.ts';
import type { WebAnnotations } from '../annotations/web-annotations.ts';
import { allowForms } from '../limits/own-forms.ts';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWith, respondWithProblem } from '../respond.ts';
import { missingCrawl, originOf, siteContext } from '../site.ts';
import { noSuchRecord } from './problem.ts';
import { entryOfRecord, publicRecord } from './public-record.ts';

export const RECORD_FORMATS = ['html', 'json', 'ris', 'bibtex'] as const;

/** Similar pages on the page of a record. */
const SIMILAR_PAGES = 6;

/** Answers `/record/ID` in the format that the client asks for. */
export async function recordRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const format = formatFor(c, RECORD_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  const { crawl } = site;
  if (crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const record = await findRecord(ports, crawl, c.req.param('id') ?? '');
  if (!record) return respondWithProblem(c, noSuchRecord, site);
  c.header('x-robots-tag', 'noindex');
  const origin = originOf(c);
  const shown = publicRecord(record, origin, crawl);
  if (format === 'html') {
    const [similar = [], annotations] = await Promise.all([
      ports.similar?.(crawl, record, SIMILAR_PAGES),
      ports.annotations && optionally(c, ports, shownAnnotations(c, crawl, record, ports.annotations)),
    ]);
    const { recordPage } = await import('../pages/record-page.ts');
    return c.html(recordPage(site, shown, { similar, annotations, canExplain: ports.explain !== undefined }));
  }
  if (ports.annotations && format === 'json') {
    const annotations = await optionally(c, ports, ports.annotations.ofPage(crawl, pageOf(record)));
    if (annotations) shown.annotations = annotations.map(annotationJson);
  }
  if (format === 'json') return respondWith(c, 'json', JSON.stringify(shown));
  const entries = [entryOfRecord(shown, abstractOf(record))];
  c.header('content-disposition', `attachment; filename="record.${format === 'ris' ? 'ris' : 'bib'}"`);
  const text =
    format === 'ris'
      ? (await import('../formats/ris.ts')).ris({ entries })
      : (await import('../formats/bibtex.ts')).bibtex({ entries });
  return respondWith(c, format, text);
}

/** Returns undefined if the annotations cannot be read. The record must be available even then. */
async function optionally<T>(c: Context, { logError }: WebPorts, annotations: Promise<T>): Promise<T | undefined> {
  try {
    return await annotations;
  } catch (error) {
    logError?.(error, c.req.path);
    return undefined;
  }
}

/** Reads the annotations of a page, and who has signed in. */
async function shownAnnotations(
  c: Context,
  crawl: string,
  record: SearchRecord,
  annotations: WebAnnotations,
): Promise<ShownAnnotations> {
  const [shown, known, { name: person, isContributor } = {}] = await Promise.all([
    annotations.ofPage(crawl, pageOf(record)),
    annotations.people(crawl),
    readerOf(c, crawl, annotations),
  ]);
  allowForms(c);
  if (person !== undefined) c.header('cache-control', 'private, no-cache');
  return {
    annotations: shown,
    hasPeople: known.length > 0,
    ...(person !== undefined && { person }),
    ...(isContributor && { isContributor }),
  };
}

/**
 * Returns a record that may be shown, or undefined if there is none: the id is malformed or unknown, or the publisher has set an
 * end to its availability that has passed.
 */
export async function findRecord(
  { record: get }: Pick<WebPorts, 'record'>,
  crawl: string,
  id: string,
): Promise<SearchRecord | undefined> {
  if (!/^[\w-]{1,128}$/.test(id)) return undefined;
  const record = await get(crawl, id);
  return record && (record.unavailableAfter ?? Number.POSITIVE_INFINITY) > Date.now() ? record : undefined;
}
