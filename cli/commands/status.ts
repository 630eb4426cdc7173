import { readStatus } from '../../shared/frontier/explain/read-status.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import { command, DIR_OPTION, EXIT, JSON_OPTION, NAME_OPTION } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { statusLines } from '../output/status-lines.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';

export const statusCommand = command({
  name: 'status',
  usage: ['[--dir DIR] [--name NAME] [--json] [--target aws [--stack NAME]]'],
  about: 'Shows the state of a crawl, its counts and its limits. The crawl may be running.',
  options: { dir: DIR_OPTION, name: NAME_OPTION, json: JSON_OPTION, ...TARGET_OPTIONS },
  examples: [
    ['thresher status', 'Show the crawl in the folder .thresher'],
    ['thresher status --dir data --name plants --json', 'Show one of several crawls, as JSON'],
    ['thresher status --target aws', 'Show the crawl in the stack deployed from this folder'],
    ['thresher status --target aws --stack Other --region eu-north-1', 'Show the crawl in any stack of the account'],
  ],
  async run({ options }, terminal) {
    const status = await (targetsAws(options) ? fetchStackStatus(options, terminal) : readLocalStatus(options));
    if (options.json) terminal.out(JSON.stringify(status));
    else for (const line of statusLines(status)) terminal.out(line);
    return EXIT.done;
  },
});

function readLocalStatus(place: CrawlLocation): Promise<CrawlStatus> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const { settings } = await loadStoredSettings(crawl, stores);
    const status = await readStatus(crawl, stores, settings);
    if (!status) throw new Error(`crawl ${crawl} was deleted while its status was read`);
    return status;
  });
}

async function fetchStackStatus(options: TargetOptions & CrawlLocation, terminal: Terminal): Promise<CrawlStatus> {
  const stack = await openStack(options, terminal);
  return callAdmin(stack, { action: 'status', crawl: await resolveCrawl(stack, options.name) });
}
