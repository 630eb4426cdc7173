import type { CleanDocument, DocumentLine } from '../../clean/document.ts';
import { changeTimeOf } from '../../frontier/change-time.ts';
import { readMatchingLines } from '../../text/json-lines.ts';
import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import type { Judgement } from '../filters/filter.ts';
import type { Judge } from '../judge.ts';
import { isEmbeddedFile, type LinkRules, linkRefusal } from '../links/link-rules.ts';
import type { LinkRating } from '../links/rate-links.ts';
import type { PageDocument } from './find-document.ts';
import { readSample } from './read-sample.ts';
import { type SamplePorts, type SampleSize, sampleObjects } from './sample-objects.ts';

/** A page that links to a URL. */
export type LinkingPage = {
  url: Url;
  /**
   * Why the link is not followed. `unnamed`: an extraction rule of the page names other links to follow. Null: page and link
   * allow it.
   */
  refused: Reason | 'unnamed' | null;
};

export type LinkingPages = { pages: LinkingPage[]; sample: SampleSize };

/** The current topic and rules. `ratingOf`: decides on the links of a page at a depth. Absent: only the page and the link do. */
export type LinkingRules = {
  judge: Judge;
  links: LinkRules;
  ratingOf?: ((document: CleanDocument, judged: Judgement, depth: number) => LinkRating) | undefined;
};

/** Maximum number of objects that are read for one URL: up to 40,000 documents, of which only those with the URL are parsed. */
const MAX_OBJECTS = 200;

/** Maximum number of linking pages: the search ends when they are found. A menu may link from every page. */
const MAX_PAGES = 200;

/**
 * Finds pages that link to a URL in the stored documents, and judges whether their links are followed by the current topic.
 *
 * @param hasTime checked before each read; absent: no time limit
 */
export async function findLinkingPages(
  crawl: string,
  url: Url,
  rules: LinkingRules,
  ports: SamplePorts,
  hasTime: () => boolean = () => true,
): Promise<LinkingPages> {
  const newest = new Map<Url, PageDocument>();
  const sample = await readSample(
    await sampleObjects(crawl, ports, MAX_OBJECTS),
    ports.objects,
    (bytes) => {
      const { lines, total } = readMatchingLines<DocumentLine>(bytes, JSON.stringify(url));
      for (const line of lines.filter((one) => one.kind === 'document'))
        if (linksTo(line, url) && !isOlder(line, newest.get(line.url))) newest.set(line.url, line);
      return total;
    },
    () => newest.size < MAX_PAGES && hasTime(),
  );
  const pages = [...newest.values()].slice(0, MAX_PAGES).map((line) => linkingPage(line, url, rules));
  return { pages, sample };
}

const isOlder = (line: PageDocument, other: PageDocument | undefined): boolean =>
  other !== undefined && changeTimeOf(line) < changeTimeOf(other);

const linksTo = ({ url: from, document }: PageDocument, url: Url): boolean =>
  from !== url && [...document.links, ...(document.follow ?? [])].some((link) => link.url === url);

function linkingPage(
  { url: from, document, note }: PageDocument,
  url: Url,
  { judge, links, ratingOf }: LinkingRules,
): LinkingPage {
  // Links that a rule names need no topic. Only the robots directives of the page hold.
  if (document.follow) {
    const isNamed = document.follow.some((link) => link.url === url);
    return { url: from, refused: !isNamed ? 'unnamed' : document.robots.includes('nofollow') ? 'nofollow' : null };
  }
  const judged = judge(document);
  const rating = ratingOf?.(document, judged, note.depth);
  const page = { document, kind: judged.kind, depth: note.depth };
  const refusals = document.links
    .filter((link) => link.url === url)
    .map((link) => {
      const depth = note.depth + (isEmbeddedFile(link.rel, links) ? 0 : 1);
      const rated = rating?.rate({ url, anchor: link.anchor, depth });
      return linkRefusal(page, link, links) ?? (typeof rated === 'string' ? rated : undefined);
    });
  return { url: from, refused: refusals.includes(undefined) ? null : refusals[0]! };
}
