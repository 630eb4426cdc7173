import type { CapturedUrls } from '../../shared/ports/captured-urls.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { findVersions, readVersion, urlsOf, versionsDeadline } from '../../shared/search/page-versions.ts';
import type { WebPorts } from '../ports.ts';

type Stores = { control: Pick<ControlStore, 'get'>; objects: Objects; capturedUrls?: CapturedUrls };

/** Returns the ports of the versions of a page over stored documents. */
export function storedVersions(stores: Stores): Required<Pick<WebPorts, 'versions' | 'compareVersions'>> {
  const ports = () => ({ ...stores, hasTime: versionsDeadline(Date.now) });
  return {
    async versions(crawl, record, { before = Number.POSITIVE_INFINITY, skip = 0 } = {}) {
      const place = { before: Math.min(before, Date.now() + 1), skip };
      const since = (await stores.control.get(crawl))?.createdAt ?? place.before;
      return findVersions(crawl, urlsOf(record), ports(), { since, place });
    },
    // The comparison is loaded with the first request: few requests need it.
    async compareVersions(crawl, record, times) {
      const { compareVersions } = await import('./compare-versions.ts');
      const limits = ports();
      return compareVersions(times, (at) => readVersion(crawl, urlsOf(record), at, limits));
    },
  };
}
