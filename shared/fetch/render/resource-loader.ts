/**
 * Loads what rendered pages ask for: scripts, and the data that scripts request. Every request passes the network client, with its address
 * guard, and obeys the robots.txt of its host. A host gets one of these requests at a time.
 */
import { decodeContent } from '../../http/content-coding.ts';
import { headerValues } from '../../http/headers.ts';
import { isRedirect, locationOf } from '../../http/location.ts';
import type { HttpResponse } from '../../ports/fetcher.ts';
import type { LoadResource, RefusedRequests, RequestRefusal, Resource, ResourceRequest } from '../../ports/renderer.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { createHostRests, type HostRest, hostRestOf } from './host-rests.ts';
import { createHostTurns } from './host-turns.ts';
import { createResourceRobots } from './resource-robots.ts';
import type { ResourcePorts, ResourceRules } from './resource-rules.ts';
import { createScriptCache } from './script-cache.ts';
import { isOfOwnSite, mayRead, redirectedHeaders } from './shared-resource.ts';

/** The resources of one page. */
export type PageResources = {
  load: LoadResource;
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

/** Maximum number of consecutive redirects of a resource. */
const MAX_REDIRECTS = 5;

/** Creates the loader of a process. @returns a function that starts the resources of a page, with the host that has sent it */
export function createResourceLoader(
  ports: ResourcePorts,
  rules: ResourceRules,
): (signal?: AbortSignal, host?: string) => PageResources {
  const cache = createScriptCache(ports.clock);
  const robots = createResourceRobots(ports, rules);
  const inTurn = createHostTurns();
  const rests = createHostRests(ports.clock);

  return (signal, pageHost) => {
    if (pageHost !== undefined) rests.noteVisit(pageHost);
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

    /** Sends one request, if robots.txt and the host allow it. */
    async function sendNow(url: Url, { method, headers, body }: ResourceRequest) {
      const { isAllowed, requests } = await robots.check(url, limits);
      used.requests += requests;
      if (limits.signal.aborted) return undefined;
      if (!isAllowed) return refuse('robots');
      if (used.requests >= rules.maxRequests) return refuse('limit');
      used.requests++;
      const request = { method, headers, maxBytes: rules.maxBytes, ...(body && { body }), ...limits };
      const response = await ports.fetcher.fetch(url, request);
      if (response.kind === 'response') used.bytes += response.body.length;
      const host = hostOf(url);
      const rest = hostRestOf(response, ports.clock.now());
      rests.note(host, rest);
      if (rest) restsOfPage.set(host, rest);
      return response;
    }

    async function send(url: Url, request: ResourceRequest) {
      const host = hostOf(url);
      if (limits.signal.aborted) return undefined;
      if (restsOfPage.has(host) || rests.isResting(host)) return refuse('rest');
      const sent = sendNow(url, request);
      sending.add(sent);
      try {
        return await sent;
      } catch (error) {
        faults.push(error);
        return undefined;
      } finally {
        sending.delete(sent);
      }
    }

    async function follow(first: Url, request: ResourceRequest): Promise<Resource | undefined> {
      let url = first;
      let { headers } = request;
      for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
        const response = await inTurn(hostOf(url), () => send(url, { ...request, headers }));
        if (response?.kind !== 'response' || response.truncated) return undefined;
        const location = isRedirect(response) ? locationOf(response) : undefined;
        if (location === undefined)
          return mayRead(request, url, response.headers) ? decode(response, rules.maxBytes) : undefined;
        // A repeated POST could do again what the first one did.
        const next = request.method === 'GET' ? webUrl(location, url) : undefined;
        if (!next) return undefined;
        headers = redirectedHeaders({ ...request, headers }, url, next);
        url = next;
      }
      return undefined;
    }

    return {
      async load(request) {
        const url = webUrl(request.url);
        if (!url) return refuse('url');
        if (request.method === 'POST' && !(rules.posts && isOfOwnSite(request, url))) return refuse('post');
        if (!request.isScript) return follow(url, request);
        // Not every site may read it.
        const key = `${request.readBy ?? ''} ${url}`;
        return cache.get(key) ?? cache.put(key, await follow(url, request));
      },
      usage: () => ({ ...used, refused: { ...refused } }),
      restOf: (host) => restsOfPage.get(host),
      async end() {
        ended.abort();
        await Promise.allSettled(sending);
        if (faults.length > 0) throw faults[0];
      },
    };
  };
}

/** @returns undefined if the body cannot be decoded, or is longer than `maxBytes` */
function decode({ status, headers, body }: HttpResponse, maxBytes: number): Resource | undefined {
  const coding = headerValues(headers, 'content-encoding').join(',');
  const decoded = decodeContent(body, coding, maxBytes);
  return 'bytes' in decoded ? { status, headers, body: decoded.bytes } : undefined;
}

/** Returns the URL of a request as scripts mean it: normalising it further could change the data that it asks for. */
function webUrl(text: string, base?: string): Url | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.href as Url;
}
