import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { readRobots } from '../../shared/robots/rules.ts';
import type { SitemapUrl } from '../../shared/robots/sitemap/sitemap.ts';
import { answerSitemap } from '../../shared/robots/sitemap/sitemap-line.ts';
import { WALK_LIMITS, type WalkedFile, walkSitemaps } from '../../shared/robots/sitemap/walk-sitemaps.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { originOf, type Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';
import { command, EXIT, type ExitCode, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { whyNot } from '../load-crawl.ts';
import { answerLines } from '../output/json-lines.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { optionalBytes, optionalText, type Question, text } from '../question.ts';
import { askRobots, type OneUrl, openOneUrl, WEB_OPTIONS } from '../seeds/polite-client.ts';

export const sitemapCommand = command({
  name: 'sitemap',
  usage: ['URL|FILE [--json]', '--jsonl < questions'],
  about:
    'The addresses that a sitemap names, with those of the sitemaps named in it; of a site (its first page) those that its robots.txt names. What was asked stands on standard error.',
  options: { ...WEB_OPTIONS, json: JSON_OUT, jsonl: JSONL },
  examples: [
    ['thresher sitemap https://example.org/sitemap.xml', 'an address a line'],
    ['thresher sitemap https://example.org/ --json', 'with dates, languages, pictures and news, an address a line'],
    [
      `echo '{"id":1,"url":"https://example.org/s.xml","bodyBase64":"PHVybHNldC8+"}' | thresher sitemap --jsonl`,
      'as a filter',
    ],
  ],
  async run({ operands: [start, ...more], options }, terminal) {
    if (options.jsonl) return answerLines((question) => answerSitemap(questionOf(question)), terminal);
    if (start === undefined || more.length > 0)
      throw new UsageError('thresher sitemap: give one URL or file, or --jsonl');
    const print = printer(terminal, options.json === true);
    if (!/^https?:\/\//i.test(start)) return readOne(start, print, terminal);
    const web = openOneUrl(options, terminal.interrupt);
    try {
      return await walk(start, web, print, terminal);
    } finally {
      await web.close();
    }
  },
});

type Print = (found: SitemapUrl) => void;

function printer(terminal: Terminal, json: boolean): Print {
  return (found) => {
    if (json) terminal.out(JSON.stringify(found));
    else terminal.out([found.url, ...(found.lastModified ? [found.lastModified] : [])].map(printable).join('\t'));
  };
}

async function readOne(file: string, print: Print, terminal: Terminal): Promise<ExitCode> {
  const body = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file}: ${whyNot(error)}`);
  });
  const { urls, sitemaps, reason } = answerSitemap({ id: null, url: pathToFileURL(file).href, body });
  for (const found of urls) print(found);
  for (const url of sitemaps) terminal.err(`names a sitemap: ${printable(url)}`);
  if (reason) terminal.err(`${file}: ${reason}`);
  return reason ? EXIT.errors : EXIT.done;
}

async function walk(start: string, web: OneUrl, print: Print, terminal: Terminal): Promise<ExitCode> {
  const normalized = normalize(start, undefined, DEFAULT_URL_RULES);
  if (normalized.kind === 'refused') throw new UsageError(`${start}: ${normalized.reason}`);
  let faults = 0;
  await walkSitemaps(
    await startsOf(normalized.url, web, terminal),
    web.fetcher,
    { ...WALK_LIMITS, signal: terminal.interrupt },
    {
      beforeRequest: web.beforeRequest,
      url: print,
      file: (walked) => {
        if (walked.reason) faults++;
        terminal.err(told(walked));
      },
    },
  );
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  return faults > 0 ? EXIT.errors : EXIT.done;
}

/** Of a site's first page what its robots.txt names, and the usual place where it names none. */
async function startsOf(url: Url, web: OneUrl, terminal: Terminal): Promise<string[]> {
  const origin = originOf(url);
  if (url !== `${origin}/`) return [url];
  const item = await askRobots(origin, web);
  const named = readRobots(item?.text ?? '', '', origin).sitemaps;
  terminal.err(`${origin}/robots.txt names ${named.length} sitemaps`);
  return named.length > 0 ? named : [`${origin}/sitemap.xml`];
}

function told({ url, status, reason, urls, sitemaps }: WalkedFile): string {
  const what = [`status ${status ?? 'none'}`, `${urls} URLs`, `${sitemaps} sitemaps`, ...(reason ? [reason] : [])];
  return `${printable(url)}: ${what.join(', ')}`;
}

function questionOf(question: Question): Parameters<typeof answerSitemap>[0] {
  const body = optionalBytes(question, 'bodyBase64');
  if (!body) throw new Error('bodyBase64 is missing');
  const contentType = optionalText(question, 'contentType');
  return { id: question['id'] ?? null, url: text(question, 'url'), body, contentType };
}
