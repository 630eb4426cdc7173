/** Pauses and rests of the hosts that a command or a program fetches from. */
import { backoffMs } from '../../shared/fetch/pause.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import type { Reason } from '../../shared/url/reason.ts';

/** What a response means for its host (`interpretResponse`). `reason`: of the failure; absent: none. */
export type HostOutcome = { hostFault: boolean; restUntil?: number; reason?: Reason | undefined };

/** A rest of a host. `until`: epoch ms. `reason`: the failure that caused it. */
export type HostRest = { until: number; reason: Reason | undefined };

type Host = {
  /** End of the last request, epoch ms. Absent: none was sent. */
  lastEnd?: number;
  /** Pause after a request, in milliseconds. Absent: the configured one. */
  pauseMs?: number;
  /** Absent: the last response was no fault of the host. `failures`: such responses in a row. */
  rest?: HostRest & { failures: number };
};

/** Time for which the failures of a host count after its rest: the longest rest. Milliseconds. */
const FAILURES_COUNT_MS = DAY_MS;

export type HostPauses = {
  /** Starts the pause after a request. */
  start(host: string): void;
  /** Sets the pause of a host, unless the configured one is longer. */
  slowDown(host: string, pauseMs: number): void;
  /** Lets a host rest that failed or asked for fewer requests, as long as a crawl does. Any other outcome ends the count of its failures. */
  note(host: string, outcome: HostOutcome): void;
  /** Returns the rest of a host; undefined if it has none or it has ended. */
  restOf(host: string): HostRest | undefined;
  /** Waits until the host may be requested, or until `signal` aborts. */
  wait(host: string, signal: AbortSignal): Promise<void>;
  /** Forgets hosts that have no pause, rest or failures any longer. @returns the number of hosts that stay */
  forgetOld(): number;
};

/** @param configuredMs minimum pause between two requests to a host, in milliseconds */
export function createHostPauses(clock: Clock, configuredMs: number): HostPauses {
  const hosts = new Map<string, Host>();
  const change = (host: string, changed: Host) => void hosts.set(host, { ...hosts.get(host), ...changed });
  const pauseEnd = ({ lastEnd, pauseMs = configuredMs }: Host): number =>
    lastEnd === undefined ? 0 : lastEnd + pauseMs;

  return {
    start: (host) => change(host, { lastEnd: clock.now() }),
    slowDown: (host, pauseMs) => change(host, { pauseMs: Math.max(configuredMs, pauseMs) }),
    note(host, { hostFault, restUntil = 0, reason }) {
      const { rest, ...paused } = hosts.get(host) ?? {};
      if (!hostFault) {
        if (rest) hosts.set(host, paused);
        return;
      }
      const failures = (rest?.failures ?? 0) + 1;
      const until = Math.max(clock.now() + backoffMs(failures), restUntil);
      hosts.set(host, { ...paused, rest: { until, reason, failures } });
    },
    restOf(host) {
      const rest = hosts.get(host)?.rest;
      return rest && rest.until > clock.now() ? { until: rest.until, reason: rest.reason } : undefined;
    },
    async wait(host, signal) {
      const known = hosts.get(host);
      if (known) await clock.sleep(Math.max(pauseEnd(known), known.rest?.until ?? 0) - clock.now(), signal);
    },
    forgetOld() {
      const now = clock.now();
      for (const [host, known] of hosts) {
        const failuresEnd = known.rest ? known.rest.until + FAILURES_COUNT_MS : 0;
        if (pauseEnd(known) <= now && failuresEnd <= now) hosts.delete(host);
      }
      return hosts.size;
    },
  };
}
