import { html } from 'hono/html';
import type { PublicRecord } from '../api/public-record.ts';
import { aboutCitation, doiUrl, partOfJournal } from '../formats/catalogue-record.ts';
import { coins } from '../formats/coins.ts';
import { authorsOf } from '../formats/entry.ts';
import { isLanguage } from '../language/formats.ts';
import { linkable, visibleTitle } from './format.ts';
import type { Html, SiteContext } from './layout.ts';

/**
 * A reference to copy: authors, title, journal, date and address of a page, and the dated copy of it. Addresses are whole, because a
 * printed reference has no links. Reference managers read the empty element behind it.
 */
export function citationSection({ locale }: SiteContext, record: PublicRecord): Html {
  const { t, rich, day } = locale;
  const { url, date, fetchedAt, cached, about, language } = record;
  const { doi, journal, ...part } = aboutCitation(about);
  const lang = isLanguage(language) ? html` lang="${language}"` : '';
  const source = [journal ?? about?.['site'] ?? about?.['publisher'], partOfJournal(part)].filter(Boolean).join(' ');
  const published = day(date);
  const fetched = html`<time datetime="${fetchedAt}">${day(fetchedAt)}</time>`;
  const copy =
    cached === null
      ? rich('cite.fetched', { date: fetched, url: address(record.record) })
      : rich('cite.copy', { date: fetched, url: address(cached) });
  const texts = [
    authorsOf(record).join('; '),
    html`<cite${lang} dir="auto">${visibleTitle(record.title, url)}</cite>`,
    source,
    published === undefined ? '' : html`<time datetime="${date}">${published}</time>`,
  ].filter((text) => text !== '');
  // No full stop behind an address: it would be copied with it.
  return html`<h2>${t('cite.title')}</h2><p class="citation">${texts.map((text) => html`<bdi>${text}</bdi>. `)}${address(doi === undefined ? url : doiUrl(doi))} ${copy}</p><span class="Z3988" title="${coins(record)}"></span>`;
}

/** An address as it is typed, which is also a link if it can be one. */
function address(url: string): Html {
  const href = linkable(url);
  return html`<bdi dir="ltr">${href ? html`<a href="${href}" rel="noreferrer">${url}</a>` : url}</bdi>`;
}
