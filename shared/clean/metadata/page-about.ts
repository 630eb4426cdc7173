/** Reads further metadata of a page: site, licence, generator, translations, feeds, reserved rights, country. */

import { isScriptUrl } from '../../url/script-url.ts';
import type { MetaElement, PageAbout, Thing } from '../document-fields.ts';
import type { RawLink } from '../html/parsed-page.ts';
import type { Metadata } from './metadata.ts';

export const EMPTY_ABOUT: PageAbout = {
  ...{ headline: null, pageTitle: null, site: null, licence: null, generator: null },
  ...{ server: null, country: null, expires: null },
  ...{ alternates: [], feeds: [], qualified: [], things: [], reserved: {} },
};

/** Maximum number of translations and of feeds. */
const MAX_LISTED = 100;
/** Maximum number of meta elements with a scheme or a language. */
const MAX_QUALIFIED = 200;

/** Returns the metadata that the page itself declares. @param entityLicence licence of its text in JSON-LD */
export function describeAbout(
  { metas, links }: { metas: readonly MetaElement[]; links: readonly RawLink[] },
  metadata: Metadata,
  things: Thing[],
  base: string,
  entityLicence: string | null,
): Omit<PageAbout, 'server' | 'country' | 'expires' | 'headline' | 'pageTitle'> {
  const resolved = (href: string): string | undefined => {
    const url = URL.parse(href, base)?.href;
    return url !== undefined && isScriptUrl(url) ? undefined : url;
  };
  const alternates: PageAbout['alternates'] = [];
  const feeds: PageAbout['feeds'] = [];
  const licences = { page: new Set<string>(), parts: new Set<string>() };
  for (const { href, rel, hreflang, type, anchor, isOfPage } of links) {
    const words = rel === '' ? [] : rel.split(' ');
    const isLicence = words.includes('license');
    const isAlternate = words.includes('alternate');
    const url = isLicence || isAlternate ? resolved(href) : undefined;
    if (url === undefined) continue;
    if (isLicence) licences[isOfPage ? 'page' : 'parts'].add(url);
    if (!isAlternate) continue;
    if (hreflang && alternates.length < MAX_LISTED) alternates.push({ language: hreflang, url });
    else if (FEED_TYPE.test(type ?? '') && feeds.length < MAX_LISTED)
      feeds.push({ url, type: type ?? '', title: anchor });
  }
  const texts = LICENCE_NAMES.flatMap((name) => metadata[name] ?? []);
  const reserves = [...texts, ...(metadata['copyright'] ?? [])].some((one) => RESERVATION.test(one));
  // A link in the text may be about an image or a comment.
  const ofParts = reserves ? null : onlyOne(licences.parts);
  const declared = [onlyOne(licences.page), ...texts, entityLicence, ofParts];
  return {
    site: firstOf(metadata, ['og:site_name', 'citation_journal_title', 'application-name']),
    // Two licences in the head: which one holds for the text is not known.
    licence: licences.page.size > 1 ? null : chooseLicence(declared, firstOf(metadata, ['copyright'])),
    generator: firstOf(metadata, ['generator']),
    alternates,
    feeds,
    qualified: metas.filter(({ scheme, lang }) => scheme !== undefined || lang !== undefined).slice(0, MAX_QUALIFIED),
    things,
    reserved: reservedRights(metadata),
  };
}

/** Names of meta elements with licences, most reliable first. */
const LICENCE_NAMES = ['dcterms.license', 'dc.rights.license', 'license', 'dcterms.rights', 'dc.rights'];

/** "All rights reserved", in the languages of the interface. */
const RESERVATION = /r[eé]serv|vorbehalt|förbehåll/i;

/** Returns the licence that all links have; null if they differ or there is none. */
const onlyOne = (urls: ReadonlySet<string>): string | null => (urls.size === 1 ? [...urls][0]! : null);

/**
 * A text that names the owner of the rights, and no licence. Catalogues declare it beside the licence, in elements of the same name. A notice with a
 * licence is what the page declares.
 */
const COPYRIGHT_NOTICE =
  /^\s*(?:\u00a9|\(c\)|copyright\b)(?!.*(?:\bcc[\s-]?(?:by|0|zero)|creative\W?commons|li[cz]en[csz]))/is;

/** Returns the first licence that is no notice of copyright, or else the first notice; null if there is neither. @param notice the last choice */
function chooseLicence(declared: readonly (string | null)[], notice: string | null): string | null {
  const isSafe = (one: string | null): one is string => one !== null && one !== '' && !isScriptUrl(one);
  const texts = declared.filter(isSafe);
  return texts.find((one) => !COPYRIGHT_NOTICE.test(one)) ?? [...texts, notice].find(isSafe) ?? null;
}

const FEED_TYPE = /^application\/(?:rss|atom|rdf|feed)\+?(?:xml|json)/i;

function firstOf(metadata: Metadata, names: readonly string[]): string | null {
  for (const name of names) if (metadata[name]?.[0]) return metadata[name][0];
  return null;
}

function reservedRights(metadata: Metadata): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ['tdm-reservation', 'tdm-policy']) if (metadata[name]?.[0]) found[name] = metadata[name][0];
  for (const content of metadata['robots'] ?? [])
    for (const word of content.toLowerCase().split(/[\s,;]+/)) if (AI_WORDS.has(word)) found[word] = 'robots';
  return found;
}

/** Directives against machine learning that some publishers add to meta robots. */
const AI_WORDS = new Set(['noai', 'noimageai', 'noml']);

/** Two-letter top-level domains that do not indicate a country. */
const NON_COUNTRY_DOMAINS = new Set('eu su ac io ai tv me cc fm ly to gg ws nu sh la'.split(' '));

/** Returns the ISO 3166 code of the top-level domain, or null if it indicates no country. */
export function countryOfDomain(url: string): string | null {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const last = /\.([a-z]{2})\.?$/.exec(host)?.[1];
  if (last === undefined || NON_COUNTRY_DOMAINS.has(last)) return null;
  return last === 'uk' ? 'GB' : last.toUpperCase();
}
