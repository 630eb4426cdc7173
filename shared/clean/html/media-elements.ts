/**
 * Collects images, videos and audio of a page with the URL of every size. Lazy-loading attributes (`data-src`,
 * `data-srcset`) count too, because `src` is a placeholder until a script replaces it.
 */

import { foldWhitespace } from '../../text/whitespace.ts';
import type { MediaKind } from '../document-fields.ts';
import * as E from './elements.ts';
import { parseSrcset } from './srcset.ts';
import { ATTR } from './tokenizer/attribute-names.ts';
import { attributeValue, hasAttribute } from './tokenizer/attributes.ts';
import type { Walk } from './walk.ts';

/** Maximum length of an alternative text and of one attribute with URLs, in UTF-16 units. */
const MAX_ALT_LENGTH = 500;
const MAX_HREFS_LENGTH = 20_000;

const URL_ATTRIBUTES = [ATTR.src, ATTR['data-src']];
const SRCSET_ATTRIBUTES = [ATTR.srcset, ATTR['data-srcset']];

/** Adds the URLs of an `<img>`. */
export function addImageMedia(walk: Walk): void {
  addSources(walk, 'image', attributeValue(walk.scan, ATTR.alt) ?? '');
}

/** Reads `<source>`, which belongs to a picture or to the open video or audio around it. */
export function openSource(walk: Walk): void {
  if (walk.maxMedia === 0) return;
  const { openCounts } = walk;
  addSources(walk, openCounts[VIDEO] !== 0 ? 'video' : openCounts[AUDIO] !== 0 ? 'audio' : 'image', '');
}

/** Reads `<video>` and `<audio>`. A poster is an image. */
export function openPlayer(walk: Walk): void {
  if (walk.maxMedia === 0) return;
  const { scan } = walk;
  addSources(walk, scan.element === VIDEO ? 'video' : 'audio', '');
  addSource(walk, ATTR.poster, false, 'image', '');
}

const VIDEO = E.elementId('video');
const AUDIO = E.elementId('audio');

function addSources(walk: Walk, kind: MediaKind, alt: string): void {
  for (const name of URL_ATTRIBUTES) addSource(walk, name, false, kind, alt);
  for (const name of SRCSET_ATTRIBUTES) addSource(walk, name, true, kind, alt);
}

function addSource(walk: Walk, name: number, isSet: boolean, kind: MediaKind, alt: string): void {
  const { scan, page } = walk;
  if (!hasAttribute(scan, name) || (walk.roles & E.INERT) !== 0 || page.media.size >= walk.maxMedia) return;
  const { froms, tos } = scan.attributes;
  const [from, to] = [froms[name] as number, tos[name] as number];
  // A data: URL can be megabytes long.
  if (to - from > MAX_HREFS_LENGTH) return;
  const hrefs = attributeValue(scan, name);
  if (!hrefs || (isSet ? parseSrcset(hrefs).every(isDataUrl) : isDataUrl(hrefs))) return;
  const key = isSet ? `,${hrefs}` : hrefs;
  if (!page.media.has(key))
    page.media.set(key, { hrefs, isSet, kind, alt: foldWhitespace(alt, false).slice(0, MAX_ALT_LENGTH) });
}

/** Whether the URL contains the media itself. */
function isDataUrl(href: string): boolean {
  return DATA_URL.test(href);
}

const DATA_URL = /^\s*data:/i;
