/** Finds what is written beside a text and is no part of it: links to the source, links that copy the address of a heading, labels for screen readers. */
import * as E from '../elements.ts';
import { SCREEN_READER_HINT, SOURCE_HINT } from '../hints/class-id-hints.ts';
import { ATTR } from '../tokenizer/attribute-names.ts';
import { attributeValue } from '../tokenizer/attributes.ts';
import type { Scan } from '../tokenizer/scan.ts';
import type { Walk } from '../walk.ts';

/** Texts of links to a heading, such as `Permalink to "Moss"`. */
const PERMALINK_TEXT =
  /^(?:(?:perma(?:nent )?link|permalien|enlace permanente|(?:anchor|copy|direct|section)? ?(?:link|anchor))(?: (?:to|for|of) .*)?|section titled .*)$/i;
/** Those that are no heading of a text by themselves. */
const CERTAIN_PERMALINK = /^(?:perma(?:nent )?link|permalien|enlace permanente|section titled)(?!\p{L})/iu;
/** Those that some programs write behind a heading, which tell that it is one: Starlight (`Section titled “Moss”`), VitePress. */
const NAMED_PERMALINK = /^(?:section titled|perma(?:nent )?link to|direct link to) ["“«]/i;
/** Maximum distance of the end of a label, and of the end of a heading from a label in it, in UTF-16 units. */
const MAX_LABEL = 200;
const MAX_HEADING = 400;

const ANCHOR = E.elementId('a');

/**
 * Returns `HIDDEN` if the last start tag starts such a label, otherwise 0. Outside of headings, only links to the source and to a named heading are labels.
 *
 * @param hints hints of its class and id
 */
export function labelRole(walk: Walk, id: number, hints: number): number {
  if (hints & SOURCE_HINT) return E.HIDDEN;
  if (walk.heading === undefined) return id === ANCHOR && isPermalink(walk.scan, NAMED_PERMALINK) ? E.HIDDEN : 0;
  const isLabel =
    id === ANCHOR
      ? isPermalink(walk.scan, PERMALINK_TEXT) &&
        (isPermalink(walk.scan, CERTAIN_PERMALINK) || hasOtherText(walk, '</a'))
      : (hints & SCREEN_READER_HINT) !== 0 && hasOtherText(walk, '</span');
  return isLabel ? E.HIDDEN : 0;
}

function isPermalink(scan: Scan, texts: RegExp): boolean {
  const href = attributeValue(scan, ATTR.href);
  return href?.startsWith('#') === true && texts.test(textBefore(scan, '</a', MAX_LABEL));
}

/**
 * Whether a heading has text before a label, or after it. A heading may be for screen readers only, beside a logo, and that of a section about links
 * is `Link`.
 *
 * @param end end tag of the label
 */
function hasOtherText({ scan, heading }: Walk, end: string): boolean {
  if (heading !== '') return true;
  const rest = textBefore(scan, '</h', MAX_HEADING, end);
  return /[\p{L}\p{N}]/u.test(rest);
}

/** Returns the text from the position, or from an end tag after it, to another end tag; '' if an end tag is too far away. */
function textBefore({ html, at }: Scan, end: string, maxLength: number, start = ''): string {
  const near = html.slice(at, at + maxLength);
  const from = near.indexOf(start);
  const to = near.indexOf(end, from);
  return from === -1 || to === -1
    ? ''
    : near
        .slice(from, to)
        .replace(/<[^<>]*>?/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
}
