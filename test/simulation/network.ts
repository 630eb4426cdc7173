import type { Fetcher, HttpAnswer } from '../../shared/ports/fetcher.ts';
import { groupOf } from '../../shared/url/group.ts';
import { hostOf, type Url } from '../../shared/url/url.ts';
import type { World } from './world.ts';

export const HOSTS = 6;
const GROUPS = 4;
const PAGES = 8;
const LINKS = 4;
/** Of the requests, so many are slow. */
const SLOW = 0.03;

/** Hosts 0 and 4, and 1 and 5, share a politeness group (their registrable domain). */
export const hostName = (host: number) => `h${host}.g${host % GROUPS}.test`;
export const pageUrl = (host: number, page: number | string) => `http://${hostName(host)}/p${page}` as Url;

/** A small web that notes when each request began and ended, by the world's time. */
export type Network = {
  fetcher: Fetcher;
  /** URLs that a page links to. */
  links(url: Url): Url[];
  /** Smallest time between the end of a request to a group and the start of the next, seconds. */
  gap(): number;
  overlaps(): number;
  requests(): number;
};

export function createNetwork(world: World, timeoutS: number): Network {
  const graph = new Map<Url, Url[]>();
  for (let host = 0; host < HOSTS; host++) {
    graph.set(pageUrl(host, 'late'), []);
    for (let page = 0; page < PAGES; page++) {
      const target = () => pageUrl(world.random() < 0.8 ? host : draw(world, HOSTS), draw(world, PAGES));
      graph.set(pageUrl(host, page), Array.from({ length: LINKS }, target));
    }
  }
  const served = new Map<Url, number>();
  const endOf = new Map<string, number>();
  let gap = Number.POSITIVE_INFINITY;
  let overlaps = 0;
  let requests = 0;

  // Links stand in one round only: whoever asks with a validator has committed the page before, and gets none.
  const answer = (url: Url, known: boolean): HttpAnswer => {
    const links = graph.get(url);
    if (!links) return reply(404, '');
    const round = (served.get(url) ?? 0) + 1;
    served.set(url, round);
    return reply(200, html(url, round, known ? [] : links));
  };
  const fetcher: Fetcher = {
    fetch(url, { headers }) {
      const group = groupOf(hostOf(url), 'domain');
      const last = endOf.get(group);
      if (last !== undefined) {
        gap = Math.min(gap, world.time() - last);
        if (world.time() < last) overlaps++;
      }
      const seconds = world.random() < SLOW ? timeoutS * 0.99 : 0.1 + world.random() * 1.4;
      endOf.set(group, Math.max(last ?? 0, world.time() + seconds));
      requests++;
      const result = answer(url, headers?.['if-none-match'] !== undefined);
      return new Promise((resolve) => world.at(seconds, () => resolve(result)));
    },
  };
  return {
    fetcher,
    links: (url) => graph.get(url) ?? [],
    gap: () => gap,
    overlaps: () => overlaps,
    requests: () => requests,
  };
}

/** The text changes with every request. */
function html(url: Url, round: number, links: Url[]): string {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  return `<html><title>${url}</title><p>This is what ${url} says when it is asked for the time ${round}, in a sentence of some length.</p>${anchors}`;
}

function reply(status: number, body: string): HttpAnswer {
  return {
    kind: 'answer',
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
