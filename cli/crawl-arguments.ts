import { SettingsError } from '../shared/settings/faults.ts';
import { readSettings } from '../shared/settings/read-settings.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { normalize } from '../shared/url/normalize.ts';
import { hostOf } from '../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../shared/url/url-rules.ts';
import { NAME_OPTION, parseNumberOption, UsageError, type Values } from './command.ts';
import { loadCrawlFile, loadInlineSettings, type Overrides, readTextFile } from './load-crawl.ts';

/** The options of `crawl` that stand for settings. With a crawl.yaml they count instead of what it says. */
export const CRAWL_OPTIONS = {
  name: NAME_OPTION,
  topic: { type: 'string', value: 'FILE', help: 'keep only pages on this topic (weight: term=CLASS, a line each)' },
  limit: { type: 'string', value: 'N', help: 'end after so many pages' },
  depth: { type: 'string', value: 'N', help: 'follow links only so far from the seeds' },
  include: {
    type: 'string',
    multiple: true,
    value: 'P',
    help: 'only addresses that match: HOST: regex, URL regex, glob',
  },
  exclude: { type: 'string', multiple: true, value: 'P', help: 'no addresses that match' },
  sitemap: { type: 'boolean', help: 'look for /sitemap.xml too where robots.txt names none' },
  delay: { type: 'string', value: 'S', help: 'seconds between two requests to a host (default: 2)' },
  concurrency: { type: 'string', value: 'N', help: 'hosts visited at the same time (default: 64)' },
  'allow-private': { type: 'string', multiple: true, value: 'RANGE', help: 'open a private range, such as 10.0.0.0/8' },
  resolve: { type: 'string', multiple: true, value: 'P=ADDRESS', help: 'do not look these names up: *.test=127.0.0.1' },
} as const;

type Flags = Values<typeof CRAWL_OPTIONS>;

/** Which option gave a setting, to name it when it is wrong. */
const OPTION_BY_SETTING: Record<string, string> = {
  crawl: 'name',
  'topic.filters': 'topic',
  'limits.pages': 'limit',
  'limits.maxDepth': 'depth',
  allow: 'include',
  exclude: 'exclude',
  'politeness.hostPauseMs': 'delay',
  concurrency: 'concurrency',
  'network.allowPrivate': 'allow-private',
  'network.resolve': 'resolve',
};

/**
 * What the command line asks for: a crawl.yaml, or addresses.
 *
 * @throws UsageError, SettingsError
 */
export async function settingsFromArguments(operands: readonly string[], flags: Flags): Promise<Settings> {
  const over = await parseOverrides(flags);
  checkOverrides(over);
  const files = operands.filter(isCrawlFile);
  if (operands.length === 0) throw new UsageError('thresher crawl: give the sites to crawl, or a crawl.yaml');
  if (files.length === 0)
    return loadInlineSettings({ crawl: defaultCrawlName(operands[0]!), ...over, seeds: operands });
  if (operands.length > 1) throw new UsageError(`thresher crawl: ${files[0]} stands alone; its seeds are in it`);
  return loadCrawlFile(files[0]!, over);
}

export function isCrawlFile(operand: string): boolean {
  return /\.(ya?ml|json)$/i.test(operand) && !operand.includes('://');
}

/** A crawl without a name is called after its first host, so that the same command goes on with it. */
function defaultCrawlName(address: string): string {
  const seed = normalize(address, undefined, DEFAULT_URL_RULES);
  const name = (seed.kind === 'url' ? hostOf(seed.url) : '').replace(/[^a-z0-9.-]+/g, '-');
  return name.replace(/^[^a-z0-9]+|-+$/g, '').slice(0, 64) || 'main';
}

/** The topic file is read here: it is named from the current folder, not from the crawl.yaml's. */
async function parseOverrides(flags: Flags): Promise<Overrides> {
  const seconds = parseNumberOption('delay', flags.delay, 0, false);
  return dropUndefined({
    crawl: flags.name,
    topic: flags.topic === undefined ? undefined : { filters: [await loadTopicFilter(flags.topic)] },
    limits: dropUndefined({
      pages: parseNumberOption('limit', flags.limit, 1),
      maxDepth: parseNumberOption('depth', flags.depth, 0),
    }),
    allow: flags.include,
    exclude: flags.exclude,
    sitemaps: flags.sitemap ? 'usual' : undefined,
    politeness: dropUndefined({ hostPauseMs: seconds === undefined ? undefined : Math.round(seconds * 1000) }),
    concurrency: parseNumberOption('concurrency', flags.concurrency, 1),
    network: dropUndefined({ allowPrivate: flags['allow-private'], resolve: parseResolveRules(flags.resolve) }),
  });
}

async function loadTopicFilter(fileName: string) {
  return { terms: fileName, termsText: await readTextFile(fileName) };
}

function parseResolveRules(given: readonly string[] | undefined): Record<string, string> | undefined {
  if (!given) return undefined;
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1)
        throw new UsageError(`--resolve: ${text}: must be a pattern and an address, such as *.test=127.0.0.1`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

function dropUndefined(group: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(group).filter(([, value]) => value !== undefined));
}

/** Settings' own bounds, with the name of the option in the message. */
function checkOverrides(over: Overrides): void {
  try {
    readSettings({ ...over, seeds: ['http://example.org/'] });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new UsageError(...error.faults.map(({ path, message }) => `--${optionForSetting(path)}: ${message}`));
  }
}

function optionForSetting(path: readonly (string | number)[]): string {
  const name = path.join('.');
  return Object.entries(OPTION_BY_SETTING).find(([setting]) => `${name}.`.startsWith(`${setting}.`))?.[1] ?? name;
}
