import type { NewestVisits } from '../../classify/reclassify/newest-visits.ts';
import { changeTimeAfter } from '../../frontier/change-time.ts';
import type { PageEntry } from '../../frontier/host/entry.ts';
import { planRewrite } from '../../frontier/host/rewrite-host.ts';
import type { Frontier } from '../../ports/frontier.ts';
import type { Url } from '../../url/url.ts';

/** Earlier states of the pages that an import replaces. */
export type KnownPages = ReadonlyMap<Url, PageEntry>;

/**
 * Compares captures with what the frontier knows. A page that was fetched, redirected or gone at the time of the capture or later keeps
 * its state: the capture is taken out of `newest`. A URL that was refused or failed, and has no record, gets the capture of any time.
 * Holds the entries of one host in memory, and those that are replaced.
 *
 * @param newest times of the captures of each URL
 * @param hosts hosts of the captures
 * @returns the entries of the pages that the captures replace
 */
export async function matchKnownPages(
  crawl: string,
  hosts: Iterable<string>,
  newest: NewestVisits,
  frontier: Frontier,
): Promise<KnownPages> {
  const replaced = new Map<Url, PageEntry>();
  for (const host of hosts) {
    const head = await frontier.getHead({ crawl, host });
    if (!head) continue;
    const { after } = await planRewrite(head, { page: (page) => page }, frontier);
    for (const page of after.pages) {
      const at = newest.documentAt(page.url);
      if (at === undefined) continue;
      if (page.at >= at && hasState(page)) newest.add(page.url, page.at, 'end');
      else replaced.set(page.url, page);
    }
  }
  return replaced;
}

/** Whether a visit has found out what the URL is. Feedback alone is no visit. */
function hasState({ partial, outcome, record }: PageEntry): boolean {
  if (partial) return false;
  return typeof record === 'string' || !/^(?:refused|failed)\b/.test(outcome);
}

/**
 * Returns the entry of an imported page. It has no next visit unless the page had one: nothing is fetched because of an import. It has no
 * validators either, so a recrawl reads the page anew.
 *
 * @param before what the frontier knew of the page; undefined: nothing
 * @param at time of the capture, epoch ms
 */
export function importedEntry(url: Url, before: PageEntry | undefined, at: number): PageEntry {
  const visit = { url, outcome: 'fetched', tries: 0 };
  if (!before || before.partial) {
    const known = {
      ...(before?.record !== undefined && { record: before.record }),
      ...(before?.verdict !== undefined && { verdict: before.verdict }),
    };
    // Feedback of the same capture comes from a run that was killed.
    const previous = before && before.at - 1;
    return { ...visit, at: changeTimeAfter(previous, at), class: IMPORTED_CLASS, depth: 0, visits: 1, ...known };
  }
  const { etag: _, modified: __, digest: ___, archivedAt: ____, ...unvalidated } = before;
  const { headersDigest: _____, to: ______, rendering: _______, ...known } = unvalidated;
  return { ...known, ...visit, at: changeTimeAfter(before.at, at), visits: before.visits + 1 };
}

/** Priority class of an imported page when a recrawl asks for it: as of a link from a page on topic, between 0 (first) and 7 (last). */
const IMPORTED_CLASS = 2;
