import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { command, DEFAULT_DIR, DIR_OPTION, EXIT, NAME_OPTION, UsageError } from '../command.ts';
import { explainStoredUrl } from '../explain-stored-url.ts';
import { checkCrawlName } from '../open-crawl.ts';
import { reopeningPorts } from '../serve/reopening-ports.ts';
import { updateIndex } from '../serve/threaded-ports.ts';
import { webPorts } from '../web-ports.ts';

/** Where `thresher serve` answers by default. */
const DEFAULT_URL = 'http://127.0.0.1:8080';

export const mcpCommand = command({
  name: 'mcp',
  usage: ['[--dir DIR] [--name NAME] [--url URL]'],
  about:
    'Lets a language model search the crawls of a folder: a server of the Model Context Protocol on standard input and output. It only reads.',
  options: {
    dir: DIR_OPTION,
    name: { ...NAME_OPTION, help: 'show only this crawl of the folder' },
    url: {
      type: 'string',
      value: 'URL',
      help: `where thresher serve shows this folder, for links to cached copies (default: ${DEFAULT_URL})`,
    },
  },
  examples: [
    ['thresher mcp --dir data', 'the command that an MCP client starts'],
    ['thresher mcp --url https://search.example.org', 'citations link to a public server'],
  ],
  async run({ options }, terminal) {
    const { dir = DEFAULT_DIR, name, url = DEFAULT_URL } = options;
    if (!existsSync(dir)) throw new UsageError(`${dir}: no crawl in this folder; start one with thresher crawl URL…`);
    const link = URL.parse(url);
    if (!link || !/^https?:$/.test(link.protocol)) throw new UsageError(`--url: ${url}: must be an http or https URL`);
    const { serveMcp } = await import('../mcp/serve-mcp.ts');
    await updateIndex(dir);
    await checkCrawlName(dir, name);
    const { ports, close } = reopeningPorts(dir, (stores) => ({
      ...webPorts(stores, name, terminal, dir),
      explain: explainStoredUrl(stores),
    }));
    try {
      const server = serveMcp({ ports, origin: link.origin }, (error) => terminal.err(error.message));
      if (!terminal.interrupt.aborted) await Promise.race([once(terminal.interrupt, 'abort'), server.closed]);
      await server.close();
    } finally {
      close();
    }
    return EXIT.done;
  },
});
