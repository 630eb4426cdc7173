import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStores } from '../../../../cli/run/wiring.ts';
import { countProcessed } from '../../../../cli/serve/crawls/count-processed.ts';
import { temporaryFolder } from '../../../local/temporary-folder.ts';
import { prose, startSite } from '../../site.ts';
import { thresher } from '../../test-terminal.ts';

test('each stage of a crawl counts, and fetching alone does not', async () => {
  const site = await startSite({ '/': `${prose('heath')}<a href="/moss">moss</a>`, '/moss': prose('moss') });
  const dir = temporaryFolder();
  const network = ['--allow-private', '127.0.0.0/8', '--delay', '0'];
  await thresher(['crawl', `${site.origin}/`, ...network, '--dir', dir, '--name', 'bog']);
  site.close();
  // Two pages in each of three stages.
  expect(await countProcessed(dir)).toBe(6);
  const stores = openStores(dir);
  await stores.control.addUsage('bog', { pages: 1, bytes: 1_000, requests: 1 });
  stores.close();
  expect(await countProcessed(dir)).toBe(6);
});

test('a folder that was moved away has no counts, and is not created again', async () => {
  const dir = join(temporaryFolder(), 'moved');
  expect(await countProcessed(dir)).toBe(0);
  expect(existsSync(dir)).toBe(false);
});
