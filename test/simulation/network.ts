import { hash } from 'node:crypto';
import type { Fetcher, HttpResponse } from '../../shared/ports/fetcher.ts';
import { groupOf } from '../../shared/url/group.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';
import type { World } from './world.ts';

export type Web = {
  hosts: number;
  /** Number of politeness groups (registrable domains): host n is in group n modulo this. */
  groups: number;
  /** Number of pages per host; one more is linked only from outside. */
  pages: number;
  /** Number of links per page. */
  links: number;
  /** Whether pages contain a sentence with a detectable language; otherwise little more than their URL. */
  prose: boolean;
  /** Fraction of requests that take nearly as long as their timeout. Default: 0.03. */
  slow?: number;
  /** Whether pages keep their links; otherwise only their first version has any. Default: false. */
  keepsLinks?: boolean;
  /** Whether a page of the first host ends the process that fetches it. */
  poison?: boolean;
  /** Numbers of the pages that have the same text on all hosts, so that they share a record. At most four: classify holds five as error pages. */
  mirrors: readonly number[];
};

/** A small web, because each page costs a millisecond. Hosts share groups and have pages for several visits. */
export const SMALL_WEB: Web = { hosts: 4, groups: 3, pages: 5, links: 3, prose: false, mirrors: [2, 3] };
/** A web with more than twice as many requests, to more hosts at once. */
export const WIDE_WEB: Web = { hosts: 6, groups: 4, pages: 8, links: 4, prose: true, mirrors: [2, 3, 5] };

/** Time after which mirrors change between their two texts: they leave one shared record and join another, or join one again. Seconds. */
const MIRRORED_S = 7_000;

/** Time at which the last page of each host is deleted: after most pages were found. Seconds. */
const DELETED_S = 10_000;

/** The page that ends its process, if the web has one. */
export const poisonUrl = (web: Web): Url | undefined => (web.poison ? pageUrl(web, 0, 1) : undefined);

/** Thrown by a request that ends its process. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

const DEFAULT_SLOW = 0.03;

export const pageUrl = (web: Web, host: number, page: number | string) =>
  `http://h${host}.g${host % web.groups}.test/p${page}` as Url;

/** A small web that records the start and end of each request in the world's time. */
export type Network = {
  fetcher: Fetcher;
  /** Returns the URLs that a page links to. */
  links(url: Url): Url[];
  /** Returns the text of the page with this body, given by its SHA-256 in hex; undefined if no response had it. */
  textOf(digest: string | undefined): string | undefined;
  /** Shortest time between the end of a request to a group and the start of the next. Seconds. */
  gap(): number;
  overlaps(): number;
  requests(): number;
  /** Number of requests that started in this time, in seconds since the start. */
  startedBetween(from: number, to: number): number;
};

export function createNetwork(world: World, timeoutS: number, web: Web): Network {
  const graph = new Map<Url, Url[]>();
  const deleted = new Set(Array.from({ length: web.hosts }, (_, host) => pageUrl(web, host, web.pages - 1)));
  for (let host = 0; host < web.hosts; host++) {
    graph.set(pageUrl(web, host, 'late'), []);
    for (let page = 0; page < web.pages; page++) {
      const target = () => pageUrl(web, world.random() < 0.8 ? host : draw(world, web.hosts), draw(world, web.pages));
      graph.set(pageUrl(web, host, page), Array.from({ length: web.links }, target));
    }
  }
  const mirrors = new Map(
    Array.from({ length: web.hosts }, (_, host) =>
      web.mirrors.map((page) => [pageUrl(web, host, page), page] as const),
    ).flat(),
  );
  const served = new Map<Url, number>();
  const texts = new Map<string, string>();
  const endOf = new Map<string, number>();
  let gap = Number.POSITIVE_INFINITY;
  let overlaps = 0;
  const starts: number[] = [];

  // Most pages have links in one round only: a request with a validator follows a commit of the page and gets none.
  const answer = (url: Url, known: boolean): HttpResponse => {
    const links = graph.get(url);
    if (!links || (deleted.has(url) && world.time() >= DELETED_S)) return reply(404, '');
    const round = (served.get(url) ?? 0) + 1;
    served.set(url, round);
    const mirror = mirrors.get(url);
    const state = Math.floor(world.time() / MIRRORED_S) % 2;
    const text = mirror === undefined ? `${url} ${round}.` : `The state ${state} of page ${mirror} on all hosts.`;
    const body = html(web, text, `${url} ${round}`, known && !web.keepsLinks ? [] : links);
    texts.set(hash('sha256', body, 'hex'), text);
    return reply(200, body);
  };
  const fetcher: Fetcher = {
    fetch(url, { headers }) {
      const group = groupOf(hostOf(url), 'domain');
      const last = endOf.get(group);
      if (last !== undefined) {
        gap = Math.min(gap, world.time() - last);
        if (world.time() < last) overlaps++;
      }
      const seconds = world.random() < (web.slow ?? DEFAULT_SLOW) ? timeoutS * 0.99 : 0.1 + world.random() * 1.4;
      endOf.set(group, Math.max(last ?? 0, world.time() + seconds));
      starts.push(world.time());
      if (url === poisonUrl(web)) throw new ProcessEnded();
      const result = answer(url, headers?.['if-none-match'] !== undefined);
      return new Promise((resolve) => world.at(seconds, () => resolve(result)));
    },
  };
  return {
    fetcher,
    links: (url) => graph.get(url) ?? [],
    textOf: (digest) => texts.get(digest ?? ''),
    gap: () => gap,
    overlaps: () => overlaps,
    requests: () => starts.length,
    startedBetween: (from, to) => starts.filter((at) => at >= from && at < to).length,
  };
}

/** Returns a page whose bytes differ with every `request`, also if its text is the same. Links are no part of the text. */
function html(web: Web, text: string, request: string, links: Url[]): string {
  const anchors = links.map((link) => `<a href="${link}">${web.prose ? link : 'on'}</a>`).join(' ');
  const prose = web.prose ? ' This is what the page says when it is asked for, in a sentence of some length.' : '';
  return `<html><title>Page</title><!-- ${request} --><p>${text}${prose}</p><nav>${anchors}</nav>`;
}

function reply(status: number, body: string): HttpResponse {
  return {
    kind: 'response',
    status,
    statusText: '',
    httpVersion: '1.1',
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['ETag', '"known"'],
    ],
    body: new TextEncoder().encode(body),
    truncated: false,
    requestHeaders: [],
    address: '192.0.2.1',
  };
}

const draw = (world: World, n: number) => Math.floor(world.random() * n);
