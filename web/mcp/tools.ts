import type { z } from 'zod';
import { ignoredPart } from '../../shared/query/ignored-part.ts';
import type { SearchHit } from '../../shared/search/answer.ts';
import { MAX_COMBINED } from '../../shared/search/search-crawls.ts';
import { SNIPPET_LENGTH } from '../../shared/search/snippet.ts';
import { type PublicRecord, publicRecord } from '../api/public-record.ts';
import { findRecord } from '../api/record-route.ts';
import { parseSearchQuery } from '../api/search-query.ts';
import { cachedUrlOfHit, recordUrl, stableScore } from '../formats/entry.ts';
import type { WebPorts } from '../ports.ts';
import { crawlList, isCrawlList, searchSite } from '../site.ts';
import type {
  CrawlsOutput,
  DocumentInput,
  DocumentOutput,
  ExplainInput,
  ExplainOutput,
  SearchInput,
  SearchOutput,
  StatusInput,
  StatusOutput,
} from './tool-schemas.ts';
import { TEXT_LENGTH } from './tool-schemas.ts';

/** A call of a tool that cannot be answered. The model reads its message and can call the tool in another way. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** What tools read. `origin`: scheme and host of the links in citations. */
export type ToolContext = { ports: WebPorts; origin: string };

type Args<Schema extends z.ZodType> = z.output<Schema>;

/** @throws ToolError about each invalid argument, or if there is no such crawl */
export async function searchTool(
  { query, crawl: named, snippetLength = SNIPPET_LENGTH.preset, ...args }: Args<typeof SearchInput>,
  { ports, origin }: ToolContext,
): Promise<Args<typeof SearchOutput>> {
  const crawl = await chooseCrawls(named, ports);
  const given = Object.entries({ q: query, snippetLength, ...args }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const { query: parsed, faults } = parseSearchQuery(Object.fromEntries(given) as Record<string, string>);
  if (faults.length > 0)
    throw new ToolError(
      faults.map(({ parameter, detail }) => `${parameter === 'q' ? 'query' : parameter}: ${detail}`).join('; '),
    );
  if (crawlList(crawl).length > 1 && parsed.from + parsed.size > MAX_COMBINED)
    throw new ToolError(`from: must be at most ${MAX_COMBINED - parsed.size} in a search of several crawls`);
  const { total, from, next, understood, notice, hits } = await searchSite(crawl, parsed, ports);
  return {
    total,
    from,
    next,
    ...(understood !== undefined && { understood }),
    ignored: (notice?.ignored ?? []).map(ignoredPart),
    results: hits.map((hit) => {
      const { id, snippet, snippetOffset = null, score, language, type } = hit;
      const ofHit = hit.crawl ?? crawl;
      const citation = citationOfHit(hit, origin, ofHit);
      return { id, crawl: ofHit, citation, snippet, snippetOffset, score: stableScore(score), language, type };
    }),
  };
}

const citationOfHit = (hit: SearchHit, origin: string, crawl: string) => ({
  ...{ title: hit.title, url: hit.url, author: hit.author, fetchedAt: hit.fetchedAt },
  published: hit.date,
  cached: cachedUrlOfHit(hit, origin, crawl),
  record: recordUrl(origin, crawl, hit.id),
});

/** @throws ToolError if there is no such document or crawl */
export async function documentTool(
  { id, crawl: named, offset = 0, length = TEXT_LENGTH.preset }: Args<typeof DocumentInput>,
  { ports, origin }: ToolContext,
): Promise<Args<typeof DocumentOutput>> {
  const crawl = await chooseCrawl(named, ports);
  const found = await findRecord(ports, crawl, id);
  if (!found) throw new ToolError(`The crawl ${crawl} has no document ${id.slice(0, 128)}. Search again for its id.`);
  const document = publicRecord(found, origin, crawl);
  const { headings, description, keywords, language, type, classes } = document;
  const text = document.text ?? '';
  const end = Math.min(offset + length, text.length);
  return {
    ...{ id, headings, description, keywords, language, type, classes, offset },
    citation: citationOfRecord(document),
    text: document.text === null ? null : text.slice(offset, end).toWellFormed(),
    textLength: text.length,
    next: end < text.length ? end : null,
    urls: document.urls.map(({ url }) => url),
  };
}

const citationOfRecord = ({ title, url, author, date, fetchedAt, cached, record }: PublicRecord) => ({
  ...{ title, url, author, fetchedAt, cached, record },
  published: date,
});

export async function crawlsTool({ ports }: ToolContext): Promise<Args<typeof CrawlsOutput>> {
  const statuses = await Promise.all((await ports.crawls()).map((crawl) => ports.status(crawl)));
  return {
    crawls: statuses.flatMap((status) => {
      if (!status) return [];
      const { crawl, state, unattended, records, pages, hosts } = status;
      return [{ crawl, state, ...(unattended && { unattended }), documents: records, pages, hosts }];
    }),
  };
}

/** @throws ToolError if there is no such crawl */
export async function statusTool(
  { crawl: named }: Args<typeof StatusInput>,
  { ports }: ToolContext,
): Promise<Args<typeof StatusOutput>> {
  const name = await chooseCrawl(named, ports);
  const status = await ports.status(name);
  if (!status) throw new ToolError(`There is no crawl ${name}.`);
  const { crawl, state, records: documents, pages, hosts, outcomes, reasons, verdicts } = status;
  const { due, waiting, bytes, seconds, cost, unattended } = status;
  const shown = { crawl, state, ...(unattended && { unattended }) };
  return { ...shown, documents, pages, hosts, outcomes, reasons, verdicts, due, waiting, bytes, seconds, cost };
}

/** @throws ToolError if there is no such crawl */
export async function explainTool(
  { url, crawl }: Args<typeof ExplainInput>,
  { ports, explain }: ToolContext & { explain: NonNullable<WebPorts['explain']> },
): Promise<Args<typeof ExplainOutput>> {
  const { url: normalised, state, steps } = await explain(await chooseCrawl(crawl, ports), url);
  return { url: normalised, state, steps };
}

/** Returns the named public crawls, or the first, as `searchSite` takes them. @throws ToolError if there is none */
async function chooseCrawls(named: string | undefined, ports: WebPorts): Promise<string> {
  const names = named?.trim();
  return names && isCrawlList(names, await ports.crawls()) ? names : chooseCrawl(named, ports);
}

/** Returns the named public crawl, or the first. @throws ToolError if there is none */
async function chooseCrawl(named: string | undefined, { crawls: list }: WebPorts): Promise<string> {
  const crawls = await list();
  const crawl = named?.trim() || crawls[0];
  if (crawl === undefined) throw new ToolError('Nothing has been crawled yet.');
  if (!crawls.includes(crawl)) throw new ToolError(`There is no crawl ${crawl}. The crawls are: ${crawls.join(', ')}.`);
  return crawl;
}
