import { UsageError } from '../cli/command.ts';
import { deleteLocally, liftLocally, listRules } from '../cli/maintain/delete-locally.ts';
import type { DeletionSelectors } from '../cli/maintain/deletion-rules.ts';
import type { CrawlLocation } from '../cli/open-crawl.ts';
import type { DeletionReport } from '../shared/maintain/delete/delete-pages.ts';
import type { DeletedRules } from '../shared/url/deleted.ts';
import { checkOptions, type OptionTypes, PLACE_TYPES } from './check-options.ts';
import { inLibraryTerms } from './library-error.ts';

export type { DeletedRules };

/**
 * Pages of a crawl: those of any of the lists. `host`: host names, with their port if they have one. `path`: beginnings of URLs. `url`: single URLs.
 * `digest`: SHA-256 or MD5 digests of texts. `id`: ids of records.
 */
export type PageSelection = DeletionSelectors;

/** From which crawl pages are deleted, and how. */
export type DeleteOptions = CrawlLocation & {
  /** Deletes the pages. Default: false, which only finds them. */
  apply?: boolean | undefined;
  /** Overwrites the captures in the WARC files, too. Default: false. */
  raw?: boolean | undefined;
  /** Ends the deletion after the current object or host: `done` is false, and the same call completes it. */
  signal?: AbortSignal | undefined;
};

/**
 * What a deletion has removed or, without `apply`, would remove. `done`: the signal did not end it. `deleted`: the rules that keep the pages out. The
 * deletion is incomplete if `busy` or `unreadable` count something.
 */
export type DeleteResult = DeletionReport & {
  crawl: string;
  applied: boolean;
  done: boolean;
  deleted: DeletedRules;
};

const SELECTION_TYPES: OptionTypes<PageSelection> = {
  host: 'strings',
  path: 'strings',
  url: 'strings',
  digest: 'strings',
  id: 'strings',
};

/**
 * Deletes pages from the index, the stored documents and the frontier, and keeps them out of later crawls, as `thresher delete` does. Without `apply`
 * it only finds them. An applied deletion cannot be undone. No crawl of the folder may run.
 *
 * @throws UsageError for a selection without pages or with invalid values, or as `status`; FolderInUseError if a crawl runs in the folder; the
 * reason of `signal` if it aborted before the deletion began
 */
export async function deletePages(selection: PageSelection, options: DeleteOptions = {}): Promise<DeleteResult> {
  const selected = checkSelection(selection);
  const {
    apply = false,
    raw = false,
    signal: interrupt = new AbortController().signal,
    ...place
  } = checkOptions('options', options, { ...PLACE_TYPES, apply: 'boolean', raw: 'boolean', signal: 'signal' });
  // The rules that keep the pages out are stored before the first object is rewritten.
  interrupt.throwIfAborted();
  return inLibraryTerms(async () => {
    const terminal = { progress: () => undefined, interrupt };
    const { crawl, rules, report } = await deleteLocally(place, selected, { apply, raw }, terminal);
    return { crawl, applied: apply, done: !interrupt.aborted, deleted: rules, ...report };
  });
}

/**
 * Lets a crawl fetch deleted pages again, as `thresher delete --lift` does. No crawl of the folder may run.
 *
 * @param selection the rules to lift, as `deletedRules` lists them
 * @returns the lifted rules, and the number of URLs that are due now
 * @throws UsageError if no rule is the same as the given ones, or as `deletePages`; FolderInUseError if a crawl runs in the folder
 */
export async function liftDeleted(
  selection: PageSelection,
  place: CrawlLocation = {},
): Promise<{ crawl: string; lifted: DeletedRules; pages: number }> {
  const selected = checkSelection(selection);
  checkOptions('options', place, PLACE_TYPES);
  return inLibraryTerms(() => liftLocally(place, selected));
}

/**
 * Returns what was deleted from a crawl and is kept out, as `thresher delete --list` prints it.
 *
 * @throws UsageError as `status`
 */
export async function deletedRules(place: CrawlLocation = {}): Promise<DeletedRules> {
  checkOptions('options', place, PLACE_TYPES);
  return inLibraryTerms(async () => (await listRules(place)).rules);
}

/** @throws UsageError for a selection without pages: a list that was left empty by mistake must not pass for one */
function checkSelection(selection: PageSelection): PageSelection {
  const checked = checkOptions('selection', selection, SELECTION_TYPES);
  if (Object.values(checked).every((values) => values?.length === 0))
    throw new UsageError('selection: selects nothing; give host, path, url, digest or id');
  return checked;
}
