import type { Url } from '../url/url.ts';

/** A page of a stored graph, without its links. */
export type PageContent = {
  /** URL as the file has it: links refer to it. */
  name: string;
  /** Normalised URL, which the crawl order reads. */
  url: Url;
  title: string | null;
  /** Content of the page: HTML or text. */
  html?: string;
  text?: string;
  /** Labels of the page. */
  topics: readonly string[];
  /** Whether the page is a training page. */
  isTraining: boolean;
};

/** A line of a graph file. */
export type GraphLine = PageContent & { links: readonly GraphLink[] };

/** A link of a page. `around`: the words around it. Absent: unknown. */
export type GraphLink = { url: string; anchor: string; around?: string };

/** A page whose links name pages by their place in the graph. */
export type GraphPage = PageContent & { links: readonly { to: number; anchor: string; around?: string }[] };

/** The pages of a graph, and the index of each by its URL. */
export type Graph = { pages: readonly GraphPage[]; at: ReadonlyMap<string, number> };

/**
 * Parses a line of a graph file: `{url, title?, html | text, links: [{url, anchor?, around?}], topics: [label], role?}`.
 *
 * @param normalizeUrl returns the normalised URL, or undefined if the text is none
 * @throws Error that names the field
 */
export function parseGraphLine(value: unknown, normalizeUrl: (text: string) => Url | undefined): GraphLine {
  const row = objectOf(value, 'the line');
  const name = row['url'];
  if (typeof name !== 'string') throw new Error('url: must be a string');
  const url = normalizeUrl(name);
  if (url === undefined) throw new Error(`url: ${name} is not a URL`);
  return {
    name,
    url,
    title: typeof row['title'] === 'string' ? row['title'] : null,
    ...contentOf(row),
    topics: listOf(row['topics'] ?? [], 'topics').map((topic) => String(topic)),
    isTraining: row['role'] === 'train',
    links: listOf(row['links'] ?? [], 'links').map((link) => linkOf(link)),
  };
}

/** Connects the lines of a file. Links to pages that the file lacks, and of a page to itself, are dropped; so is a repeated URL. */
export function buildGraph(lines: readonly GraphLine[]): Graph {
  const unique = new Map(lines.toReversed().map((line) => [line.name, line]));
  const kept = [...unique.values()].reverse();
  const at = new Map(kept.map(({ name }, place) => [name, place]));
  const pages = kept.map((line, from) => {
    const seen = new Set([from]);
    const links = line.links.flatMap(({ url, anchor, around }) => {
      const to = at.get(url);
      if (to === undefined || seen.has(to)) return [];
      seen.add(to);
      return [{ to, anchor, ...(around !== undefined && { around }) }];
    });
    return { ...line, links };
  });
  return { pages, at };
}

function contentOf(row: Record<string, unknown>): { html: string } | { text: string } {
  if (typeof row['html'] === 'string') return { html: row['html'] };
  if (typeof row['text'] === 'string') return { text: row['text'] };
  throw new Error('html or text: must be a string');
}

function linkOf(value: unknown): GraphLink {
  const link = objectOf(value, 'links');
  const { url, anchor, around } = link;
  if (typeof url !== 'string') throw new Error('links: url must be a string');
  return {
    url,
    anchor: typeof anchor === 'string' ? anchor : '',
    ...(typeof around === 'string' && { around }),
  };
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name}: must be a JSON object`);
  return value as Record<string, unknown>;
}

function listOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${name}: must be a list`);
  return value;
}
