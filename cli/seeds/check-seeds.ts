import { ipLiteralOf } from '../../shared/net/guard.ts';
import { type Seeds, seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Url } from '../../shared/url/url.ts';
import { isPrivateAddress, refusalMessage } from './refused-seed.ts';

/** Returns the seeds that may be fetched, and a message for each of the others. */
export function checkSeeds(settings: Settings): { open: Url[]; refused: string[] } {
  const { accepted, refused } = judgeSeeds(settings);
  return {
    open: accepted.map(({ url }) => url),
    refused: refused.map(({ input, reason, from }) => {
      if (reason !== 'private-address') return refusalMessage(from ? `${from}: ${input}` : input, reason);
      const range = ipLiteralOf(new URL(input).hostname) ?? 'RANGE, such as 192.168.0.0/16';
      return `${refusalMessage(input, reason)}; allow it with --allow-private ${range}`;
    }),
  };
}

/** Applies the URL rules of a crawl to its seeds, and those for private addresses as far as they need no DNS lookup. */
export function judgeSeeds(settings: Settings): Seeds {
  const { accepted, refused } = seedsOf(settings);
  const isPrivate = ({ url }: Seeds['accepted'][number]) => isPrivateAddress(url, settings);
  return {
    accepted: accepted.filter((link) => !isPrivate(link)),
    refused: [
      ...refused,
      ...accepted.filter(isPrivate).map(({ url }) => ({ input: url, reason: 'private-address' as const })),
    ],
  };
}
