/**
 * Loads what rendered pages ask for: scripts, and the data that scripts request. Every request passes the network client, with its address
 * guard, and obeys the robots.txt of its host. A host gets one of these requests at a time.
 */
import { decodeContent } from '../../http/content-coding.ts';
import { headerValues } from '../../http/headers.ts';
import { isRedirect, locationOf } from '../../http/location.ts';
import type { HttpResponse } from '../../ports/fetcher.ts';
import type { LoadResource, Resource, ResourceRequest } from '../../ports/renderer.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { createHostRests } from './host-rests.ts';
import { createHostTurns } from './host-turns.ts';
import { createPageRequests, type PageRequests, type Send } from './page-requests.ts';
import { createResourceRobots } from './resource-robots.ts';
import type { ResourcePorts, ResourceRules } from './resource-rules.ts';
import { createScriptCache } from './script-cache.ts';
import { isOfOwnSite, isOfPageSite, mayRead, redirectedHeaders } from './shared-resource.ts';

/** The resources of one page. */
export type PageResources = Omit<PageRequests, 'refuse' | 'send'> & { load: LoadResource };

/** A page, and the IP address of its server; '' if a proxy resolved the name. */
type LoadingPage = { url: Url; address: string };

/** Maximum number of consecutive redirects of a resource. */
const MAX_REDIRECTS = 5;

/** Creates the loader of a process. @returns a function that starts the resources of a page. Absent: it has no site */
export function createResourceLoader(
  ports: ResourcePorts,
  rules: ResourceRules,
): (signal?: AbortSignal, page?: LoadingPage) => PageResources {
  const cache = createScriptCache(ports.clock);
  const inTurn = createHostTurns();
  const rests = createHostRests(ports.clock);
  const shared = { ports, rules, robots: createResourceRobots(ports, rules), rests };

  return (signal, page) => {
    if (page) rests.noteVisit(hostOf(page.url));
    const isOwn = (url: Url) => isOfPageSite(page?.url, url);
    const { isPublicAddress = () => true } = rules;
    const isPublicPage = page !== undefined && isPublicAddress(page.address);
    const isReadable: PageAccess['isReadable'] = ({ address }) =>
      !isPublicPage || address === '' || isPublicAddress(address);
    const access: PageAccess = { isOwn, isReadable };
    const { refuse, send, ...requests } = createPageRequests(shared, signal);
    const sendInTurn: Send = (url, ...request) => inTurn(hostOf(url), () => send(url, ...request));
    const load = (url: Url, request: ResourceRequest) => follow(url, request, sendInTurn, access, rules.maxBytes);
    return {
      ...requests,
      async load(request) {
        const url = webUrl(request.url);
        if (!url) return refuse('url');
        if (request.method === 'POST' && !(rules.posts && isOfOwnSite(request, url))) return refuse('post');
        if (!request.isScript) return load(url, request);
        // Not every site may read it, or gets it with credentials.
        const key = `${request.readBy ?? ''} ${isOwn(url)} ${isPublicPage} ${url}`;
        return cache.get(key) ?? cache.put(key, await load(url, request));
      },
    };
  };
}

/**
 * What a page may have. `isOwn`: whether a URL is on its site. `isReadable`: whether a server at that address may answer the page without proof
 * that it belongs to the site of the page. The address is unknown if a proxy resolved the name.
 */
type PageAccess = { isOwn: (url: Url) => boolean; isReadable: (response: HttpResponse) => boolean };

/**
 * Sends a request and follows its redirects. A redirect to another site ends the credentials, also of later ones that lead back.
 *
 * @returns undefined if it fails, or if the page may not read the response
 */
async function follow(
  first: Url,
  request: ResourceRequest,
  send: Send,
  { isOwn, isReadable }: PageAccess,
  maxBytes: number,
): Promise<Resource | undefined> {
  let url = first;
  let { headers } = request;
  let withoutCredentials = false;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    withoutCredentials ||= !isOwn(url);
    const response = await send(url, { ...request, headers }, withoutCredentials);
    if (response?.kind !== 'response' || response.truncated) return undefined;
    // A site can point its own names to any address (DNS rebinding), but a certificate proves that the server belongs to it.
    const isProven = !withoutCredentials && url.startsWith('https:');
    if (!isProven && !isReadable(response)) return undefined;
    const location = isRedirect(response) ? locationOf(response) : undefined;
    if (location === undefined) return mayRead(request, url, response.headers) ? decode(response, maxBytes) : undefined;
    // A repeated POST could do again what the first one did.
    const next = request.method === 'GET' ? webUrl(location, url) : undefined;
    if (!next) return undefined;
    headers = redirectedHeaders({ ...request, headers }, url, next);
    url = next;
  }
  return undefined;
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
