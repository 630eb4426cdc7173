import { readStatus } from '../../shared/frontier/read-status.ts';
import type { CrawlStatus } from '../../shared/frontier/status.ts';
import { command, DIR, EXIT, JSON_OUT, NAME } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import { count, listed, percent, relevantShare } from '../progress.ts';

export const statusCommand = command({
  name: 'status',
  usage: ['[--dir DIR] [--name NAME] [--json]'],
  about: 'What a crawl is doing and has done. A running one may be asked too.',
  options: { dir: DIR, name: NAME, json: JSON_OUT },
  examples: [
    ['thresher status', 'the crawl of the folder .thresher'],
    ['thresher status --dir data --name plants --json', 'one of several, as JSON'],
  ],
  run({ options }, terminal) {
    return withCrawl(options, 'read', async ({ crawl }, stores) => {
      const status = await readStatus(crawl, stores);
      if (!status) throw new Error(`crawl ${crawl} is gone`);
      if (options.json) terminal.out(JSON.stringify(status));
      else for (const line of statusLines(status)) terminal.out(line);
      return EXIT.done;
    });
  },
});

function statusLines(status: CrawlStatus): string[] {
  const share = relevantShare(status.verdicts);
  const rows: [string, string][] = [
    ['crawl', status.crawl],
    ['state', status.state],
    ['pages', `${count(status.pages)}${status.pages > 0 ? `: ${listed(status.outcomes)}` : ''}`],
    ['reasons', listed(status.reasons)],
    ['topic', share === undefined ? '' : `${percent(share)} relevant: ${listed(status.verdicts)}`],
    ['records', count(status.records)],
    ['hosts', `${count(status.hosts)}, ${count(status.due)} due`],
  ];
  return rows.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(8)} ${value}`);
}
