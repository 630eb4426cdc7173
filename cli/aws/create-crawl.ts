import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import { DEFAULT_DIR, UsageError } from '../command.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { warnIgnoredRobots } from '../run/ignored-robots.ts';
import { gatherLocally } from '../seeds/gather-locally.ts';
import type { GatheredSeeds, SeedSpool } from '../seeds/gather-seeds.ts';
import { splitSeeds } from '../seeds/seed-parts.ts';
import { callAdmin } from './api.ts';
import { sendSeedSpool } from './send-seeds.ts';
import type { Stack } from './target.ts';

/**
 * Answer of `create` and `seed`. `made`: when this crawl was created, epoch ms; absent from stacks of older versions.
 */
type CreateAnswer = { refused: { input: string; reason: Reason; from?: string }[]; made?: number };

/**
 * Creates the crawl in the stack, or continues an existing one. The settings of the stack itself (`aws`) are not part
 * of the crawl. Seeds beyond the limit of one request follow in further requests. If the command is interrupted,
 * running it again adds the missing seeds.
 */
export async function createCrawlOnStack(
  stack: Stack,
  given: Settings,
  terminal: Terminal,
  dir = DEFAULT_DIR,
): Promise<void> {
  await createCrawlWithSeeds(stack, await gatherLocally(given, dir, terminal), terminal);
}

/** Creates the crawl with seeds that are already gathered. */
export async function createCrawlWithSeeds(
  stack: Stack,
  { settings, spool }: GatheredSeeds,
  terminal: Terminal,
): Promise<void> {
  const { aws: _, ...crawl } = settings;
  if (seedsOf(settings).accepted.length + (spool?.seeds ?? 0) === 0)
    throw new UsageError('no seed was accepted, so there is nothing to crawl');
  warnIgnoredRobots(settings, terminal);
  const { keys, listed } = splitSeeds(settings.seeds);
  const [ofScope = [], ...furtherKeys] = keys;
  const [first = [], ...furtherSeeds] = listed;
  const seeds = [...first, ...ofScope];
  const { refused, made } = await callAdmin(stack, { action: 'create', settings: { ...crawl, seeds } });
  reportRefusedSeeds(refused, terminal);
  const place = crawlIdentity(stack, made);
  const offers = spool && !(made !== undefined && spool.isOffered(place)) ? spool : undefined;
  for (const more of [...(offers ? furtherKeys : []), ...furtherSeeds]) {
    const added = await callAdmin(stack, { action: 'seed', crawl: settings.crawl, seeds: more });
    reportRefusedSeeds(added.refused, terminal);
  }
  if (offers) await sendAllSeeds(stack, settings.crawl, offers, place);
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
