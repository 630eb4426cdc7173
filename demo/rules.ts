import { HOSTS } from './hosts.ts';
import type { PolitenessRules } from './politeness.ts';
import { robotsAllow } from './robots.ts';

/** Returns the politeness rules of this web's hosts for a crawl's pause, as `checkPoliteness` takes them. */
export function siteRules(hostPauseMs: number): PolitenessRules {
  const robots = new Map(HOSTS.map((host) => [host.name, host.robots]));
  return {
    pauseMs: (host) => {
      const rules = robots.get(host);
      const delayS = rules === 503 ? undefined : rules?.crawlDelayS;
      return Math.max(hostPauseMs, (delayS ?? 0) * 1000);
    },
    allowed: (host, path) => robotsAllow(robots.get(host), path),
  };
}
