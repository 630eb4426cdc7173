/**
 * Pictures, films and sounds of a page: where a browser would get them, in every size that is offered. Attributes that scripts
 * make the real ones of (`data-src`) count too: what stands in their place until then is an empty picture.
 */

import { foldWhitespace } from '../../text/fold.ts';
import type { MediaKind } from '../document-fields.ts';
import * as E from './elements.ts';
import { A, attribute, hasAttribute } from './scan-attributes.ts';
import { addressesOf } from './srcset.ts';
import type { Walk } from './walk.ts';

/** Characters of an alternative text, and of one attribute's addresses. */
const MAX_ALT = 500;
const MAX_HREFS = 20_000;

const SINGLE = [A.src, A['data-src']];
const SETS = [A.srcset, A['data-srcset']];

export function addImage(walk: Walk): void {
  addAll(walk, 'image', attribute(walk.scan, A.alt) ?? '');
}

/** `<source>` of a picture, or of the player that is open around it. */
export function openSource(walk: Walk): void {
  if (walk.maxMedia === 0) return;
  const { openCounts } = walk;
  addAll(walk, openCounts[VIDEO] !== 0 ? 'video' : openCounts[AUDIO] !== 0 ? 'audio' : 'image', '');
}

/** `<video>` and `<audio>`; a poster is a picture. */
export function openPlayer(walk: Walk): void {
  if (walk.maxMedia === 0) return;
  const { scan } = walk;
  addAll(walk, scan.element === VIDEO ? 'video' : 'audio', '');
  add(walk, A.poster, false, 'image', '');
}

const VIDEO = E.kind('video');
const AUDIO = E.kind('audio');

function addAll(walk: Walk, kind: MediaKind, alt: string): void {
  for (const name of SINGLE) add(walk, name, false, kind, alt);
  for (const name of SETS) add(walk, name, true, kind, alt);
}

function add(walk: Walk, name: number, isSet: boolean, kind: MediaKind, alt: string): void {
  const { scan, page } = walk;
  if (!hasAttribute(scan, name) || (walk.roles & E.INERT) !== 0 || page.media.size >= walk.maxMedia) return;
  const { froms, tos } = scan.attributes;
  const [from, to] = [froms[name] as number, tos[name] as number];
  // Pictures inlined as `data:` reach megabytes.
  if (to - from > MAX_HREFS) return;
  const hrefs = attribute(scan, name);
  if (!hrefs || (isSet ? addressesOf(hrefs).every(isInlined) : isInlined(hrefs))) return;
  const key = isSet ? `,${hrefs}` : hrefs;
  if (!page.media.has(key))
    page.media.set(key, { hrefs, isSet, kind, alt: foldWhitespace(alt, false).slice(0, MAX_ALT) });
}

/** It is the picture itself, and no address of one. */
function isInlined(href: string): boolean {
  return INLINED.test(href);
}

const INLINED = /^\s*data:/i;
