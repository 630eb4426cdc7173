import type { WebControl } from '../../web/control/control.ts';
import { withCrawl } from '../open-crawl.ts';
import type { CrawlRuns } from './crawls/crawl-runs.ts';

/**
 * Lets visitors of the crawl page change the state of the crawls of a folder, as `thresher pause`, `resume` and `stop` do.
 *
 * @param token secret of the server
 * @param runs runs of this server, which follow the state. Absent: it runs no crawls
 */
export function createCrawlControl(dir: string, token: string, runs?: Pick<CrawlRuns, 'start' | 'cancel'>): WebControl {
  return {
    token,
    change: (crawl, state) =>
      withCrawl({ dir, name: crawl }, 'write', async (_, { control }) => {
        await control.setState(crawl, state);
        if (state === 'open') runs?.start(crawl);
        else runs?.cancel(crawl);
      }),
  };
}
