import { z } from 'zod';
import type { ControlStore, CrawlState } from '../../shared/ports/control.ts';

/** Asks which crawls there are. */
export const ListRequest = z.strictObject({ action: z.literal('list') });

type ListedCrawl = {
  crawl: string;
  state: CrawlState;
  /** ISO 8601. */
  createdAt: string;
};

/** Newest first. */
export async function listAction(control: ControlStore): Promise<{ crawls: ListedCrawl[] }> {
  const all = (await control.list()).sort((a, b) => b.createdAt - a.createdAt);
  return {
    crawls: all.map(({ crawl, state, createdAt }) => ({ crawl, state, createdAt: new Date(createdAt).toISOString() })),
  };
}
