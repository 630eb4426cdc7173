import type { HttpFailure, HttpResponse } from '../../ports/fetcher.ts';
import type { RefusedRequests, RequestRefusal, ResourceRequest } from '../../ports/renderer.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { type createHostRests, type HostRest, hostRestOf } from './host-rests.ts';
import type { createResourceRobots } from './resource-robots.ts';
import type { ResourcePorts, ResourceRules } from './resource-rules.ts';

/** Sends one request, with the credentials of its host or without. @returns undefined if it is refused, or if the page has ended */
export type Send = (
  url: Url,
  request: ResourceRequest,
  withoutCredentials: boolean,
) => Promise<HttpResponse | HttpFailure | undefined>;

/** The requests of one page, within its limits. */
export type PageRequests = {
  /** Counts a request that is not sent. */
  refuse(cause: RequestRefusal): undefined;
  send: Send;
  /** `requests`: sent for the page so far, robots.txt included; `bytes`: received of its resources, before decoding. */
  usage(): { requests: number; bytes: number; refused: RefusedRequests };
  /** Returns the rest that a host asked for in response to a request of the page; undefined if it asked for none. */
  restOf(host: string): HostRest | undefined;
  /**
   * Aborts what is still being loaded, waits for its end, and refuses all later requests.
   *
   * @throws the first error of the network client or of the store: this machine is at fault, and the page may lack parts
   */
  end(): Promise<void>;
};

/** What the pages of a process share. */
type Shared = {
  ports: Pick<ResourcePorts, 'fetcher' | 'clock'>;
  rules: ResourceRules;
  robots: ReturnType<typeof createResourceRobots>;
  rests: ReturnType<typeof createHostRests>;
};

/** @param signal ends the page as `end` does. Absent: nothing else ends it */
export function createPageRequests({ ports, rules, robots, rests }: Shared, signal?: AbortSignal): PageRequests {
  const used = { requests: 0, bytes: 0 };
  const refused: RefusedRequests = {};
  /** Hosts that get no further request of the page. */
  const restsOfPage = new Map<string, HostRest>();
  const ended = new AbortController();
  const limits = {
    timeoutMs: rules.timeoutMs,
    signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
  };
  const sending = new Set<Promise<unknown>>();
  const faults: unknown[] = [];

  function refuse(cause: RequestRefusal): undefined {
    refused[cause] = (refused[cause] ?? 0) + 1;
  }

  function noteRest(host: string, rest: HostRest | undefined): void {
    rests.note(host, rest);
    if (rest) restsOfPage.set(host, rest);
  }

  /** Sends one request, if robots.txt and the limit of the page allow it. */
  const sendAllowed: Send = async (url, { method, headers, body }, withoutCredentials) => {
    const { isAllowed, requests, rest } = await robots.check(url, limits);
    used.requests += requests;
    if (limits.signal.aborted) return undefined;
    const host = hostOf(url);
    // Also for a disallowed URL: the next one may be allowed.
    if (rest) noteRest(host, rest);
    if (!isAllowed) return refuse('robots');
    if (rest) return refuse('rest');
    if (used.requests >= rules.maxRequests) return refuse('limit');
    used.requests++;
    const { maxBytes } = rules;
    const request = { method, headers, withoutCredentials, maxBytes, ...(body && { body }), ...limits };
    const response = await ports.fetcher.fetch(url, request);
    if (response.kind === 'response') used.bytes += response.body.length;
    noteRest(host, hostRestOf(response, ports.clock.now()));
    return response;
  };

  return {
    refuse,
    async send(url, ...request) {
      const host = hostOf(url);
      if (limits.signal.aborted) return undefined;
      if (restsOfPage.has(host) || rests.isResting(host)) return refuse('rest');
      const sent = sendAllowed(url, ...request);
      sending.add(sent);
      try {
        return await sent;
      } catch (error) {
        faults.push(error);
        return undefined;
      } finally {
        sending.delete(sent);
      }
    },
    usage: () => ({ ...used, refused: { ...refused } }),
    restOf: (host) => restsOfPage.get(host),
    async end() {
      ended.abort();
      await Promise.allSettled(sending);
      if (faults.length > 0) throw faults[0];
    },
  };
}
