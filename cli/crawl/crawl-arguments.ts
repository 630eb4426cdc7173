import { COUNTED_PAGE } from '../../shared/frontier/counted-page.ts';
import { SettingsError } from '../../shared/settings/faults.ts';
import { mergeSettings } from '../../shared/settings/presets.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { settingPaths, settingsFromEnvironment, variableOf } from '../../shared/settings/sources/environment.ts';
import type { SettingsLayer } from '../../shared/settings/sources/print-settings.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { hostOf } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';
import { NAME_OPTION, parseNumberOption, UsageError, type Values } from '../command.ts';
import { parseResolveRules } from '../fetch/resolve-rules.ts';
import { isCrawlFile, loadCrawlFile, loadInlineSettings, type Overrides } from '../load-crawl.ts';
import { isTopicCrawlFile } from '../load-topic.ts';
import { readTopicFilter } from '../topic-file.ts';

/** Options of `crawl` that set a setting. They override the crawl.yaml. */
export const SETTING_OPTIONS = {
  name: NAME_OPTION,
  topic: {
    type: 'string',
    value: 'FILE',
    help: 'keep only pages on the topic of this file: a topic definition (one `weight: term=CLASS` per line), or a model of `thresher train`',
  },
  follow: {
    type: 'string',
    value: 'WHICH',
    help: 'pages whose links are followed: `all` (default; links are ranked), or `relevant`, which keeps a crawl small',
  },
  limit: { type: 'string', value: 'N', help: `maximum number of pages to fetch. ${COUNTED_PAGE}` },
  depth: { type: 'string', value: 'N', help: 'maximum number of links between a seed and a page' },
  include: {
    type: 'string',
    multiple: true,
    value: 'P',
    help: 'only URLs that match: HOST: regex, URL regex or glob; repeatable',
  },
  exclude: { type: 'string', multiple: true, value: 'P', help: 'no URLs that match; same patterns; repeatable' },
  sitemap: { type: 'boolean', help: 'also try /sitemap.xml if robots.txt lists no sitemaps' },
  delay: { type: 'string', value: 'S', help: 'minimum seconds between two requests to a host (default: 2)' },
  concurrency: { type: 'string', value: 'N', help: 'maximum number of hosts visited in parallel (default: 64)' },
  render: {
    type: 'boolean',
    help: 'load pages that have scripts and hardly any text in a browser (needs Chromium; see docs/rendering.md)',
  },
  'user-agent': {
    type: 'string',
    value: 'S',
    help: 'User-Agent header, with a URL or mail address of yours; its name before the first slash or space is the one that robots.txt addresses',
  },
  'allow-private': {
    type: 'string',
    multiple: true,
    value: 'RANGE',
    help: 'allow a private address range, such as 10.0.0.0/8; repeatable',
  },
  resolve: {
    type: 'string',
    multiple: true,
    value: 'P=ADDRESS',
    help: 'resolve host names without DNS, such as *.test=127.0.0.1; repeatable',
  },
} as const;

type Flags = Values<typeof SETTING_OPTIONS>;

/** Option that sets a setting, for error messages. */
const OPTION_BY_SETTING: Record<string, string> = {
  crawl: 'name',
  'topic.filters': 'topic',
  'topic.follow': 'follow',
  'limits.pages': 'limit',
  'limits.maxDepth': 'depth',
  allow: 'include',
  exclude: 'exclude',
  'politeness.hostPauseMs': 'delay',
  concurrency: 'concurrency',
  'rendering.emptyPages': 'render',
  userAgent: 'user-agent',
  'network.allowPrivate': 'allow-private',
  'network.resolve': 'resolve',
};

/**
 * Builds the settings of a crawl from the arguments: a crawl.yaml, or URLs. Environment variables override the file, and
 * options override both.
 *
 * @throws UsageError, SettingsError
 */
export async function settingsFromArguments(
  operands: readonly string[],
  flags: Flags,
  env: Environment = {},
): Promise<Settings> {
  const [options, environment] = await overrideLayers(flags, env);
  const over = mergeSettings(environment!.given as Overrides, options!.given as Overrides);
  const files = operands.filter(isCrawlFile);
  if (operands.length === 0)
    throw new UsageError(
      'thresher crawl: give the URLs to crawl, a crawl.yaml, or (without --target aws) the --name of a crawl of the folder',
    );
  if (files.length === 0)
    return loadInlineSettings({ crawl: defaultCrawlName(operands[0]!), ...over, seeds: operands });
  if (operands.length > 1)
    throw new UsageError(`thresher crawl: ${files[0]}: give no other arguments; list the seeds in the file`);
  return loadCrawlFile(files[0]!, over);
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the settings from options and from environment variables, in this order.
 *
 * @throws UsageError naming the invalid options and variables
 */
export async function overrideLayers(flags: Flags, env: Environment): Promise<SettingsLayer[]> {
  const over = await parseOverrides(flags);
  checkOverrides(over, (path) => `--${optionForSetting(path)}`);
  const { given, faults } = settingsFromEnvironment(env);
  if (faults.length > 0) throw new UsageError(...faults.map(({ path, message }) => `${path[0]}: ${message}`));
  checkOverrides(given, variableOfFault);
  return [
    { given: over, describe: (path) => `--${optionForSetting(path)}` },
    { given, describe: variableOf },
  ];
}

/** Returns the variable that sets a setting, or the group that holds it. */
function variableOfFault(path: readonly (string | number)[]): string {
  const known = settingPaths().find((one) => one.every((key, i) => key === path[i]));
  return variableOf(known ?? path);
}

/** Derives the name of a crawl from the host of its first seed, so that the same command resumes the crawl. */
export function defaultCrawlName(address: string): string {
  const seed = normalize(address, undefined, DEFAULT_URL_RULES);
  const name = (seed.kind === 'url' ? hostOf(seed.url) : '').replace(/[^a-z0-9.-]+/g, '-');
  return name.replace(/^[^a-z0-9]+|-+$/g, '').slice(0, 64) || 'main';
}

/**
 * Converts the options to settings. The topic file is read here, because its name is relative to the current folder and
 * not to the crawl.yaml.
 */
async function parseOverrides(flags: Flags): Promise<Overrides> {
  const seconds = parseNumberOption('delay', flags.delay, 0, false);
  return dropUndefined({
    crawl: flags.name,
    topic: await topicOf(flags),
    limits: dropUndefined({
      pages: parseNumberOption('limit', flags.limit, 1),
      maxDepth: parseNumberOption('depth', flags.depth, 0),
    }),
    allow: flags.include,
    exclude: flags.exclude,
    sitemaps: flags.sitemap ? 'usual' : undefined,
    rendering: dropUndefined({ emptyPages: flags.render || undefined }),
    politeness: dropUndefined({ hostPauseMs: seconds === undefined ? undefined : Math.round(seconds * 1000) }),
    userAgent: flags['user-agent'],
    concurrency: parseNumberOption('concurrency', flags.concurrency, 1),
    network: dropUndefined({
      allowPrivate: flags['allow-private'],
      resolve: flags.resolve && parseResolveRules(flags.resolve),
    }),
  });
}

async function topicOf({ topic, follow }: Flags): Promise<Record<string, unknown> | undefined> {
  if (topic === undefined && follow === undefined) return undefined;
  if (topic !== undefined && (await isTopicCrawlFile(topic)))
    throw new UsageError(
      `--topic: ${topic} is a crawl.yaml; give a topic definition or a model, or crawl by the file: thresher crawl ${topic}`,
    );
  return dropUndefined({ filters: topic === undefined ? undefined : [await readTopicFilter(topic)], follow });
}

function dropUndefined(group: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(group).filter(([, value]) => value !== undefined));
}

/**
 * Checks the overrides against the schema of the settings.
 *
 * @param nameOf names the option or variable of a setting
 * @throws UsageError naming the options or variables
 */
function checkOverrides(over: Overrides, nameOf: (path: readonly (string | number)[]) => string): void {
  const seeds = Array.isArray(over['seeds']) ? over['seeds'] : ['http://example.org/'];
  // The topic that the preset `topic` needs may be in the file.
  const topic = over['preset'] === 'topic' ? { topic: { filters: [{ sitesOk: [] }] } } : {};
  try {
    readSettings({ ...topic, ...over, seeds });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new UsageError(...error.faults.map(({ path, message }) => `${nameOf(path)}: ${message}`));
  }
}

function optionForSetting(path: readonly (string | number)[]): string {
  const name = path.join('.');
  return Object.entries(OPTION_BY_SETTING).find(([setting]) => `${name}.`.startsWith(`${setting}.`))?.[1] ?? name;
}
