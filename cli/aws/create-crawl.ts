import { closedMessage } from '../../shared/admin/closed-message.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import { warnStackAnnotations } from '../annotations/warn-stack-annotations.ts';
import { DEFAULT_DIR, UsageError } from '../command.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { warnIgnoredRobots } from '../run/ignored-robots.ts';
import { warnUnsentCredentials } from '../run/unsent-credentials.ts';
import { warnUnusedSettings } from '../run/unused-settings.ts';
import { gatherLocally } from '../seeds/gather-locally.ts';
import type { GatheredSeeds, SeedSpool } from '../seeds/gather-seeds.ts';
import { warnMissingContact } from '../seeds/missing-contact.ts';
import { splitSeeds } from '../seeds/seed-parts.ts';
import { callAdmin } from './api.ts';
import { refuseForStack } from './refuse-for-stack.ts';
import { sendSeedSpool } from './send-seeds.ts';
import type { Stack } from './target.ts';

/**
 * Answer of `create` and `seed`. `made`: when this crawl was created, epoch ms; absent from stacks of older versions.
 */
type CreateAnswer = { refused: { input: string; reason: Reason; from?: string }[]; made?: number };

/**
 * Creates the crawl in the stack, or continues an existing one. The settings of the stack itself (`aws`) are not part of the crawl.
 * Seeds beyond the limit of one request follow in further requests. If the command is interrupted,
 * running it again adds the missing seeds.
 */
export async function createCrawlOnStack(
  stack: Stack,
  given: Settings,
  terminal: Terminal,
  { dir = DEFAULT_DIR, ...how }: CreateOptions & { dir?: string | undefined } = {},
): Promise<void> {
  // Gathering reads websites and may take long. The stack refuses a closed crawl, too.
  if (!how.resume && !how.paused && given.seeds.some(isSeedSource)) await refuseClosedCrawl(stack, given.crawl);
  await createCrawlWithSeeds(stack, await gatherLocally(given, dir, terminal, true), terminal, how);
}

/**
 * `resume`: opens a crawl that is paused or stopped. `paused`: creates the crawl paused; one that exists must be paused or stopped, and stays so.
 * Neither: creates an open crawl, or continues one. `removeLimits`: removes limits of the crawl that the settings lack.
 */
type CreateOptions = { resume?: boolean; paused?: boolean; removeLimits?: boolean };

/**
 * Creates the crawl with seeds that are already gathered.
 *
 * @throws UsageError if the crawl is paused or stopped and neither option is set, if it is open and `paused` is set, if the settings
 *   lack limits of the crawl and `removeLimits` is not set, or if it has settings that work on one machine only
 */
export async function createCrawlWithSeeds(
  stack: Stack,
  { settings, spool }: GatheredSeeds,
  terminal: Terminal,
  { resume = false, paused = false, removeLimits = false }: CreateOptions = {},
): Promise<void> {
  refuseForStack(settings);
  const { aws: _, ...crawl } = settings;
  if (seedsOf(settings).accepted.length + (spool?.seeds ?? 0) === 0)
    throw new UsageError('no seed was accepted, so there is nothing to crawl');
  warnMissingContact(settings, terminal);
  warnIgnoredRobots(settings, terminal);
  warnUnusedSettings(settings, terminal);
  warnUnsentCredentials(settings, terminal);
  warnStackAnnotations(settings, terminal);
  if (settings.topic.filters.some((filter) => 'model' in filter && filter.retrainPages !== undefined))
    terminal.err('warning: topic.filters: retrainPages has no effect in a stack; the model stays as it is');
  const { keys, listed } = splitSeeds(settings.seeds);
  const [ofScope = [], ...furtherKeys] = keys;
  const [first = [], ...furtherSeeds] = listed;
  const seeds = [...first, ...ofScope];
  const {
    refused,
    made,
    limits = [],
  } = await callAdmin(stack, {
    action: 'create',
    settings: { ...crawl, seeds },
    ...(resume && { resume }),
    ...(paused && { paused }),
    ...(removeLimits && { removeLimits }),
  });
  reportRefusedSeeds(refused, terminal);
  for (const change of limits) terminal.err(`crawl ${settings.crawl} has another limit: ${change}`);
  const place = crawlIdentity(stack, made);
  const offers = spool && !(made !== undefined && spool.isOffered(place)) ? spool : undefined;
  for (const more of [...(offers ? furtherKeys : []), ...furtherSeeds]) {
    const added = await callAdmin(stack, { action: 'seed', crawl: settings.crawl, seeds: more });
    reportRefusedSeeds(added.refused, terminal);
  }
  if (offers) await sendAllSeeds(stack, settings.crawl, offers, place);
}

/** @throws UsageError if a user paused or stopped the crawl */
async function refuseClosedCrawl(stack: Stack, crawl: string): Promise<void> {
  const state = await readClosedState(stack, crawl);
  if (state) throw new UsageError(...closedMessage({ crawl, state }).split('\n'));
}

/** @returns the state of a crawl that a user paused or stopped; undefined if the crawl is open or does not exist */
export async function readClosedState(stack: Stack, crawl: string): Promise<'paused' | 'stopped' | undefined> {
  const { crawls } = await callAdmin(stack, { action: 'list' });
  const state = crawls.find((one) => one.crawl === crawl)?.state;
  return state === 'open' ? undefined : state;
}

/**
 * Identifies one crawl of one stack. A stack may be deleted and deployed again under the same name with new tables; its
 * crawls then lack the seeds that were sent before.
 */
const crawlIdentity = ({ region, stack }: Stack, made = 0): string => `${region}-${stack}-${made}`;

/** Sends all seeds. If interrupted, it starts again: sending a seed twice has no effect. */
async function sendAllSeeds(stack: Stack, crawl: string, spool: SeedSpool, place: string): Promise<void> {
  for await (const _ of sendSeedSpool(stack, crawl, spool));
  await spool.markOffered(place);
}

function reportRefusedSeeds(refused: CreateAnswer['refused'], terminal: Terminal): void {
  for (const { input, reason, from } of refused)
    terminal.err(`seed refused: ${printable(from ? `${from}: ${input}` : input)}: ${reason} (${REASONS[reason]})`);
}
