import type { Judge } from '../classify/judge.ts';
import { type LinkRules, linkRefusal } from '../classify/links/link-rules.ts';
import { createNewestVisits } from '../classify/reclassify/newest-visits.ts';
import {
  addVisits,
  currentDocuments,
  type ObjectFault,
  readObject,
  type StoredDocument,
} from '../classify/reclassify/stored-documents.ts';
import type { DocumentLine } from '../clean/document.ts';
import type { Objects } from '../ports/objects.ts';
import { loopOfLinks } from '../url/nested-links.ts';
import type { Url } from '../url/url.ts';
import type { PageJudgement } from './crawl-order.ts';
import type { GraphLine } from './graph.ts';

/** The stored pages of a crawl as a graph. */
export type ArchiveGraph = {
  lines: GraphLine[];
  /** What the topic says about each page. */
  judgements: Map<Url, PageJudgement>;
  /** URLs of stored pages that were seeds. */
  seeds: Url[];
  /** Whether the crawl has more pages. */
  isPartial: boolean;
};

export type ArchiveOptions = {
  judge: Judge;
  links: LinkRules;
  /** Maximum number of stored documents that are read, the first ones of the crawl. */
  maxDocuments: number;
  /** Called for each object that is missing or unreadable. */
  onFault(fault: ObjectFault): void;
};

/** Label of the pages that the topic accepts. */
export const ON_TOPIC = 'relevant';

/** Maximum number of redirects from a link to its page. */
const MAX_REDIRECTS = 5;

/**
 * Builds a graph from the current document of each URL. Links that the crawl does not follow, because of the page or of `rel`, are left out, and
 * links to a redirect lead to its target.
 */
export async function readArchiveGraph(
  crawl: string,
  objects: Pick<Objects, 'get' | 'list'>,
  { judge, links: rules, maxDocuments, onFault }: ArchiveOptions,
): Promise<ArchiveGraph> {
  const newest = createNewestVisits();
  const moved = new Map<Url, Url>();
  const keys: string[] = [];
  let documents = 0;
  let isPartial = false;
  for await (const key of objects.list(`clean/${crawl}/`)) {
    if (documents >= maxDocuments) {
      isPartial = true;
      break;
    }
    const lines = await readObject(key, objects);
    if (!Array.isArray(lines)) {
      onFault(lines);
      continue;
    }
    keys.push(key);
    addVisits(lines, newest);
    documents += lines.filter(({ kind }) => kind === 'document').length;
    for (const line of lines) if (line.kind === 'moved' && line.to !== null) moved.set(line.url, line.to);
  }
  const graph: ArchiveGraph = { lines: [], judgements: new Map(), seeds: [], isPartial };
  for (const key of keys) {
    const lines = await readObject(key, objects);
    if (Array.isArray(lines)) for (const stored of currentDocuments(lines, newest)) addPage(graph, stored);
  }
  return graph;

  function addPage(
    { lines, judgements, seeds }: ArchiveGraph,
    { line: { url, document, note } }: StoredDocument,
  ): void {
    const { kind: verdict, strength: relevance } = judge(document);
    judgements.set(url, { verdict, relevance });
    if (note.depth === 0) seeds.push(url);
    const { title, text } = document;
    const links = linksOf(document, note.depth, rules).map((link) => ({
      url: pageOf(link.url, moved),
      anchor: link.anchor,
      ...('around' in link && { around: link.around }),
    }));
    const topics = verdict === 'relevant' ? [ON_TOPIC] : [];
    lines.push({ name: url, url, title, text, links, topics, isTraining: false });
  }
}

function linksOf(document: Extract<DocumentLine, { kind: 'document' }>['document'], depth: number, rules: LinkRules) {
  // The verdict ranks links in a simulation, whatever `topic.follow` says.
  const page = { document, kind: 'relevant', depth } as const;
  const isLoop = loopOfLinks(document.url, document.links);
  const isFollowed = (link: (typeof document.links)[number]) => linkRefusal(page, link, rules, isLoop) === undefined;
  return document.follow ?? document.links.filter(isFollowed);
}

/** Follows the redirects of the crawl. */
function pageOf(url: Url, moved: ReadonlyMap<Url, Url>): Url {
  let at = url;
  for (let step = 0; step < MAX_REDIRECTS; step++) {
    const to = moved.get(at);
    if (to === undefined) break;
    at = to;
  }
  return at;
}
