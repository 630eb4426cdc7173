import type { VersionsPlace } from '../../shared/search/page-versions.ts';
import { recordHref } from './hit.ts';
import type { SiteContext } from './layout.ts';

/** Returns the URL of the captures of a record. @param place where they begin; default: the newest */
export function versionsHref(site: SiteContext, id: string, place?: VersionsPlace): string {
  const before = place && `&before=${new Date(place.before).toISOString()}`;
  const skip = place?.skip ? `&skip=${place.skip}` : '';
  return `${recordHref(site, id).replace('?', '/versions?')}${before ?? ''}${skip}`;
}
