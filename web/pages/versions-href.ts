import { recordHref } from './hit.ts';
import type { SiteContext } from './layout.ts';

/** Returns the URL of the captures of a record. */
export function versionsHref(site: SiteContext, id: string, before?: number): string {
  const earlier = before === undefined ? '' : `&before=${new Date(before).toISOString()}`;
  return `${recordHref(site, id).replace('?', '/versions?')}${earlier}`;
}
