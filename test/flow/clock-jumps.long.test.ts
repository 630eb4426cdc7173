/** A clock that is set while a crawl runs. */
import { expect, test } from 'vitest';
import { startThresher } from './child.ts';
import { startThreeHosts } from './three-hosts.ts';

const DAY_MS = 86_400_000;

test.each([
  ['back by a day', -DAY_MS],
  ['forward by ten years', 3_650 * DAY_MS],
])('a crawl goes on when the clock is set %s', async (_, jumpMs) => {
  const three = await startThreeHosts();
  try {
    const env = { CLOCK_JUMP_AT: `${Date.now() + 4_000}`, CLOCK_JUMP_MS: `${jumpMs}` };
    const node = { options: ['--import', './test/flow/preloads/jumping-clock.mjs'], env };
    const { code, out } = await startThresher(three.crawl(0.15), node).ended;
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ state: 'done', pages: three.wholeCrawl() })]);
    expect(three.repeatedRequests()).toBe(0);
  } finally {
    await three.close();
  }
});
