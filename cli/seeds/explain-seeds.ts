import { explain } from '../../shared/frontier/explain/explain.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import type { Url } from '../../shared/url/url.ts';
import { printable } from '../output/terminal.ts';
import { openStores } from '../run/wiring.ts';

/** Explains what happened to the first five seeds, for a crawl that fetched no page. */
export async function explainSeeds(dir: string, crawl: string, seeds: readonly Url[]): Promise<string[]> {
  const stores = openStores(dir, 'read');
  try {
    const stories = await Promise.all(seeds.slice(0, 5).map((url) => explain(crawl, url, stores)));
    return stories.map(({ url, state }) => `  seed ${printable(url)}: ${state}${describeState(state)}`);
  } finally {
    stores.close();
  }
}

function describeState(state: string): string {
  const reason = state.split('.')[1] as Reason | undefined;
  return reason && reason in REASONS ? ` (${REASONS[reason]})` : '';
}
