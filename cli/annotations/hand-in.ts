import { urlRulesOf } from '../../shared/settings/rules.ts';
import { normalize } from '../../shared/url/normalize.ts';
import type { HandedIn, NotKept, WebAnnotations } from '../../web/annotations/web-annotations.ts';
import { importLocally } from '../import/import-locally.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { FolderInUseError, lockFolder } from '../run/folder/folder-lock.ts';
import type { Stores } from '../run/wiring.ts';
import { SearchTimeoutError, startSearchThreads } from '../serve/search-threads.ts';
import { documentArchive, type GivenDocument } from './document-archive.ts';
import { JUDGE_LIMIT_MS, TOO_SLOW } from './not-kept.ts';

type Given = Parameters<NonNullable<WebAnnotations['handIn']>>[0];
type HandInStores = Pick<Stores, 'index' | 'clock' | 'control' | 'objects'>;

/** Documents that wait for those before them. Each is in memory. */
const MAX_WAITING = 5;

/**
 * Returns a function that imports a document into a crawl of a data folder, as `thresher import` does, one after the other. The folder
 * must not be in use by a crawl. A document that the crawl does not keep is refused before, and changes nothing.
 *
 * @param stores read the index that other threads and processes write
 */
export function createHandIn(dir: string, terminal: Terminal) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (given: Given, stores: HandInStores): Promise<HandedIn> => {
    if (waiting >= MAX_WAITING) return { isBusy: true };
    waiting++;
    const done = last.then(() => handInOne(dir, { ...given, at: stores.clock.now() }, stores, terminal));
    last = done.catch(() => undefined).finally(() => waiting--);
    return done;
  };
}

async function handInOne(
  dir: string,
  given: GivenDocument,
  stores: HandInStores,
  terminal: Terminal,
): Promise<HandedIn> {
  try {
    // A crawl that is running would be noticed only after the document was judged.
    lockFolder(dir)();
    const notKept = await judgeInThread(dir, given);
    if (notKept) return notKept;
    const job = {
      dir,
      crawl: { name: given.crawl, file: undefined },
      archives: [documentArchive(given)],
      follow: false,
    };
    await importLocally(job, { ...terminal, progress: () => undefined });
  } catch (error) {
    if (error instanceof FolderInUseError) return { isBusy: true };
    throw error;
  }
  return findImported(given, stores);
}

/** The document may take seconds of CPU, so it is judged in a thread of its own. */
async function judgeInThread(dir: string, given: GivenDocument): Promise<NotKept | undefined> {
  const threads = startSearchThreads(dir, { limitMs: JUDGE_LIMIT_MS, size: 1 });
  try {
    return await threads.calls.judgeDocument(given);
  } catch (error) {
    if (error instanceof SearchTimeoutError) return { reason: TOO_SLOW };
    throw error;
  } finally {
    await threads.close();
  }
}

/** Returns the record of an imported document. The address may still have an earlier record, if a stage has failed. */
async function findImported({ crawl, url: given, at }: GivenDocument, stores: HandInStores): Promise<HandedIn> {
  const { settings } = await loadStoredSettings(crawl, stores);
  const found = normalize(given, undefined, urlRulesOf(settings));
  const url = found.kind === 'refused' ? given : found.url;
  const record = (await stores.index.idsOfUrls(crawl, [url])).get(url);
  const seenAt = record === undefined ? undefined : (await stores.index.get(crawl, record))?.urls[url];
  return record !== undefined && seenAt !== undefined && seenAt >= at ? { record, url } : { isFailed: true };
}
