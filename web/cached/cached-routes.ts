import type { Context } from 'hono';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { noSuchRecord, notArchivable, type Problem } from '../api/problem.ts';
import { findRecord } from '../api/record-route.ts';
import { ARCHIVED_PAGE_POLICY } from '../headers.ts';
import type { SiteContext } from '../pages/layout.ts';
import type { WebPorts } from '../ports.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { type ArchivedCopy, archivedCopy } from './archived-copy.ts';
import { cachedPage } from './cached-page.ts';

/** The page around an archived copy. */
export async function cachedRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const found = await findCopy(c, ports, site);
  if ('status' in found) return respondWithProblem(c, found, site);
  c.header('x-robots-tag', 'noindex');
  return c.html(cachedPage(site, found.record, found.capture, found.copy));
}

/** The archived page itself, shown in a frame of the page above. Its policy also protects it outside the frame. */
export async function cachedFrameRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const found = await findCopy(c, ports, site);
  if ('status' in found) return respondWithProblem(c, found, site);
  c.header('content-security-policy', ARCHIVED_PAGE_POLICY);
  c.header('x-robots-tag', 'noindex');
  return c.html(found.copy.html);
}

type FoundCopy = { record: SearchRecord; capture: Capture; copy: ArchivedCopy };

async function findCopy(c: Context, ports: WebPorts, site: SiteContext): Promise<FoundCopy | Problem> {
  if (site.crawl === undefined) return missingCrawl(site);
  const id = c.req.param('id') ?? '';
  const record = await findRecord(ports, site.crawl, id);
  const capture = record && (await ports.capture(site.crawl, id));
  if (!record || !capture) return noSuchRecord;
  const copy = archivedCopy(capture, record);
  return copy === 'noarchive' ? notArchivable : { record, capture, copy };
}
