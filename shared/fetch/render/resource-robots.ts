import type { RobotsItem } from '../../ports/robots-store.ts';
import { fetchRobots, type RobotsLimits } from '../../robots/fetch-robots.ts';
import { robotsPolicy } from '../../robots/robots-item.ts';
import { parseRobots, type RobotsRules } from '../../robots/rules.ts';
import { hostOf, originOf, type Url } from '../../url/url.ts';
import type { HostRest } from './host-rests.ts';
import type { ResourcePorts, ResourceRules } from './resource-rules.ts';

/** Maximum number of origins whose robots.txt is kept in memory. */
const MAX_ORIGINS = 1_000;

type Known = { item: RobotsItem; rules: RobotsRules };

/** `requests`: sent for the answer. `rest`: the host has just sent a check for browsers instead of its robots.txt. Absent: it has not. */
type Sent = { requests: number; rest?: HostRest };

/** Checks requests of rendered pages against robots.txt, with the same stored files as visits (`robots-gate.ts`). */
export function createResourceRobots(
  { fetcher, robots, clock }: ResourcePorts,
  { agent, ignoresRobots }: ResourceRules,
) {
  const known = new Map<string, Known>();

  async function read(origin: string, limits: RobotsLimits): Promise<Sent & { found: Known | undefined }> {
    const stored = await robots.get(origin);
    const isFresh = stored !== undefined && stored.expiresAt > clock.now();
    const { item, requests, restUntil } = isFresh
      ? { item: stored, requests: 0, restUntil: undefined }
      : await fetchRobots(origin, stored, { fetcher, clock }, { ...limits, beforeRequest: async () => true });
    // An aborted request says nothing about the host.
    if (!item || limits.signal?.aborted) return { found: undefined, requests };
    if (!isFresh) await robots.put(item);
    const found = { item, rules: parseRobots(item.text, agent, origin) };
    if (known.size >= MAX_ORIGINS) known.clear();
    known.set(origin, found);
    if (isFresh || item.cause?.reason !== 'bot-check') return { found, requests };
    return { found, requests, rest: restUntil === undefined ? {} : { restUntil } };
  }

  return {
    /** @returns whether robots.txt allows to request a URL */
    async check(url: Url, limits: RobotsLimits): Promise<Sent & { isAllowed: boolean }> {
      if (ignoresRobots?.(hostOf(url))) return { isAllowed: true, requests: 0 };
      const origin = originOf(url);
      const before = known.get(origin);
      const isCurrent = before !== undefined && before.item.expiresAt > clock.now();
      const { found, ...sent } = isCurrent ? { found: before, requests: 0 } : await read(origin, limits);
      if (!found) return { isAllowed: false, ...sent };
      const policy = robotsPolicy(found.item, clock.now());
      return { isAllowed: policy === 'rules' ? found.rules.allowed(url) : policy === 'allow-all', ...sent };
    },
  };
}
