import type { RobotsItem } from '../../shared/ports/robots-store.ts';
import { robotsStanding } from '../../shared/robots/answer.ts';
import { productToken } from '../../shared/robots/product-token.ts';
import { answerRobots } from '../../shared/robots/robots-line.ts';
import { readRobots } from '../../shared/robots/rules.ts';
import { ignoresRobots } from '../../shared/settings/robots.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { hostOf, originOf, type Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';
import { command, EXIT, type ExitCode, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { loadCrawlFile, readText } from '../load-crawl.ts';
import { printFields } from '../output/fields.ts';
import { answerLines } from '../output/json-lines.ts';
import type { Terminal } from '../output/terminal.ts';
import { optionalBytes, optionalText, type Question, text } from '../question.ts';
import {
  askRobots,
  MOST_PAUSE_S,
  openOneUrl,
  WEB_OPTIONS,
  type WebOptions,
  webOptionsOf,
} from '../seeds/polite-client.ts';

const AGENT = 'thresher';

export const robotsCommand = command({
  name: 'robots',
  usage: ['URL… [--json]', 'FILE URL… [--json]', '--jsonl < questions'],
  about:
    'What a robots.txt says of addresses: whether they may be fetched, and by which line. It is asked for where the addresses are, every step told, or read from a file.',
  options: {
    ...WEB_OPTIONS,
    crawl: { type: 'string', value: 'FILE', help: 'ask as the crawl of this crawl.yaml would' },
    json: JSON_OUT,
    jsonl: JSONL,
  },
  examples: [
    ['thresher robots https://example.org/private/a', 'asks example.org for its robots.txt'],
    ['thresher robots --crawl crawl.yaml https://example.org/a', 'with its name, its longest pause, and robots.ignore'],
    ['thresher robots robots.txt https://example.org/private/a', 'allowed, crawl-delay, and the line that decided'],
    [
      `echo '{"id":1,"robotsTxt":"User-agent: *\\nDisallow: /a","userAgent":"thresher","url":"https://example.org/a"}' | thresher robots --jsonl`,
      'as a filter',
    ],
  ],
  async run({ operands, options: { crawl, ...given }, options: { jsonl } }, terminal) {
    const settings = crawl === undefined ? undefined : await loadCrawlFile(crawl);
    const options = settings ? { ...webOptionsOf(settings), ...given } : given;
    if (jsonl) return answerLines((question) => answerRobots(questionOf(question)), terminal);
    const print = (answer: object) => {
      if (options.json) terminal.out(JSON.stringify(answer));
      else printFields(answer, terminal);
    };
    if (operands.length > 0 && operands.every((operand) => /^https?:\/\//i.test(operand)))
      return askAll(operands, options, settings, print, terminal);
    const [file, ...urls] = operands;
    if (file === undefined || urls.length === 0)
      throw new UsageError('thresher robots: give addresses, with a file or without, or --jsonl');
    const robotsTxt = await readText(file);
    const userAgent = options['user-agent'] ?? AGENT;
    for (const url of urls) {
      const { id: _, ...answer } = answerRobots({ id: null, robotsTxt, userAgent, url });
      print({ url, ...answer });
    }
    return EXIT.done;
  },
});

/** Asks each origin once, and tells what became of it with each address. */
async function askAll(
  addresses: readonly string[],
  options: WebOptions,
  settings: Settings | undefined,
  print: (answer: object) => void,
  terminal: Terminal,
): Promise<ExitCode> {
  const web = openOneUrl(options, terminal.interrupt);
  const items = new Map<string, RobotsItem | undefined>();
  try {
    for (const address of addresses) {
      const normalized = normalize(address, undefined, DEFAULT_URL_RULES);
      if (normalized.kind === 'refused') throw new UsageError(`${address}: ${normalized.reason}`);
      const origin = originOf(normalized.url);
      const from = web.asked.length;
      if (!items.has(origin)) items.set(origin, await askRobots(origin, web));
      const item = items.get(origin);
      if (!item) return EXIT.interrupted;
      const asked = web.asked.slice(from).map(({ url, status, detail }) => `${url}: ${status ?? detail}`);
      const said = saidOf(item, normalized.url, options['user-agent'] ?? AGENT, web.clock.now());
      print({ url: normalized.url, asked, ...doneOf(normalized.url, said, settings), ...said });
    }
    return EXIT.done;
  } finally {
    await web.close();
  }
}

function saidOf(item: RobotsItem, url: Url, userAgent: string, now: number) {
  const standing = robotsStanding(item, now);
  const rules = readRobots(item.text, productToken(userAgent), item.origin);
  const allowed = standing === 'rules' ? rules.allowed(url) : standing === 'allow-all';
  const { crawlDelayS: crawlDelay, visitTime, sitemaps } = rules;
  const reason = allowed ? null : standing === 'rules' ? 'robots' : 'robots-unreachable';
  return { allowed, reason, standing, rule: rules.rule(url), crawlDelay, visitTime, sitemaps };
}

/** Where a crawl does otherwise than it is told: nothing where it does as it is told. */
function doneOf(url: Url, { crawlDelay }: ReturnType<typeof saidOf>, settings: Settings | undefined): object {
  const cap = settings?.politeness.crawlDelayCapS ?? MOST_PAUSE_S;
  const isCapped = crawlDelay !== null && crawlDelay > cap;
  const isIgnored = settings && ignoresRobots(settings.robots)?.(hostOf(url));
  return {
    ...(isIgnored && { ignored: `robots.txt forbids nothing to this crawl: robots.ignore names ${hostOf(url)}` }),
    ...(isCapped && { capped: `${cap} s instead of ${crawlDelay} s (crawl-delay-capped)` }),
  };
}

function questionOf(question: Question): Parameters<typeof answerRobots>[0] {
  const robotsTxt = optionalText(question, 'robotsTxt');
  const robotsTxtBase64 = optionalText(question, 'robotsTxtBase64');
  if (robotsTxt === undefined && robotsTxtBase64 === undefined)
    throw new Error('robotsTxt or robotsTxtBase64 is missing');
  optionalBytes(question, 'robotsTxtBase64');
  const userAgent = optionalText(question, 'userAgent') ?? AGENT;
  return { id: question['id'] ?? null, robotsTxt, robotsTxtBase64, userAgent, url: text(question, 'url') };
}
