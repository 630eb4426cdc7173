import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAndReport } from '../../cli/crawl/run-and-report.ts';
import { createPageJudging } from '../../cli/judge/page-judging.ts';
import { loadCrawlFile } from '../../cli/load-crawl.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { webPorts } from '../../cli/web-ports.ts';
import { writeDemo } from '../../demo/demo.ts';
import { startSite } from '../../demo/server.ts';
import { createApp } from '../../web/app.ts';
import { serve } from '../../web/server.ts';
import { testTerminal } from '../cli/test-terminal.ts';

/**
 * Crawls the demo website, as `npm start` does, and serves the search pages over the result.
 *
 * @param options.judging whether the crawl page asks for verdicts, as `thresher serve --judge` does
 */
export async function serveDemoCrawl({ judging = false } = {}): Promise<{ url: string; close(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-demo-'));
  const site = await startSite();
  try {
    const settings = await loadCrawlFile(writeDemo(dir, site.port));
    await runAndReport(settings, { dir, query: 'carnivorous plants' }, testTerminal());
  } finally {
    await site.close();
  }
  const stores = openStores(dir, 'read');
  const ports = webPorts(stores, undefined, testTerminal());
  const app = createApp({ ...ports, ...(judging && { judging: createPageJudging(stores, 'secret') }) });
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  return {
    url: server.url,
    async close() {
      await server.close();
      stores.close();
      rmSync(dir, { recursive: true });
    },
  };
}
