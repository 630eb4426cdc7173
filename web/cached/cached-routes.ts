import type { Context } from 'hono';
import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { noSuchRecord, notArchivable, type Problem } from '../api/problem.ts';
import { findRecord } from '../api/record-route.ts';
import { ARCHIVED_PAGE_POLICY } from '../headers.ts';
import { cachedHref, hasOriginalFile } from '../pages/hit.ts';
import type { SiteContext } from '../pages/layout.ts';
import type { WebPorts } from '../ports.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { cachedPage } from './cached-page.ts';
import { originalFile, sendFile } from './original-file.ts';
import { type CachedCopy, readCopy } from './read-copy.ts';

/** The page around an archived copy. */
export async function cachedRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const found = await findCopy(c, ports, site);
  if ('status' in found) return respondWithProblem(c, found, site);
  c.header('x-robots-tag', 'noindex');
  return c.html(cachedPage(site, found));
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

/** The document as the server sent it, as a file. Pages, and files that cannot be sent, are shown as copies instead. */
export async function originalFileRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const id = c.req.param('id') ?? '';
  const record = await findRecord(ports, site.crawl, id);
  const capture = record && (await ports.capture(site.crawl, record.id));
  if (!capture) return respondWithProblem(c, noSuchRecord, site);
  const file = hasOriginalFile(record) ? originalFile(capture, record, ports.maxFileBytes) : undefined;
  if (file === 'noarchive') return respondWithProblem(c, notArchivable, site);
  return file ? sendFile(c, file) : c.redirect(cachedHref(site, record.id), 303);
}

async function findCopy(c: Context, ports: WebPorts, site: SiteContext): Promise<CachedCopy | Problem> {
  if (site.crawl === undefined) return missingCrawl(site);
  const id = c.req.param('id') ?? '';
  const record = await findRecord(ports, site.crawl, id);
  const copy = record && (await copyOf(site.crawl, record, ports));
  if (!copy) return noSuchRecord;
  return copy === 'noarchive' ? notArchivable : copy;
}

async function copyOf(crawl: string, record: SearchRecord, { cachedCopy, capture: get }: WebPorts) {
  if (cachedCopy) return cachedCopy(crawl, record);
  const capture = await get(crawl, record.id);
  return capture && readCopy(record, capture);
}
