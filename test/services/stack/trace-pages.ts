/** Tells which stores have a page, to find out who lost it. */
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { pagesOf } from '../../flow/remains.ts';
import type { Stack } from './stack.ts';

/** Folders of the stages in the order of a page's path. */
const STAGES = ['raw', 'clean', 'records'] as const;

/**
 * Returns a line per URL: its outcome in the frontier, and the stages whose objects contain it. Each message to the next stage is sent
 * after the object is stored. A page that is missing after a stored object was lost with the message, by the queue or by a function
 * that removed it too early; a fetched page that `raw` lacks was lost by the object store or by the visit.
 */
export async function tracePages(urls: readonly string[], crawl: string, stack: Stack): Promise<string[]> {
  const outcomes = new Map(
    (await pagesOf(crawl, { frontier: stack.frontier() })).map(({ url, outcome }): [string, string] => [url, outcome]),
  );
  const texts = new Map<string, string[]>();
  for (const stage of STAGES) texts.set(stage, await storedTexts(stage, crawl, stack));
  const { notices, dead } = await stack.depths();
  return urls.map((url) => {
    const stored = STAGES.filter((stage) => texts.get(stage)!.some((text) => text.includes(url)));
    return `${url}: ${outcomes.get(url) ?? 'unknown'} in the frontier; stored in ${stored.join(', ') || 'no object'}; messages: ${notices} left, ${dead} dead`;
  });
}

async function storedTexts(stage: string, crawl: string, stack: Stack): Promise<string[]> {
  const objects = stack.objects();
  const texts: string[] = [];
  for await (const key of objects.list(`${stage}/${crawl}/`)) {
    const bytes = await objects.get(key);
    if (bytes) texts.push((stage === 'raw' ? gunzipSync(bytes) : zstdDecompressSync(bytes)).toString());
  }
  return texts;
}
