import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCrawlFile } from '../../cli/load-crawl.ts';
import { writeDemo } from '../../demo/demo.ts';
import { type RunningSite, startSite } from '../../demo/server.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Url } from '../../shared/url/url.ts';

/** The demo website, a data folder, and the settings of a crawl. */
export type SmallWeb = {
  site: RunningSite;
  /** Contains only the crawl.yaml. */
  dir: string;
  crawlFile: string;
  settings: Settings;
  seeds: Url[];
  close(): Promise<void>;
};

/** Pause of the crawl: short, but long enough to be measured. Milliseconds. */
export const PAUSE_MS = 100;

export async function startSmallWeb(): Promise<SmallWeb> {
  const site = await startSite();
  const dir = mkdtempSync(join(tmpdir(), 'thresher-flow-'));
  const crawlFile = writeDemo(dir, site.port);
  const settings = await loadCrawlFile(crawlFile, { politeness: { hostPauseMs: PAUSE_MS } });
  return {
    site,
    dir,
    crawlFile,
    settings,
    seeds: seedsOf(settings).accepted.map(({ url }) => url),
    async close() {
      await site.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
