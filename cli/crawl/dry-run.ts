import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStatus } from '../../shared/frontier/explain/read-status.ts';
import { productToken } from '../../shared/robots/product-token.ts';
import type { ChangedSetting } from '../../shared/settings/applied/changed-settings.ts';
import { type Seeds, seedsOf } from '../../shared/settings/rules.ts';
import type { SeedSource } from '../../shared/settings/seeds.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import { filterName } from '../../shared/settings/topic/filters.ts';
import { storeModels } from '../../shared/settings/topic-models.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { EXIT, type ExitCode } from '../command.ts';
import { changedSettingsLines } from '../output/changed-settings-lines.ts';
import { formatJson } from '../output/format-json.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { refuseClosedCrawl } from '../run/folder/closed-crawl.ts';
import { warnSecondCrawl } from '../run/folder/second-crawl.ts';
import { warnIgnoredRobots } from '../run/ignored-robots.ts';
import { findChangedSettings } from '../run/note-changed-settings.ts';
import { warnUnsentCredentials } from '../run/unsent-credentials.ts';
import { warnUnusedSettings } from '../run/unused-settings.ts';
import { openStores } from '../run/wiring.ts';
import { gatherSeeds } from '../seeds/gather-seeds.ts';
import { warnMissingContact } from '../seeds/missing-contact.ts';
import { isPrivateAddress } from '../seeds/refused-seed.ts';

export type DryRunOptions = {
  /** Data folder of the crawl; undefined for a crawl in a stack, whose state is not known here. */
  dir: string | undefined;
  json: boolean;
  resume: boolean;
};

/** Maximum number of accepted seeds that are printed one by one. */
const MAX_PRINTED_SEEDS = 20;

/** What a crawl would start with. */
type CrawlPlan = {
  settings: Settings;
  seeds: Seeds;
  /** Number of seeds in files. */
  gathered: number;
  /** Sources that need the network or a search index. */
  unread: SeedSource[];
  stored: StoredCrawl;
};

/** What the data folder has of a crawl, in words, and the settings that its stored pages would not follow. */
type StoredCrawl = { text: string; changed: ChangedSetting[] };

/**
 * Says what a crawl would do: its seeds, and the rules in effect. Sends no request and writes nothing except temporary files.
 *
 * @returns `usage` if no seed is accepted
 * @throws UsageError if the crawl is paused or stopped
 */
export async function dryRun(settings: Settings, options: DryRunOptions, terminal: Terminal): Promise<ExitCode> {
  const stored = await describeStored(settings, options, terminal);
  const plan = { ...(await planSeeds(settings, terminal)), settings, stored };
  warnMissingContact(settings, terminal);
  warnIgnoredRobots(settings, terminal);
  warnUnusedSettings(settings, terminal);
  warnUnsentCredentials(settings, terminal);
  for (const line of changedSettingsLines(stored.changed, options.dir ?? '', settings.crawl)) terminal.err(line);
  if (options.json) terminal.out(formatJson(planAnswer(plan)));
  else for (const line of planLines(plan)) terminal.out(line);
  const { seeds, gathered, unread } = plan;
  return seeds.accepted.length + gathered + unread.length > 0 ? EXIT.done : EXIT.usage;
}

/** Reads the state of the crawl without creating its folder. */
async function describeStored(
  given: Settings,
  { dir, resume }: DryRunOptions,
  terminal: Terminal,
): Promise<StoredCrawl> {
  const { crawl } = given;
  if (dir === undefined) return { text: 'in a stack, which is not asked', changed: [] };
  if (!existsSync(join(dir, 'frontier.sqlite'))) return { text: 'new', changed: [] };
  const stores = openStores(dir, 'read');
  try {
    if (!resume) await refuseClosedCrawl(crawl, dir, stores);
    await warnSecondCrawl(crawl, dir, stores, terminal);
    const status = await readStatus(crawl, stores);
    // Stored settings have the keys of models, not their contents.
    const asStored = await storeModels(given, { put: async () => {} });
    if (!status) return { text: 'new', changed: [] };
    return {
      text: `${formatNoun(status.pages, 'page')} fetched, ${formatNoun(status.waiting, 'URL')} waiting`,
      changed: await findChangedSettings(await loadStoredSettings(crawl, stores), asStored, stores),
    };
  } finally {
    stores.close();
  }
}

/** Applies the rules to the seeds of the settings and of their files. */
async function planSeeds(
  settings: Settings,
  terminal: Terminal,
): Promise<Pick<CrawlPlan, 'seeds' | 'gathered' | 'unread'>> {
  const { accepted, refused } = seedsOf(settings);
  const isPrivate = ({ url }: Seeds['accepted'][number]) => isPrivateAddress(url, settings);
  const seeds: Seeds = {
    accepted: accepted.filter((link) => !isPrivate(link)),
    refused: [
      ...refused,
      ...accepted.filter(isPrivate).map(({ url }) => ({ input: url, reason: 'private-address' as const })),
    ],
  };
  const sources = settings.seeds.filter(isSeedSource);
  const unread = sources.filter((source) => 'queries' in source || 'digests' in source);
  const readable = settings.seeds.filter((seed) => !isSeedSource(seed) || !unread.includes(seed));
  return { seeds, unread, gathered: await countGathered({ ...settings, seeds: readable }, terminal) };
}

/** Reads the seed files into a temporary folder. Prints refused seeds. */
async function countGathered(settings: Settings, terminal: Terminal): Promise<number> {
  if (!settings.seeds.some(isSeedSource)) return 0;
  const folder = await mkdtemp(join(tmpdir(), 'thresher-dry-run-'));
  try {
    const { spool } = await gatherSeeds(settings, folder, {
      get: () => Promise.reject(new Error('not fetched in a dry run')),
      index: undefined,
      log: (line) => terminal.err(printable(line)),
    });
    return spool?.seeds ?? 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function planAnswer({ settings, seeds, gathered, unread, stored }: CrawlPlan): object {
  return {
    crawl: settings.crawl,
    dryRun: true,
    stored: stored.text,
    changed: stored.changed,
    seeds: {
      accepted: seeds.accepted.map(({ url, kind, class: priority }) => ({ url, kind, priority })),
      refused: seeds.refused,
      gathered,
      unread,
    },
    rules: rulesOf(settings),
  };
}

/** Returns the rules in effect: those that a user changes most often, and all others that are set. */
function rulesOf(settings: Settings): Record<string, unknown> {
  const { scope, allow, exclude, limits, budget, topic, strategy, userAgent, robots, politeness, network } = settings;
  const { pages, maxDepth, maxPagesPerHost, maxPagesPerTemplate, maxHostsPerDomain, maxUrlLength } = limits;
  return {
    ...{ scope, allow, exclude },
    limits: { pages, maxDepth, maxPagesPerHost, maxPagesPerTemplate, maxHostsPerDomain, maxUrlLength },
    budget,
    topic: topic.filters.map(filterName),
    ...{ strategy, userAgent, robotsName: productToken(userAgent), robotsIgnored: robots.ignore },
    sitemaps: settings.sitemaps,
    ...{ pauseMs: politeness.hostPauseMs, concurrency: settings.concurrency, network },
  };
}

function planLines({ settings, seeds, gathered, unread, stored }: CrawlPlan): string[] {
  const { accepted, refused } = seeds;
  const { scope, allow, exclude, limits, budget, topic, strategy, userAgent, politeness, network } = settings;
  const limit = (n: number | null, ...noun: [string, string?]) => (n === null ? '' : formatNoun(n, ...noun));
  const budgets = Object.entries(budget).map(([name, n]) =>
    limit(n, name === 'usd' ? 'US dollar' : name.replace(/s$/, '')),
  );
  const resolved = Object.entries(network.resolve).map(([name, address]) => `${name}=${address}`);
  const files = gathered > 0 ? `, ${gathered} from files` : '';
  const rows: [string, string][] = [
    ['crawl', stored.text],
    ['seeds', `${accepted.length + gathered} accepted${files}; ${refused.length} refused`],
    [
      'not read',
      unread.length === 0
        ? ''
        : `${formatNoun(unread.length, 'source')} only readable with the network or a search index`,
    ],
    ['scope', scope],
    ['allow', allow.join(', ')],
    ['exclude', exclude.join(', ')],
    [
      'limits',
      joinSet([
        limit(limits.pages, 'page'),
        limit(limits.maxDepth, 'link from a seed', 'links from a seed'),
        ...budgets,
      ]) || 'none',
    ],
    ['per host', limit(limits.maxPagesPerHost, 'page')],
    ['topic', topic.filters.map(filterName).join(', ') || 'none'],
    ['strategy', strategy],
    ['agent', `${userAgent} (robots.txt addresses it as ${productToken(userAgent)})`],
    ['sitemaps', String(settings.sitemaps)],
    ['delay', `${politeness.hostPauseMs / 1000} s between requests to a host, or longer if robots.txt asks for it`],
    ['private', network.allowPrivate.join(', ')],
    ['resolve', resolved.join(', ')],
  ];
  return [
    `Crawl ${settings.crawl}: dry run. Nothing is fetched, not even robots.txt, and nothing is written.`,
    ...rows.filter(([, value]) => value !== '').map(([name, value]) => `  ${name.padEnd(9)} ${printable(value)}`),
    ...accepted.slice(0, MAX_PRINTED_SEEDS).map(({ url }) => `  accepted  ${printable(url)}`),
    ...(accepted.length > MAX_PRINTED_SEEDS ? [`  accepted  … and ${accepted.length - MAX_PRINTED_SEEDS} more`] : []),
    ...refused.map(
      ({ input, reason, from }) =>
        `  refused   ${printable(from ? `${from}: ${input}` : input)}: ${reason} (${REASONS[reason]})`,
    ),
  ];
}

const joinSet = (parts: string[]): string => parts.filter((part) => part !== '').join(', ');
