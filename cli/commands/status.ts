import { readStatus } from '../../shared/frontier/explain/read-status.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { administer, crawlOf } from '../aws/api.ts';
import { isAws, openStack, TARGET, type TargetOptions } from '../aws/target.ts';
import { command, DIR, EXIT, JSON_OUT, NAME } from '../command.ts';
import { type Place, withCrawl } from '../open-crawl.ts';
import { statusLines } from '../output/status-lines.ts';
import type { Terminal } from '../output/terminal.ts';
import { storedSettings } from '../run/crawl-settings.ts';

export const statusCommand = command({
  name: 'status',
  usage: ['[--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about: 'What a crawl is doing and has done. A running one may be asked too.',
  options: { dir: DIR, name: NAME, json: JSON_OUT, ...TARGET },
  examples: [
    ['thresher status', 'the crawl of the folder .thresher'],
    ['thresher status --dir data --name plants --json', 'one of several, as JSON'],
    ['thresher status --target aws', 'the crawl of the stack that was deployed from here'],
    ['thresher status --target aws --stack Other --region eu-north-1', 'of any stack of the account'],
  ],
  async run({ options }, terminal) {
    const status = await (isAws(options) ? statusOnAws(options, terminal) : statusHere(options));
    if (options.json) terminal.out(JSON.stringify(status));
    else for (const line of statusLines(status)) terminal.out(line);
    return EXIT.done;
  },
});

function statusHere(place: Place): Promise<CrawlStatus> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { settings } = await storedSettings(crawl, stores);
    const status = await readStatus(crawl, stores, settings);
    if (!status) throw new Error(`crawl ${crawl} is gone`);
    return status;
  });
}

async function statusOnAws(options: TargetOptions & Place, terminal: Terminal): Promise<CrawlStatus> {
  const stack = await openStack(options, terminal);
  return administer<CrawlStatus>(stack, { action: 'status', crawl: await crawlOf(stack, options.name) });
}
