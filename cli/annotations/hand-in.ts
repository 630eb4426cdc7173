import type { Archive } from '../../shared/maintain/import/import-archives.ts';
import { urlRulesOf } from '../../shared/settings/rules.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { REASONS } from '../../shared/url/reason.ts';
import type { HandedIn, WebAnnotations } from '../../web/annotations/web-annotations.ts';
import { importLocally } from '../import/import-locally.ts';
import { fieldsOf, recordOf } from '../import/page-record.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { FolderInUseError } from '../run/folder-lock.ts';
import type { Stores } from '../run/wiring.ts';

type Given = Parameters<NonNullable<WebAnnotations['handIn']>>[0];

/** Documents that wait for those before them. Each is in memory. */
const MAX_WAITING = 5;

/**
 * Returns a function that imports a document into a crawl of a data folder, as `thresher import` does, one after the other. The folder
 * must not be in use by a crawl.
 *
 * @param stores read the index that other threads and processes write
 */
export function createHandIn(dir: string, terminal: Terminal) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (given: Given, stores: Pick<Stores, 'index' | 'clock' | 'control' | 'objects'>): Promise<HandedIn> => {
    if (waiting >= MAX_WAITING) return { isBusy: true };
    waiting++;
    const imported = last.then(() => importOne(given, dir, stores.clock.now(), terminal));
    last = imported.catch(() => undefined).finally(() => waiting--);
    const refused = await imported;
    if (refused) return refused;
    const { settings } = await loadStoredSettings(given.crawl, stores);
    const found = normalize(given.url, undefined, urlRulesOf(settings));
    const url = found.kind === 'refused' ? given.url : found.url;
    const record = (await stores.index.idsOfUrls(given.crawl, [url])).get(url);
    return record === undefined ? { reasons: [NOT_SEARCHABLE] } : { record, url };
  };
}

const NOT_SEARCHABLE = 'it has no text, or the crawl does not keep it: it is off topic, or forbids an index';

/** @returns undefined if it was imported */
async function importOne(
  { crawl, url, body, contentType }: Given,
  dir: string,
  at: number,
  terminal: Terminal,
): Promise<Exclude<HandedIn, { record: string; url: string }> | undefined> {
  const bytes = Buffer.from(body);
  const archive: Archive = {
    name: url,
    async *read(keep) {
      const fields = fieldsOf({ url, at, contentType });
      yield recordOf(fields, bytes.subarray(0, keep(fields)), { offset: 0, blockBytes: bytes.length });
    },
  };
  const job = { dir, crawl: { name: crawl, file: undefined }, archives: [archive], follow: false };
  try {
    const { imported, refused } = await importLocally(job, { ...terminal, progress: () => undefined });
    const reasons = Object.keys(refused).map((code) => (REASONS as Readonly<Record<string, string>>)[code] ?? code);
    return imported > 0 ? undefined : { reasons: reasons.length > 0 ? reasons : [NOT_SEARCHABLE] };
  } catch (error) {
    if (error instanceof FolderInUseError) return { isBusy: true };
    throw error;
  }
}
