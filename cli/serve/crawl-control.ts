import type { WebControl } from '../../web/control/control.ts';
import { withCrawl } from '../open-crawl.ts';

/** Lets visitors of the crawl page pause and resume the crawls of a folder, as \`thresher pause\` and \`thresher resume\` do. @param token secret of the server */
export function createCrawlControl(dir: string, token: string): WebControl {
  return {
    token,
    change: (crawl, state) =>
      withCrawl({ dir, name: crawl }, 'write', async (_, { control }) => {
        await control.setState(crawl, state);
      }),
  };
}
