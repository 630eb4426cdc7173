import { html } from 'hono/html';
import { CHANGE_PARAMETER, changeBetween } from '../api/changed-query.ts';
import { type SearchQuery, searchHref } from '../api/search-query.ts';
import { type Html, namedCrawl, type SiteContext } from './layout.ts';

/** Id of the search form. Buttons outside it send its fields, too. */
export const SEARCH_FORM_ID = 'ask';

/** Length of the URL of a query up to which links repeat it, in UTF-16 units: with up to 90 links a page has at most 30 KB. */
const MAX_REPEATED = 56;

/** `rel` is for links only. `name`: accessible name; absent: the label. */
type Attributes = { rel?: 'prev' | 'next'; title?: string; name?: string };

/** Whether the URL of a query is short enough to be in every link of its page. */
export const isRepeated = (site: SiteContext, query: SearchQuery): boolean =>
  searchHref(namedCrawl(site), { ...query, from: 0 }).length <= MAX_REPEATED;

/**
 * Leads from the page of one query to another one. A link, or for a long query a button that sends the search form with what changes: so
 * the page has the query once. The answer to the button redirects to the URL of the link.
 */
export function queryLink(
  site: SiteContext,
  current: SearchQuery,
  target: SearchQuery,
  label: Html | string,
  { rel, title, name }: Attributes = {},
): Html {
  const more = html`${title === undefined ? '' : html` title="${title}"`}${name === undefined ? '' : html` aria-label="${name}"`}`;
  if (isRepeated(site, current)) {
    const relation = rel === undefined ? '' : html` rel="${rel}"`;
    return html`<a${relation} href="${searchHref(namedCrawl(site), target)}"${more}>${label}</a>`;
  }
  return html`<button form="${SEARCH_FORM_ID}" name="${CHANGE_PARAMETER}" value="${changeBetween(current, target)}"${more}>${label}</button>`;
}
