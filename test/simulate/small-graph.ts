import { buildGraph, type Graph, parseGraphLine } from '../../shared/simulate/graph.ts';
import type { Url } from '../../shared/url/url.ts';

/** Page → its links and, if it is on topic, a star. */
export function graphOf(rows: Record<string, string>): Graph {
  const lines = Object.entries(rows).map(([name, links]) => ({
    url: urlOf(name),
    text: name,
    topics: links.includes('*') ? ['star'] : ['other'],
    links: [...links.matchAll(/\w+/g)].map(([to]) => ({ url: urlOf(to), anchor: to })),
  }));
  return buildGraph(lines.map((line) => parseGraphLine(line, (text) => text as Url)));
}

export const isStar = (graph: Graph) => (page: number) => graph.pages[page]!.topics.includes('star');

/** Returns the names of pages. */
export const namesOf = (graph: Graph, pages: readonly number[]) =>
  pages.map((page) => graph.pages[page]!.name.replace('http://a.example/', '')).join(' ');

function urlOf(name: string): string {
  return `http://a.example/${name}`;
}
