import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import { DEFAULT_DIR, UsageError } from '../command.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { tellIgnored } from '../run/ignored-robots.ts';
import { gatherHere } from '../seeds/gather-here.ts';
import type { Gathered, Spool } from '../seeds/gather-seeds.ts';
import { seedParts } from '../seeds/seed-parts.ts';
import { administer } from './api.ts';
import { sendSpool } from './offer-to-stack.ts';
import type { Stack } from './target.ts';

/** `made`: when this very crawl was first made there, epoch ms; a stack of before says nothing of it. */
type Created = { refused: { input: string; reason: Reason; from?: string }[]; made?: number };

/**
 * Makes the crawl in the stack, or goes on with it. What the settings say of the stack itself is no part of the crawl. Seeds that
 * are more than a request may have follow in further ones; broken off, the same once more adds what is missing.
 */
export async function createCrawl(stack: Stack, given: Settings, terminal: Terminal, dir = DEFAULT_DIR): Promise<void> {
  await createGathered(stack, await gatherHere(given, dir, terminal), terminal);
}

/** The same with seeds that are gathered already. */
export async function createGathered(stack: Stack, { settings, spool }: Gathered, terminal: Terminal): Promise<void> {
  const { aws: _, ...crawl } = settings;
  if (seedsOf(settings).accepted.length + (spool?.seeds ?? 0) === 0) throw new UsageError('no seed is left to crawl');
  tellIgnored(settings, terminal);
  const { keys, listed } = seedParts(settings.seeds);
  const [ofScope = [], ...furtherKeys] = keys;
  const [first = [], ...furtherSeeds] = listed;
  const seeds = [...first, ...ofScope];
  const { refused, made } = await administer<Created>(stack, { action: 'create', settings: { ...crawl, seeds } });
  tellRefused(refused, terminal);
  const place = placeOf(stack, made);
  const offers = spool && !(made !== undefined && spool.isOffered(place)) ? spool : undefined;
  for (const more of [...(offers ? furtherKeys : []), ...furtherSeeds]) {
    const added = await administer<Created>(stack, { action: 'seed', crawl: settings.crawl, seeds: more });
    tellRefused(added.refused, terminal);
  }
  if (offers) await offerAll(stack, settings.crawl, offers, place);
}

/**
 * Names this crawl of this stack. A stack may be destroyed and deployed again under its name, with other tables: its crawls
 * have heard of no seeds then.
 */
const placeOf = ({ region, stack }: Stack, made = 0): string => `${region}-${stack}-${made}`;

/** Broken off, it begins anew: the same offers are the same items. */
async function offerAll(stack: Stack, crawl: string, spool: Spool, place: string): Promise<void> {
  for await (const _ of sendSpool(stack, crawl, spool));
  await spool.offered(place);
}

function tellRefused(refused: Created['refused'], terminal: Terminal): void {
  for (const { input, reason, from } of refused)
    terminal.err(`seed refused: ${printable(from ? `${from}: ${input}` : input)}: ${reason} (${REASONS[reason]})`);
}
