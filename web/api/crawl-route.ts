import type { Context } from 'hono';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { allowForms } from '../limits/own-forms.ts';
import type { CrawlDetails } from '../pages/crawl-page.ts';
import type { WebPorts } from '../ports.ts';
import { formatFor, respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { noSuchCrawl } from './problem.ts';
import { CRAWL_FORMATS } from './search-formats.ts';

/** Answers `/crawl`: the state of a crawl, with its newest pages and what visitors may do. */
export async function crawlRoute(c: Context, ports: WebPorts): Promise<Response> {
  const site = await siteContext(c, ports);
  const format = formatFor(c, CRAWL_FORMATS);
  if (typeof format === 'object') return respondWithProblem(c, format, site);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  const status = await ports.status(site.crawl);
  if (!status) return respondWithProblem(c, noSuchCrawl([site.crawl]), site);
  if (format === 'json') return c.json(status);
  const { hits } = await ports.search({ crawl: site.crawl, q: '', size: 5 });
  const [topic, judge, times, next] = await Promise.all([
    crawlTopic(c, site.crawl, ports),
    pagesToJudge(c, site.crawl, ports),
    pagesOverTime(c, site.crawl, ports),
    nextHosts(site.crawl, status, ports),
  ]);
  const { control, judging, mayStream } = ports;
  if (control || judging) allowForms(c);
  const controls = {
    ...(control && { controlToken: control.token }),
    canStream: mayStream !== undefined,
    canExplain: ports.explain !== undefined,
  };
  // Loaded on demand: few requests show it.
  const { crawlPage } = await import('../pages/crawl-page.ts');
  return c.html(crawlPage(site, status, hits, { ...topic, ...judge, ...times, ...next, ...controls }));
}

/** Reads what is known of the topic. The status must be available even if stored pages cannot be read. */
async function crawlTopic(c: Context, crawl: string, ports: WebPorts): Promise<CrawlDetails> {
  try {
    const report = await ports.topicReport?.(crawl);
    return report ? { cutOffs: report.cutOffs, report } : { cutOffs: (await ports.cutOffs?.(crawl)) ?? [] };
  } catch (error) {
    ports.logError?.(error, c.req.path);
    return { cutOffs: [] };
  }
}

/** Reads the pages to judge. The status must be available even if stored pages cannot be read. */
async function pagesToJudge(
  c: Context,
  crawl: string,
  { judging, logError }: WebPorts,
): Promise<Pick<CrawlDetails, 'judge'>> {
  if (!judging) return {};
  try {
    return { judge: { ...(await judging.pages(crawl)), crawl, token: judging.token } };
  } catch (error) {
    logError?.(error, c.req.path);
    return {};
  }
}

/** Reads when the pages were fetched. The status must be available even if the index cannot tell. */
async function pagesOverTime(
  c: Context,
  crawl: string,
  { fetchTimes, logError }: WebPorts,
): Promise<Pick<CrawlDetails, 'times'>> {
  try {
    const times = await fetchTimes?.(crawl);
    return times ? { times } : {};
  } catch (error) {
    logError?.(error, c.req.path);
    return {};
  }
}

/** Reads which hosts are visited next, while the crawl runs. */
async function nextHosts(
  crawl: string,
  { state }: CrawlStatus,
  { hosts }: WebPorts,
): Promise<Pick<CrawlDetails, 'hosts'>> {
  return hosts && state === 'running' ? { hosts: await hosts(crawl) } : {};
}
