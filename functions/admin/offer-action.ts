import { z } from 'zod';
import { type OfferedLink, offer } from '../../shared/frontier/enqueue-links.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control, Counts } from '../../shared/ports/control.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { acceptSeed } from '../../shared/seeds/accept-seed.ts';
import { seedRulesOf } from '../../shared/settings/rules.ts';
import type { Grouping } from '../../shared/url/group.ts';
import type { Reason } from '../../shared/url/reason.ts';
import { settingsAt } from '../crawl-cache.ts';

/** Seeds of one call; each is three writes at most. */
const MOST_SEEDS = 1_000;

/** Seeds that were gathered elsewhere. They are no part of the settings: what the scope needs of them stands there already. */
export const OfferRequest = z.strictObject({
  action: z.literal('offer'),
  crawl: z.string(),
  seeds: z
    .array(
      z.strictObject({
        url: z.string(),
        kind: z.enum(['page', 'sitemap', 'feed']).default('page'),
        priority: z.int().min(0).max(7).default(0),
        lastModified: z.number().optional(),
        about: z.record(z.string().max(100), z.string().max(1_000)).optional(),
      }),
    )
    .max(MOST_SEEDS),
});

/** Judges them by the crawl's own rules once more. Safe to repeat. */
export async function offerAction(
  { crawl, seeds }: z.output<typeof OfferRequest>,
  control: Control,
  { objects, frontier, clock }: { objects: Objects; frontier: Frontier; clock: Clock },
  grouping: Grouping,
): Promise<{ crawl: string; accepted: number; refused: { input: string; reason: Reason }[]; counts: Counts }> {
  const rules = seedRulesOf(await settingsAt(objects, control.settingsKey));
  const links: OfferedLink[] = [];
  const refused: { input: string; reason: Reason }[] = [];
  for (const { lastModified, about, ...seed } of seeds) {
    const told = { ...(lastModified !== undefined && { lastModified }), ...(about && { about }) };
    const link = acceptSeed({ ...seed, ...told, at: 0 }, rules);
    if ('refused' in link) refused.push({ input: seed.url, reason: link.refused });
    else links.push(link);
  }
  const counts = await offer({ crawl, source: 'gathered', links, news: [] }, { frontier, clock }, grouping);
  return { crawl, accepted: links.length, refused, counts };
}
