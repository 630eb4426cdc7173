import type { Context } from 'hono';
import type { WebPorts } from '../ports.ts';
import { crawlMetrics, METRICS_TYPE } from './crawl-metrics.ts';

/** Answers `/metrics`: the metrics of all public crawls, for Prometheus and programs that read its format. */
export async function metricsRoute(c: Context, ports: Pick<WebPorts, 'crawls' | 'status'>): Promise<Response> {
  const crawls = await ports.crawls();
  const statuses = await Promise.all(crawls.map((crawl) => ports.status(crawl)));
  return c.body(crawlMetrics(statuses.filter((status) => status !== undefined)), 200, {
    'content-type': METRICS_TYPE,
    'cache-control': 'no-store',
  });
}
