/**
 * Pictures, films and sounds of a page: where a browser would get them, in every size that is offered. Attributes that scripts
 * make the real ones of (`data-src`) count too: what stands in their place until then is an empty picture.
 */

import { fold } from '../../text/fold.ts';
import type { Url } from '../../url/url.ts';
import type { UrlRules } from '../../url/url-rules.ts';
import { resolver } from '../links/page-links.ts';
import * as E from './elements.ts';
import type { Walk } from './page-walk.ts';
import { A, attribute, hasAttribute } from './scan-attributes.ts';

export type MediaKind = 'image' | 'video' | 'audio';

/** `hrefs`: one address, or several with their sizes as `srcset` has them; nothing is resolved yet. */
export type RawMedia = { hrefs: string; isSet: boolean; kind: MediaKind; alt: string };

/** `alt`: the alternative text of a picture, or ''. */
export type Media = { url: Url; kind: MediaKind; alt: string };

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
  if (!page.media.has(key)) page.media.set(key, { hrefs, isSet, kind, alt: fold(alt, false).slice(0, MAX_ALT) });
}

/** It is the picture itself, and no address of one. */
function isInlined(href: string): boolean {
  return INLINED.test(href);
}

const INLINED = /^\s*data:/i;

/** Each address once, in the order of the page. @param base what relative addresses are resolved against. @param most of them. */
export function resolveMedia(
  found: ReadonlyMap<string, RawMedia>,
  base: string,
  rules: UrlRules,
  most: number,
): Media[] {
  const resolve = resolver(base, rules);
  const media = new Map<Url, Media>();
  for (const { hrefs, isSet, kind, alt } of found.values())
    for (const href of isSet ? addressesOf(hrefs) : [hrefs]) {
      if (media.size >= most) return [...media.values()];
      const url = resolve(href);
      if (url !== null && !media.has(url)) media.set(url, { url, kind, alt });
    }
  return [...media.values()];
}

/** The addresses of `a.jpg, b.jpg 2x, c.jpg 800w` (HTML standard, 4.8.4.2.2). A comma within an address is part of it. */
export function addressesOf(srcset: string): string[] {
  const found: string[] = [];
  for (let at = 0; ; ) {
    while (at < srcset.length && BETWEEN.test(srcset[at] as string)) at++;
    if (at >= srcset.length) return found;
    const from = at;
    while (at < srcset.length && !SPACE.test(srcset[at] as string)) at++;
    let to = at;
    while (srcset[to - 1] === ',') to--;
    found.push(srcset.slice(from, to));
    // A comma right behind it says that it has no sizes.
    if (to === at) at = endOfSizes(srcset, at);
  }
}

const SPACE = /[\t\n\f\r ]/;
const BETWEEN = /[\t\n\f\r ,]/;

/** The next comma that is in no brackets, or the end. */
function endOfSizes(srcset: string, from: number): number {
  let depth = 0;
  for (let at = from; at < srcset.length; at++) {
    const sign = srcset[at];
    if (sign === '(') depth++;
    else if (sign === ')') depth = 0;
    else if (sign === ',' && depth === 0) return at;
  }
  return srcset.length;
}
