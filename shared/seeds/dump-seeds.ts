import { aboutOf, type FoundSeed, isPriority } from './found-seed.ts';

/** A URL of a dump: `page` and `queued` lines are one, `inbox` lines have a list. */
type DumpUrl = { url?: unknown; kind?: unknown; class?: unknown; about?: unknown; partial?: unknown };

/**
 * Returns the URLs in a line of `thresher frontier dump`, which is a list of seeds, too. They keep their priority class and the
 * metadata of a seed. The rest of a line is state of the crawl, not metadata.
 *
 * @returns undefined if the JSON is no line of a dump; an empty list for lines without a URL
 */
export function seedsOfDumpLine(line: Readonly<Record<string, unknown>>): Omit<FoundSeed, 'at'>[] | undefined {
  const { type, url, class: priority, host } = line;
  if (type === 'page' || type === 'queued')
    return typeof url === 'string' && typeof priority === 'number' ? [seedOf(url, line)] : undefined;
  if (type === 'inbox' && typeof host === 'string' && Array.isArray(line['links']))
    return line['links'].flatMap((link: DumpUrl | null) =>
      typeof link?.url === 'string' ? [seedOf(link.url, link)] : [],
    );
  const isOther =
    ((type === 'host' || type === 'cash') && typeof host === 'string') ||
    (type === 'crawl' && typeof line['crawl'] === 'string') ||
    (type === 'end' && typeof line['lines'] === 'number');
  return isOther && url === undefined ? [] : undefined;
}

/** Results that no visit has merged have no class of their own. */
function seedOf(url: string, { kind, class: priority, about, partial }: DumpUrl): Omit<FoundSeed, 'at'> {
  const metadata = isText(about) ? aboutOf(Object.entries(about)) : undefined;
  return {
    url,
    ...((kind === 'sitemap' || kind === 'feed') && { kind }),
    ...(partial !== true && isPriority(priority) && { priority }),
    ...(metadata && { about: metadata }),
  };
}

const isText = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');
