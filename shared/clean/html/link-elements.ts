/** Collects links and images. */

import { foldWhitespace } from '../../text/whitespace.ts';
import * as E from './elements.ts';
import { IMAGE, IMAGE_SHIFT, MAX_IMAGES } from './inline-runs.ts';
import { addImageMedia } from './media-elements.ts';
import { isNoteLink } from './note-marks.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { Scan } from './tokenizer/scan.ts';
import type { Walk } from './walk.ts';

/** Maximum length of an anchor text, in UTF-16 units. */
const MAX_ANCHOR_LENGTH = 500;
/** Relations of `<link>` elements that lead to pages. */
const FOLLOWED_REL = /(?:^| )(?:canonical|alternate|next|prev|license)(?: |$)/;

/** Opens `<a>`. Its anchor text is collected until it ends. */
export function openAnchor(walk: Walk): void {
  endAnchor(walk);
  walk.anchors++;
  const { scan, page } = walk;
  const href = attributeValue(scan, ATTR.href) ?? attributeValue(scan, ATTR['xlink:href']);
  if (href === undefined) return;
  walk.isLinked = true;
  walk.isNote = href.includes('#') && isNoteLink(scan);
  if (page.links.length >= walk.maxLinks) return;
  walk.link = page.links.push({ href, anchor: '', rel: normalizeRel(attributeValue(scan, ATTR.rel)) }) - 1;
}

/** Ends the open link and stores its anchor text. */
export function endAnchor(walk: Walk): void {
  walk.isLinked = false;
  const link = walk.page.links[walk.link];
  if (link) link.anchor = walk.isAnchorFolded ? walk.anchor : foldWhitespace(walk.anchor, false);
  walk.link = -1;
  walk.anchor = '';
  walk.isAnchorFolded = true;
}

/**
 * Adds text to the anchor of the open link.
 *
 * @param text text with folded white space; for other text the caller sets `isAnchorFolded` to false
 * @param gap whether white space precedes the text
 */
export function addAnchorText(walk: Walk, text: string, gap: boolean): void {
  if (walk.anchor.length >= MAX_ANCHOR_LENGTH) return;
  // A short slice would keep the whole long string in memory.
  const isLong = text.length > 2 * MAX_ANCHOR_LENGTH;
  const cut = isLong ? text.slice(0, 2 * MAX_ANCHOR_LENGTH) : text;
  if (isLong) walk.isAnchorFolded = false;
  walk.anchor = walk.anchor === '' ? cut : gap ? `${walk.anchor} ${cut}` : walk.anchor + cut;
}

/** Adds a link, up to `maxLinks`. */
export function addLink(walk: Walk, href: string | undefined, text: string, rel: string): void {
  const { links } = walk.page;
  if (href === undefined || links.length >= walk.maxLinks) return;
  links.push({ href, anchor: foldWhitespace(text, false).slice(0, MAX_ANCHOR_LENGTH), rel });
}

/** Reads `<link>`, if its relation leads to a page. */
export function openLink(walk: Walk): void {
  const { scan, page } = walk;
  if (!hasAttribute(scan, ATTR.rel)) return;
  const rel = normalizeRel(attributeValue(scan, ATTR.rel));
  if (!FOLLOWED_REL.test(rel)) return;
  const before = page.links.length;
  addLink(walk, attributeValue(scan, ATTR.href), attributeValue(scan, ATTR.title) ?? '', rel);
  const added = page.links[before];
  if (added) added.isOfPage = true;
  const hreflang = attributeValue(scan, ATTR.hreflang);
  const type = attributeValue(scan, ATTR.type);
  if (added && hreflang) added.hreflang = hreflang.trim().slice(0, MAX_ANCHOR_LENGTH);
  if (added && type) added.type = type.trim().slice(0, MAX_ANCHOR_LENGTH);
}

/** Reads `<frame>` or `<iframe>`. @param name anchor text if the element has no title */
export function openFrame(walk: Walk, name: string): void {
  addLink(walk, attributeValue(walk.scan, ATTR.src), attributeValue(walk.scan, ATTR.title) ?? name, '');
}

/** Reads `<area>`. */
export function openArea(walk: Walk): void {
  const { scan } = walk;
  addLink(
    walk,
    attributeValue(scan, ATTR.href),
    attributeValue(scan, ATTR.alt) ?? '',
    normalizeRel(attributeValue(scan, ATTR.rel)),
  );
}

/** Reads `<img>`. Its alternative text is part of the anchor text of the link around it. */
export function openImage(walk: Walk): void {
  const { scan, page } = walk;
  if (walk.maxMedia > 0) addImageMedia(walk);
  if (walk.link !== -1) {
    const alt = attributeValue(scan, ATTR.alt);
    if (alt) {
      addAnchorText(walk, `${alt} `, true);
      walk.isAnchorFolded = false;
    }
  }
  if ((walk.roles & (E.HIDDEN | E.ASIDE)) !== 0 || page.images.length >= MAX_IMAGES) return;
  const source = imageSource(scan);
  if (source === undefined) return;
  const image = page.images.push(source) - 1;
  const { froms, tos } = scan.attributes;
  const hasAlt = hasAttribute(scan, ATTR.alt);
  const from = hasAlt ? (froms[ATTR.alt] as number) : scan.at;
  const to = hasAlt ? (tos[ATTR.alt] as number) : scan.at;
  page.runs.push(from, to, IMAGE | UNKNOWN_TEXT_FLAGS | (image << IMAGE_SHIFT), walk.link);
}

/** Returns the URL of an image. Pages that load images late have a placeholder as `src`, or none. */
function imageSource(scan: Scan): string | undefined {
  const source = attributeValue(scan, ATTR.src);
  const isPlaceholder = source === undefined || /^\s*data:/i.test(source.slice(0, 50));
  return (isPlaceholder && attributeValue(scan, ATTR['data-src'])) || source;
}

/** Text flags of an alternative text: it was not scanned, so it may contain entities and unfolded white space. */
const UNKNOWN_TEXT_FLAGS = 3 << 8;

/** Folds the white space of a `rel` value and converts it to lower case. */
function normalizeRel(value: string | undefined): string {
  return value ? foldWhitespace(value, false).toLowerCase() : '';
}
