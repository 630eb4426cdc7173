import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Hono } from 'hono';
import { LANGUAGES } from '../../web/language/table.ts';
import { serve } from '../../web/server.ts';
import { createSqiSessions } from '../../web/sqi/sessions.ts';
import { createHandIn } from '../annotations/hand-in.ts';
import { checkAnnotators } from '../annotations/page-annotations.ts';
import { CRAWL_OPTIONS, command, DEFAULT_DIR, EXIT, NAME_OPTION, parseNumberOption, UsageError } from '../command.ts';
import { checkCrawlName } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { createDataFolder } from '../run/folder/data-folder.ts';
import { openCrawlManager } from '../serve/crawls/open-manager.ts';
import { folderApp } from '../serve/folder-app.ts';
import { readOnlyStores } from '../serve/read-only-stores.ts';
import { startSearchThreads } from '../serve/search-threads.ts';
import { queryLogOf, siteOf } from '../serve/serve-options.ts';
import { updateIndex } from '../serve/threaded-ports.ts';

/** Default of `--search-limit`. A search of millions of records takes less than one second. Seconds. */
const SEARCH_LIMIT_S = 10;

/** Codes of errors for an address that this machine does not have, and for a name that does not resolve. */
const WRONG_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

export const serveCommand = command({
  name: 'serve',
  usage: [
    '[--port N] [--host ADDRESS] [--allow-host NAME]… [--allow-origin ORIGIN]… [--rate N] [--search-limit S] [--query-log FILE] [--judge] [--control] [--admin-token env:NAME] [--continue] [--no-explain] [--language CODE] [--site-name TEXT] [--footer-link LABEL=ADDRESS]… [--contact MAIL] [--sqi-source ORIGIN]… [--dir DIR] [--name NAME] [--json]',
  ],
  about:
    'Serves the search page, the crawl page with live counts, and the HTTP API (JSON, feeds, MCP, SRU, SQI, OAI-PMH) until Ctrl-C. A crawl may run at the same time.',
  options: {
    port: { type: 'string', value: 'N', help: 'port (default: 8080); 0 for any free port' },
    host: { type: 'string', value: 'ADDRESS', help: 'address to listen on (default: 127.0.0.1, this machine only)' },
    'allow-host': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'answer under this host name, besides IP addresses and local names; repeatable, *.example.org, * for all',
    },
    'allow-origin': {
      type: 'string',
      multiple: true,
      value: 'ORIGIN',
      help: 'let scripts of this website, such as https://library.example, read responses (CORS); repeatable, * for all',
    },
    rate: {
      type: 'string',
      value: 'N',
      help: 'answer at most N requests a second to each client, and refuse more with status 429 (default: no limit)',
    },
    'search-limit': {
      type: 'string',
      value: 'S',
      help: `end a search that takes longer than S seconds, with status 503 (default: ${SEARCH_LIMIT_S})`,
    },
    'query-log': {
      type: 'string',
      value: 'FILE',
      help: 'append each search to this file, one line of JSON: time, query, filters, number of results, but not who searched (docs/site-search.md)',
    },
    judge: {
      type: 'boolean',
      help: 'ask for verdicts on pages on the crawl page; everybody who can open it can answer',
    },
    control: {
      type: 'boolean',
      help: 'show buttons on the crawl page that pause, stop and resume the crawl; everybody who can open it can use them',
    },
    'admin-token': {
      type: 'string',
      value: 'env:NAME',
      help: 'let programs with the token in this environment variable create, run, pause and stop crawls over HTTP (/crawls)',
    },
    continue: {
      type: 'boolean',
      help: 'with --admin-token: at the start, run all open crawls that are not finished (default: only those that requests name)',
    },
    'no-explain': {
      type: 'boolean',
      help: 'do not explain URLs (`/explain`, and the tool explain_url of MCP), which shows URL rules, and URLs that are not in the index',
    },
    language: {
      type: 'string',
      value: 'CODE',
      help: `language of the pages for visitors whose browser asks for none of ${LANGUAGES.join(', ')} (default: en)`,
    },
    'site-name': {
      type: 'string',
      value: 'TEXT',
      help: 'name of the site on its pages and in its feeds (default: Thresher)',
    },
    'footer-link': {
      type: 'string',
      multiple: true,
      value: 'LABEL=ADDRESS',
      help: 'link to this address, mail address (mailto:) or path below each page, such as Imprint=https://library.example/imprint; repeatable',
    },
    contact: {
      type: 'string',
      value: 'MAIL',
      help: 'mail address for harvesters (OAI-PMH; default: webmaster at the host name of the request)',
    },
    'sqi-source': {
      type: 'string',
      multiple: true,
      value: 'ORIGIN',
      help: 'send results of asynchronous queries (SQI) to addresses of this portal, such as https://portal.example; repeatable',
    },
    dir: CRAWL_OPTIONS.dir,
    name: { ...NAME_OPTION, help: 'show only this crawl of the folder' },
    json: { ...CRAWL_OPTIONS.json, help: 'print {dir, url} as JSON once the server listens, such as with --port 0' },
  },
  examples: [
    ['thresher serve', 'then open http://127.0.0.1:8080/'],
    ['thresher serve --host 0.0.0.0 --port 80 --dir data', 'for every machine that can reach this one'],
    ['thresher serve --judge', 'judge pages on http://127.0.0.1:8080/crawl'],
    [
      'thresher serve --admin-token env:ADMIN_TOKEN --continue',
      'run crawls that programs create over HTTP, see docs/api.md',
    ],
    ['thresher serve --allow-host search.example.org', 'behind a reverse proxy that passes on the host name'],
  ],
  async run({ options }, terminal) {
    const { dir = DEFAULT_DIR, host = '127.0.0.1', name } = options;
    const port = parseNumberOption('port', options.port, 0) ?? 8080;
    if (port > 65_535) throw new UsageError('--port: at most 65535');
    const { 'admin-token': adminToken } = options;
    if (adminToken === undefined && options.continue) throw new UsageError('--continue: requires --admin-token');
    if (adminToken !== undefined && name !== undefined)
      throw new UsageError('--name: not possible with --admin-token, which manages all crawls of the folder');
    const manager = adminToken === undefined ? undefined : openCrawlManager(dir, adminToken, terminal);
    if (manager) createDataFolder(dir);
    if (!existsSync(dir)) throw new UsageError(`${dir}: no crawl in this folder; start one with thresher crawl URL…`);
    const { guards, ...site } = siteOf(options, terminal.interrupt);
    const limitS = parseNumberOption('search-limit', options['search-limit'], 1) ?? SEARCH_LIMIT_S;
    const logSearch = queryLogOf(options['query-log'], terminal);
    await updateIndex(dir);
    await checkCrawlName(dir, name);
    const printed = new Set<string>();
    const handIn = createHandIn(dir, terminal);
    await checkAnnotators(dir, terminal, printed);
    const searchLimitMs = 1000 * limitS;
    const threads = startSearchThreads(dir, { limitMs: searchLimitMs });
    const appOf = folderApp({
      ...{ dir, only: name, terminal, printed, threads, manager, handIn, guards },
      ...{ explains: !options['no-explain'], judges: options.judge, controls: options.control },
      site: { ...site, sqiSessions: createSqiSessions(), ...(logSearch && { logSearch }) },
    });
    const apps = readOnlyStores(dir, appOf);
    try {
      apps.current();
      const fetch: Hono['fetch'] = (...request) => apps.run((app) => app.fetch(...request));
      const server = await serve({ fetch }, { host, port, searchLimitMs }).catch((error: NodeJS.ErrnoException) => {
        if (!WRONG_HOST.has(error.code ?? '')) throw error;
        throw new UsageError(`--host: ${host}: is no address of this machine`);
      });
      if (options.continue) await manager?.continueAll();
      terminal.out(
        options.json ? formatJson({ dir, url: server.url }) : `Serving ${dir} at ${server.url} (Ctrl-C to stop)`,
      );
      if (!terminal.interrupt.aborted) await once(terminal.interrupt, 'abort');
      await Promise.all([server.close(), manager?.close()]);
    } finally {
      await manager?.close();
      apps.close();
      await threads.close();
    }
    return EXIT.done;
  },
});
