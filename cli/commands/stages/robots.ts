import type { RobotsItem } from '../../../shared/ports/robots-store.ts';
import { productToken } from '../../../shared/robots/product-token.ts';
import { reasonOfUnreachable, robotsPolicy } from '../../../shared/robots/robots-item.ts';
import { evaluateRobotsQuery } from '../../../shared/robots/robots-query.ts';
import { parseRobots } from '../../../shared/robots/rules.ts';
import { ignoredRobotsHosts } from '../../../shared/settings/robots.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { normalize } from '../../../shared/url/normalize.ts';
import { hostOf, originOf, type Url } from '../../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../../shared/url/url-rules.ts';
import { command, EXIT, type ExitCode, JSON_OPTION, JSONL_OPTION, UsageError } from '../../command.ts';
import {
  getRobots,
  MAX_CRAWL_DELAY_S,
  openPoliteClient,
  WEB_OPTIONS,
  type WebOptions,
  webOptionsOf,
} from '../../fetch/polite-client.ts';
import { type FilterRequest, optionalBase64, optionalString, requiredString } from '../../filter-input.ts';
import { loadCrawlFileWithoutSeeds } from '../../load-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';
import { printFields } from '../../output/print-fields.ts';
import type { Terminal } from '../../output/terminal.ts';
import { readTextFile } from '../../read-text-file.ts';

const PRODUCT_TOKEN = 'thresher';

export const robotsCommand = command({
  name: 'robots',
  usage: ['URL… [--json]', 'FILE URL… [--json]', '--jsonl < requests.jsonl'],
  about:
    'Checks whether robots.txt allows URLs, and prints the rule that decides. It fetches robots.txt from the host of each URL and\nshows the requests, or reads it from a file.',
  options: {
    ...WEB_OPTIONS,
    crawl: { type: 'string', value: 'FILE', help: 'use the user agent, delays and robots.ignore of this crawl.yaml' },
    json: JSON_OPTION,
    jsonl: JSONL_OPTION,
  },
  examples: [
    ['thresher robots https://example.org/private/a', 'Fetch robots.txt from example.org and check a URL'],
    ['thresher robots --crawl crawl.yaml https://example.org/a', 'Check a URL with the settings of a crawl'],
    ['thresher robots robots.txt https://example.org/private/a', 'Check a URL against a file'],
    [
      `echo '{"id":1,"robotsTxt":"User-agent: *\\nDisallow: /a","userAgent":"thresher","url":"https://example.org/a"}' | thresher robots --jsonl`,
      'Check URLs as a filter',
    ],
  ],
  async run({ operands, options: { crawl, ...given }, options: { jsonl } }, terminal) {
    const settings = crawl === undefined ? undefined : await loadCrawlFileWithoutSeeds(crawl);
    const options = settings ? { ...webOptionsOf(settings), ...given } : given;
    if (jsonl) return answerLines((request) => evaluateRobotsQuery(parseRequest(request)), terminal);
    const print = (answer: object) => {
      if (options.json) terminal.out(formatJson(answer));
      else printFields(answer, terminal);
    };
    if (operands.length > 0 && operands.every((operand) => /^https?:\/\//i.test(operand)))
      return checkOnline(operands, options, settings, print, terminal);
    const [file, ...urls] = operands;
    if (file === undefined || urls.length === 0)
      throw new UsageError('thresher robots: give URLs, a robots.txt file and URLs, or --jsonl');
    const robotsTxt = await readTextFile(file);
    const userAgent = options['user-agent'] ?? PRODUCT_TOKEN;
    for (const url of urls) {
      const { id: _, ...answer } = evaluateRobotsQuery({ id: null, robotsTxt, userAgent, url });
      print({ url, ...answer });
    }
    return EXIT.done;
  },
});

/** Fetches the robots.txt of each origin once and prints the result for each URL. */
async function checkOnline(
  addresses: readonly string[],
  options: WebOptions,
  settings: Settings | undefined,
  print: (answer: object) => void,
  terminal: Terminal,
): Promise<ExitCode> {
  const web = openPoliteClient(options, terminal.interrupt);
  const items = new Map<string, RobotsItem | undefined>();
  try {
    for (const address of addresses) {
      const normalized = normalize(address, undefined, DEFAULT_URL_RULES);
      if (normalized.kind === 'refused') throw new UsageError(`${address}: ${normalized.reason}`);
      const origin = originOf(normalized.url);
      const from = web.requests.length;
      if (!items.has(origin)) items.set(origin, await getRobots(origin, web));
      const item = items.get(origin);
      if (!item) return EXIT.interrupted;
      const requested = web.requests.slice(from).map(({ url, status, detail }) => `${url}: ${status ?? detail}`);
      const result = checkUrl(item, normalized.url, options['user-agent'] ?? PRODUCT_TOKEN, web.clock.now());
      print({ url: normalized.url, asked: requested, ...crawlExceptions(normalized.url, result, settings), ...result });
    }
    return EXIT.done;
  } finally {
    await web.close();
  }
}

function checkUrl(item: RobotsItem, url: Url, userAgent: string, now: number) {
  const standing = robotsPolicy(item, now);
  const rules = parseRobots(item.text, productToken(userAgent), item.origin);
  const allowed = standing === 'rules' ? rules.allowed(url) : standing === 'allow-all';
  const { crawlDelayS: crawlDelay, visitTime, sitemaps } = rules;
  const reason = allowed ? null : standing === 'rules' ? 'robots' : reasonOfUnreachable(item);
  const preferences = standing === 'rules' ? rules.preferences(url) : {};
  return { allowed, reason, standing, rule: rules.rule(url), crawlDelay, visitTime, preferences, sitemaps };
}

/** Returns where the crawl deviates from robots.txt: ignored hosts and capped delays. Empty if it does not deviate. */
function crawlExceptions(
  url: Url,
  { crawlDelay }: ReturnType<typeof checkUrl>,
  settings: Settings | undefined,
): object {
  const cap = settings?.politeness.crawlDelayCapS ?? MAX_CRAWL_DELAY_S;
  const isCapped = crawlDelay !== null && crawlDelay > cap;
  const isIgnored = settings && ignoredRobotsHosts(settings.robots)?.(hostOf(url));
  return {
    ...(isIgnored && { ignored: `this crawl ignores robots.txt of ${hostOf(url)} (robots.ignore)` }),
    ...(isCapped && { capped: `${cap} s instead of ${crawlDelay} s (crawl-delay-capped)` }),
  };
}

function parseRequest(request: FilterRequest): Parameters<typeof evaluateRobotsQuery>[0] {
  const robotsTxt = optionalString(request, 'robotsTxt');
  const robotsTxtBase64 = optionalString(request, 'robotsTxtBase64');
  if (robotsTxt === undefined && robotsTxtBase64 === undefined)
    throw new Error('robotsTxt or robotsTxtBase64 is missing');
  optionalBase64(request, 'robotsTxtBase64');
  const userAgent = optionalString(request, 'userAgent') ?? PRODUCT_TOKEN;
  return { id: request['id'] ?? null, robotsTxt, robotsTxtBase64, userAgent, url: requiredString(request, 'url') };
}
