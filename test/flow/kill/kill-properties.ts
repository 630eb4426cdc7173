import { runCrawl } from '../../../cli/run/runner.ts';
import { checkPoliteness } from '../../../demo/politeness.ts';
import { siteRules } from '../../../demo/rules.ts';
import type { SearchRecord } from '../../../shared/ports/search-index.ts';
import { headsOf, leftovers, pagesOf, recordsOf, withStores } from '../remains.ts';
import { PAUSE_MS, type SmallWeb, startSmallWeb } from '../small-web.ts';
import { killedCrawl } from './killed-crawl.ts';

const CRAWL = 'plants';

/** Runs two crawls of the demo website: one is killed repeatedly, the other is undisturbed. */
export async function killedBesideUndisturbed(kills: number, seed: string) {
  const webs = [await startSmallWeb(), await startSmallWeb()] as const;
  try {
    const [killed, whole] = webs;
    const { dir, settings, seeds } = whole;
    const [{ interruptions, last }] = await Promise.all([
      killedCrawl(killed, kills, seed),
      runCrawl({ dir, settings, seeds }),
    ]);
    return {
      interruptions,
      last,
      killed: await resultOf(killed),
      whole: await resultOf(whole),
    };
  } finally {
    await Promise.all(webs.map((web) => web.close()));
  }
}

async function resultOf({ dir, site }: SmallWeb) {
  const [pages, heads, records] = await withStores(dir, (stores) =>
    Promise.all([pagesOf(CRAWL, stores), headsOf(CRAWL, stores), recordsOf(CRAWL, stores)]),
  );
  return {
    records: records.map(shown).sort((a, b) => (a.id < b.id ? -1 : 1)),
    outcomes: Object.fromEntries(pages.map(({ url, outcome }) => [url, outcome])),
    /** URLs committed more than once without a reason. */
    // A URL that failed, or whose robots.txt did, is tried again.
    repeated: pages.filter(({ visits, outcome }) => visits > 1 && !/^failed|\.robots-unreachable$/.test(outcome)),
    pages: pages.length,
    counted: heads.flatMap(({ counts }) => Object.values(counts)).reduce((a, b) => a + b),
    violations: checkPoliteness(site.log, siteRules(PAUSE_MS)),
    requests: site.log.requests.filter(({ path }) => path !== '/robots.txt').length,
    leftovers: leftovers(dir),
  };
}

function shown({ id, urls, title, text }: SearchRecord) {
  return { id, urls: Object.keys(urls).sort(), title, text };
}
