import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parseRobots } from '../../../shared/robots/rules.ts';
import { evaluateSitemapQuery } from '../../../shared/robots/sitemap/sitemap-query.ts';
import type { SitemapUrl } from '../../../shared/robots/sitemap/sitemap-types.ts';
import { WALK_LIMITS, type WalkedFile, walkSitemaps } from '../../../shared/robots/sitemap/walk-sitemaps.ts';
import { formatNoun } from '../../../shared/text/format-count.ts';
import { normalize } from '../../../shared/url/normalize.ts';
import { originOf, type Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';
import { command, EXIT, type ExitCode, JSON_OPTION, JSONL_OPTION, UsageError } from '../../command.ts';
import { getRobots, openPoliteClient, type PoliteClient, WEB_OPTIONS } from '../../fetch/polite-client.ts';
import { type FilterRequest, optionalBase64, optionalString, requiredString } from '../../filter-input.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import { describeReadError } from '../../read-text-file.ts';

export const sitemapCommand = command({
  name: 'sitemap',
  usage: ['URL|FILE [--json]', '--jsonl < requests.jsonl'],
  about:
    'Lists the URLs in a sitemap and in the sitemaps that it links to. For the home page of a site, it lists the URLs of the\nsitemaps in robots.txt. The requests are logged on standard error.',
  options: { ...WEB_OPTIONS, json: JSON_OPTION, jsonl: JSONL_OPTION },
  examples: [
    ['thresher sitemap https://example.org/sitemap.xml', 'Print one URL per line'],
    ['thresher sitemap https://example.org/ --json', 'Print one URL per line, with dates, languages, images and news'],
    [
      `echo '{"id":1,"url":"https://example.org/s.xml","bodyBase64":"PHVybHNldC8+"}' | thresher sitemap --jsonl`,
      'Parse sitemaps as a filter',
    ],
  ],
  async run({ operands: [start, ...more], options }, terminal) {
    if (options.jsonl) return answerLines((request) => evaluateSitemapQuery(parseRequest(request)), terminal);
    if (start === undefined || more.length > 0)
      throw new UsageError('thresher sitemap: give exactly one URL or file, or --jsonl');
    const print = createPrinter(terminal, options.json === true);
    if (!/^https?:\/\//i.test(start)) return readSitemapFile(start, print, terminal);
    const web = openPoliteClient(options, terminal.interrupt);
    try {
      return await walkOnline(start, web, print, terminal);
    } finally {
      await web.close();
    }
  },
});

type Print = (found: SitemapUrl) => void;

function createPrinter(terminal: Terminal, json: boolean): Print {
  return (found) => {
    if (json) terminal.out(formatJson(found));
    else terminal.out([found.url, ...(found.lastModified ? [found.lastModified] : [])].map(printable).join('\t'));
  };
}

async function readSitemapFile(file: string, print: Print, terminal: Terminal): Promise<ExitCode> {
  const body = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file}: ${describeReadError(error)}`);
  });
  const { urls, sitemaps, reason } = evaluateSitemapQuery({ id: null, url: pathToFileURL(file).href, body });
  for (const found of urls) print(found);
  for (const url of sitemaps) terminal.err(`links to a sitemap: ${printable(url)}`);
  if (reason) terminal.err(`${file}: ${reason}`);
  return reason ? EXIT.errors : EXIT.done;
}

async function walkOnline(start: string, web: PoliteClient, print: Print, terminal: Terminal): Promise<ExitCode> {
  const normalized = normalize(start, undefined, DEFAULT_URL_RULES);
  if (normalized.kind === 'refused') throw new UsageError(`${start}: ${normalized.reason}`);
  let faults = 0;
  await walkSitemaps(
    await findSitemaps(normalized.url, web, terminal),
    web.fetcher,
    { ...WALK_LIMITS, signal: terminal.interrupt },
    {
      beforeRequest: web.beforeRequest,
      url: print,
      file: (walked) => {
        if (walked.reason) faults++;
        terminal.err(formatWalkedFile(walked));
      },
    },
  );
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return faults > 0 ? EXIT.errors : EXIT.done;
}

/**
 * Returns the sitemaps in robots.txt for the home page of a site, or /sitemap.xml if there are none. Any other URL is
 * taken as a sitemap.
 */
async function findSitemaps(url: Url, web: PoliteClient, terminal: Terminal): Promise<string[]> {
  const origin = originOf(url);
  if (url !== `${origin}/`) return [url];
  const item = await getRobots(origin, web);
  const named = parseRobots(item?.text ?? '', '', origin).sitemaps;
  terminal.err(`${origin}/robots.txt lists ${formatNoun(named.length, 'sitemap')}`);
  return named.length > 0 ? named : [`${origin}/sitemap.xml`];
}

function formatWalkedFile({ url, status, reason, urls, sitemaps }: WalkedFile): string {
  const what = [
    `status ${status ?? 'none'}`,
    formatNoun(urls, 'URL'),
    formatNoun(sitemaps, 'sitemap'),
    ...(reason ? [reason] : []),
  ];
  return `${printable(url)}: ${what.join(', ')}`;
}

function parseRequest(request: FilterRequest): Parameters<typeof evaluateSitemapQuery>[0] {
  const body = optionalBase64(request, 'bodyBase64');
  if (!body) throw new Error('bodyBase64 is missing');
  const contentType = optionalString(request, 'contentType');
  return { id: request['id'] ?? null, url: requiredString(request, 'url'), body, contentType };
}
