import { ipLiteralOf } from '../../shared/net/guard.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Url } from '../../shared/url/url.ts';
import { isPrivateAddress, refusalMessage } from './refused-seed.ts';

/** Returns the seeds that may be fetched, and a message for each of the others. */
export function checkSeeds(settings: Settings): { open: Url[]; refused: string[] } {
  const { accepted, refused } = seedsOf(settings);
  const messages = refused.map(({ input, reason, from }) => refusalMessage(from ? `${from}: ${input}` : input, reason));
  const open: Url[] = [];
  for (const { url } of accepted) {
    if (!isPrivateAddress(url, settings)) open.push(url);
    else {
      const range = ipLiteralOf(new URL(url).hostname) ?? 'RANGE, such as 192.168.0.0/16';
      messages.push(`${refusalMessage(url, 'private-address')}; allow it with --allow-private ${range}`);
    }
  }
  return { open, refused: messages };
}
