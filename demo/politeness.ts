import type { LoggedRequest } from './request-log.ts';

export type PolitenessRules = {
  /** Minimum pause between the end of a response and the next request to the host, in milliseconds. */
  pauseMs: (host: string) => number;
  /** Whether robots.txt allows a path with its query; default: all paths. */
  allowed?: (host: string, path: string) => boolean;
  /** Politeness group of a host; default: the host itself. */
  groupOf?: (host: string) => string;
  /** Tolerance for timers that fire early, in milliseconds; default: 2. */
  toleranceMs?: number;
};

export type Violation = {
  kind: 'overlap' | 'too-soon' | 'before-retry-after' | 'disallowed' | 'no-robots';
  host: string;
  path: string;
  detail: string;
};

/** Returns the violations of politeness in a request log; empty if there are none. The log is in order of arrival. */
export function checkPoliteness(log: { requests: LoggedRequest[] }, rules: PolitenessRules): Violation[] {
  const groups = Map.groupBy(log.requests, (request) => rules.groupOf?.(request.host) ?? request.host);
  const violations: Violation[] = [];
  for (const requests of groups.values()) {
    const withRobots = new Set<string>();
    requests.forEach((request, i) => {
      if (i > 0) violations.push(...betweenTwo(requests[i - 1]!, request, rules));
      if (request.path === '/robots.txt') withRobots.add(request.host);
      else if (!withRobots.has(request.host))
        violations.push(violation('no-robots', request, 'robots.txt was not read before'));
      if (rules.allowed?.(request.host, request.path) === false) {
        violations.push(violation('disallowed', request, 'robots.txt disallows it'));
      }
    });
  }
  return violations;
}

function betweenTwo(before: LoggedRequest, request: LoggedRequest, rules: PolitenessRules): Violation[] {
  const tolerance = rules.toleranceMs ?? 2;
  if (before.endedAt === undefined || request.startedAt < before.endedAt) {
    return [violation('overlap', request, `${before.host}${before.path} was still under way`)];
  }
  const gap = request.startedAt - before.endedAt;
  const found: Violation[] = [];
  const pause = rules.pauseMs(request.host);
  if (gap + tolerance < pause)
    found.push(violation('too-soon', request, `${gap.toFixed(1)} ms after the last, pause ${pause} ms`));
  const retryAfterMs = (before.retryAfterS ?? 0) * 1000;
  if (gap + tolerance < retryAfterMs) {
    found.push(
      violation('before-retry-after', request, `${gap.toFixed(1)} ms after "Retry-After: ${before.retryAfterS}"`),
    );
  }
  return found;
}

function violation(kind: Violation['kind'], request: LoggedRequest, detail: string): Violation {
  return { kind, host: request.host, path: request.path, detail };
}
