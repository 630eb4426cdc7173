import type { Clock } from '../../ports/clock.ts';
import type { Fetcher } from '../../ports/fetcher.ts';
import type { RobotsStore } from '../../ports/robots-store.ts';

/** Rules for what rendered pages ask for. */
export type ResourceRules = {
  /** Product token of the user agent, matched against robots.txt. */
  agent: string;
  /** Returns whether robots.txt of a host is ignored. Absent: of none. */
  ignoresRobots?: ((host: string) => boolean) | undefined;
  /** Timeout of one request. Milliseconds. */
  timeoutMs: number;
  /** Maximum length of a resource, decoded. Bytes. */
  maxBytes: number;
  /** Maximum number of requests of one page. */
  maxRequests: number;
  /** Returns whether an IP address is public: pages from there must not read what servers on private ones answer. Absent: all are. */
  isPublicAddress?: ((address: string) => boolean) | undefined;
  /** Also sends POST requests to the site of the page. */
  posts: boolean;
};

/** Network, robots rules and clock for the requests of a rendered page. */
export type ResourcePorts = { fetcher: Fetcher; robots: RobotsStore; clock: Clock };
