import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pageFetcherOptionsOf } from '../../shared/settings/fetch-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import { checkSearchSecrets, pageNetworkOf } from '../fetch/page-network.ts';
import { politeGet } from '../fetch/polite-get.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { openStores } from '../run/wiring.ts';
import { type GatheredSeeds, gatherSeeds } from './gather-seeds.ts';

/**
 * Gathers the seeds of a crawl on this machine.
 *
 * @param dir data folder; its search index can be queried, and it keeps the gathered seeds
 * @param isForStack whether a stack crawls: its proxy and its secrets are not for this machine. Default: false
 * @throws UsageError if a secret is not set that searches for seeds may need, or as `gatherSeeds`
 */
export async function gatherLocally(
  settings: Settings,
  dir: string,
  terminal: Pick<Terminal, 'err' | 'interrupt'>,
  isForStack = false,
): Promise<GatheredSeeds> {
  if (!settings.seeds.some(isSeedSource)) return { settings };
  if (!isForStack) checkSearchSecrets(settings, settings.seeds);
  const stores = existsSync(join(dir, 'index.sqlite')) ? openStores(dir, 'read') : undefined;
  const web = politeGet(
    settings,
    terminal.interrupt,
    isForStack ? pageFetcherOptionsOf(settings) : pageNetworkOf(settings),
  );
  try {
    return await gatherSeeds(settings, join(dir, 'seeds'), {
      get: web.get,
      index: stores?.index,
      log: (line) => terminal.err(printable(line)),
    });
  } finally {
    stores?.close();
    await web.close();
  }
}
