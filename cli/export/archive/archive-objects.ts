import { eraseCaptures } from '../../../shared/fetch/warc/erase-captures.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import type { Deleted } from '../../../shared/url/deleted.ts';

/** An object of `raw/`: gzip members of WARC records. */
export type ArchiveObject = { key: string; bytes: Uint8Array };

/**
 * Yields the WARC objects of a crawl, the oldest first, one at a time.
 *
 * @param deleted what was deleted from the crawl: captures of these URLs are overwritten, as `thresher delete --raw` does in the
 *   stored objects. Undefined: nothing. Captures of deleted texts cannot be found, because no document names them.
 */
export async function* archiveObjects(
  crawl: string,
  { objects, clock }: { objects: Objects; clock: Clock },
  deleted: Deleted | undefined,
): AsyncGenerator<ArchiveObject> {
  for await (const key of objects.list(`raw/${crawl}/`)) {
    const bytes = await objects.get(key);
    if (!bytes) continue;
    const chosen = deleted && { hasUrl: deleted.hasUrl, hasResponse: () => false };
    const erased = chosen && eraseCaptures(bytes, chosen, clock.now()).bytes;
    yield { key, bytes: erased ?? bytes };
  }
}
