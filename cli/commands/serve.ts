import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readCapture } from '../../shared/fetch/warc/warc-read.ts';
import { readStatus } from '../../shared/frontier/explain/read-status.ts';
import { createApp } from '../../web/app.ts';
import type { WebPorts } from '../../web/ports.ts';
import { guardRequests } from '../../web/request-guard.ts';
import { serve } from '../../web/server.ts';
import { command, DEFAULT_DIR, DIR_OPTION, EXIT, NAME_OPTION, parseNumberOption, UsageError } from '../command.ts';
import { createPageJudging } from '../judge/page-judging.ts';
import type { Terminal } from '../output/terminal.ts';
import { openStores, type Stores } from '../run/wiring.ts';
import { createCrawlSearch } from '../search-crawl.ts';
import { createTopicReports } from '../topic-reports.ts';

export const serveCommand = command({
  name: 'serve',
  usage: ['[--port N] [--host ADDRESS] [--allow-host NAME]… [--judge] [--dir DIR] [--name NAME]'],
  about: 'Serves the search page and a status page with live counts until Ctrl-C. A crawl may run at the same time.',
  options: {
    port: { type: 'string', value: 'N', help: 'port (default: 8080); 0 for any free port' },
    host: { type: 'string', value: 'ADDRESS', help: 'address to listen on (default: 127.0.0.1, this machine only)' },
    'allow-host': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'answer under this host name, besides IP addresses and local names; repeatable, *.example.org, * for all',
    },
    judge: {
      type: 'boolean',
      help: 'ask for verdicts on pages on the crawl page; everybody who can open it can answer',
    },
    dir: DIR_OPTION,
    name: { ...NAME_OPTION, help: 'show only this crawl of the folder' },
  },
  examples: [
    ['thresher serve', 'then open http://127.0.0.1:8080/'],
    ['thresher serve --host 0.0.0.0 --port 80 --dir data', 'for every machine that can reach this one'],
    ['thresher serve --judge', 'judge pages on http://127.0.0.1:8080/crawl'],
    ['thresher serve --allow-host search.example.org', 'behind a reverse proxy that passes on the host name'],
  ],
  async run({ options }, terminal) {
    const { dir = DEFAULT_DIR, host = '127.0.0.1', name } = options;
    const port = parseNumberOption('port', options.port, 0) ?? 8080;
    if (port > 65_535) throw new UsageError('--port: at most 65535');
    if (!existsSync(dir)) throw new UsageError(`${dir}: no crawl in this folder; start one with thresher crawl URL…`);
    const guard = guardRequests(options['allow-host'] ?? []);
    const stores = openStores(dir, 'read');
    try {
      const ports = webPorts(stores, name, terminal);
      const judging = options.judge ? { judging: createPageJudging(stores) } : {};
      const server = await serve(createApp({ ...ports, ...judging }, guard), { host, port });
      terminal.out(`Serving ${dir} at ${server.url} (Ctrl-C to stop)`);
      if (!terminal.interrupt.aborted) await once(terminal.interrupt, 'abort');
      await server.close();
    } finally {
      stores.close();
    }
    return EXIT.done;
  },
});

/**
 * Returns the ports of the search pages over a data folder.
 *
 * @param only the one crawl to show, or undefined for all
 */
export function webPorts(stores: Stores, only: string | undefined, terminal: Pick<Terminal, 'err'>): WebPorts {
  const { control, index, objects } = stores;
  return {
    search: createCrawlSearch(stores),
    record: (crawl, id) => index.get(crawl, id),
    status: (crawl) => readStatus(crawl, stores),
    topicReport: createTopicReports(stores),
    async crawls() {
      const newestFirst = (await control.list()).sort((a, b) => b.createdAt - a.createdAt);
      return newestFirst.map(({ crawl }) => crawl).filter((crawl) => only === undefined || crawl === only);
    },
    async capture(crawl, id) {
      const record = await index.get(crawl, id);
      if (!record) return undefined;
      const { key, offset, length } = record.capture;
      const bytes = await objects.get(key, { offset, length });
      return bytes && readCapture(bytes);
    },
    logError: (error, path) => terminal.err(`${path}: ${error instanceof Error ? error.message : String(error)}`),
  };
}
