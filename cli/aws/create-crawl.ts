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

/** `made`: when this very crawl was first made there, epoch ms; a stack of before says nothing of it. */
type CreateAnswer = { refused: { input: string; reason: Reason; from?: string }[]; made?: number };

/**
 * Makes the crawl in the stack, or goes on with it. What the settings say of the stack itself is no part of the crawl. Seeds that
 * are more than a request may have follow in further ones; broken off, the same once more adds what is missing.
 */
export async function createCrawl(stack: Stack, given: Settings, terminal: Terminal, dir = DEFAULT_DIR): Promise<void> {
  await createCrawlWithSeeds(stack, await gatherLocally(given, dir, terminal), terminal);
}

/** The same with seeds that are gathered already. */
export async function createCrawlWithSeeds(
  stack: Stack,
  { settings, spool }: GatheredSeeds,
  terminal: Terminal,
): Promise<void> {
  const { aws: _, ...crawl } = settings;
  if (seedsOf(settings).accepted.length + (spool?.seeds ?? 0) === 0) throw new UsageError('no seed is left to crawl');
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
 * Names this crawl of this stack. A stack may be destroyed and deployed again under its name, with other tables: its crawls
 * have heard of no seeds then.
 */
const crawlIdentity = ({ region, stack }: Stack, made = 0): string => `${region}-${stack}-${made}`;

/** Broken off, it begins anew: the same offers are the same items. */
async function sendAllSeeds(stack: Stack, crawl: string, spool: SeedSpool, place: string): Promise<void> {
  for await (const _ of sendSeedSpool(stack, crawl, spool));
  await spool.markOffered(place);
}

function reportRefusedSeeds(refused: CreateAnswer['refused'], terminal: Terminal): void {
  for (const { input, reason, from } of refused)
    terminal.err(`seed refused: ${printable(from ? `${from}: ${input}` : input)}: ${reason} (${REASONS[reason]})`);
}
