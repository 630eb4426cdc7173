import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import { enqueueSeedLinks } from '../../shared/frontier/enqueue-seed-links.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { acceptSeed } from '../../shared/seeds/accept-seed.ts';
import { seedRulesOf } from '../../shared/settings/rules.ts';
import type { Grouping } from '../../shared/url/group.ts';
import { loadSettings } from '../crawl-cache.ts';

/** Checks gathered seeds against the rules of the crawl again and enqueues them. Idempotent. */
export async function offerAction(
  { crawl, seeds, force = false }: Omit<ParsedRequestOf<'offer'>, 'action'>,
  control: Control,
  { objects, frontier, clock }: { objects: Objects; frontier: Frontier; clock: Clock },
  grouping: Grouping,
): Promise<AdminAnswer<'offer'>> {
  const rules = seedRulesOf(await loadSettings(objects, control.settingsKey));
  const links: OfferedLink[] = [];
  const refused: AdminAnswer<'offer'>['refused'] = [];
  for (const { lastModified, about, ...seed } of seeds) {
    const optional = { ...(lastModified !== undefined && { lastModified }), ...(about && { about }) };
    const link = acceptSeed({ ...seed, ...optional, at: 0 }, rules);
    if ('refused' in link) refused.push({ input: seed.url, reason: link.refused });
    else links.push(link);
  }
  const counts = await enqueueSeedLinks({ crawl, source: 'gathered', links, force }, { frontier, clock }, grouping);
  return { crawl, accepted: links.length, refused, counts };
}
