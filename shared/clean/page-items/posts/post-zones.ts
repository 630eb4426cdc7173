/** Tells which parts of a post are something else than its text: what is quoted, the box about its author, the signature, buttons, insets, notices. */
import { elementId } from '../../html/elements.ts';
import { SIGNATURE_HINT } from '../../html/hints/class-id-hints.ts';
import { classOf } from '../../html/hints/class-of.ts';
import { uint8Array } from '../../html/page-arrays.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';

/** Zones, one bit each. */
export const QUOTATION = 1;
export const PROFILE = 2;
export const SIGNATURE = 4;
export const BUTTON = 8;
/** An `aside`: a quotation of another post or the preview of a linked page, as in Discourse. */
export const INSET = 16;
/** A notice about a post, as of thanks. */
export const NOTICE = 32;

/** Returns the zones of blocks in a part, by the part's blocks. A quotation, box, inset or notice that all of them are in does not count: it is the post. */
export type ZoneReader = (blocks: readonly Block[]) => (block: Block) => number;

/**
 * Classes and ids by zone:
 *
 * - quotations;
 * - boxes about the author in phpBB, FluxBB, XenForo, vBulletin, SMF, MyBB, Invision, WoltLab, UBB.threads, bbPress and Discuz;
 * - signatures;
 * - buttons of Bootstrap, as NodeBB marks the preview of the post that is answered;
 * - notices about a post in phpBB, as of thanks. StatusNet has a whole post in an element of that name.
 */
const ZONE_NAMES: readonly [zone: number, names: RegExp][] = [
  [QUOTATION, /(?:^|[\s_-])(?:bbcode)?quote/i],
  [
    PROFILE,
    /(?:^|\s)(?:post-?profile|postleft|message-user|messageUser(?:Info|Block)|(?:b-)?user-?info|poster|post_author|author_(?:information|statistics|info)|cAuthorPane|ipsComment_author|messageSidebar|author-content|favatar|pls|bbp-(?:reply|topic)-author)(?=\s|$)/i,
  ],
  [
    SIGNATURE,
    /(?:^|[\s_-])(?:(?:post|message|user)_?-?)?signature(?=[\s_-]|$)|(?:^|\s)(?:(?:post|user|load|comment)[_-]?)?sig(?=\s|\d|$)/i,
  ],
  [BUTTON, /(?:^|\s)btn(?=\s|$)/],
  [NOTICE, /(?:^|\s)notice(?=\s|$)/],
];
/** A part of every name in `ZONE_NAMES`; most classes have none. */
const MAY_BE_ZONE = /quote|post|user|author|sidebar|sig|btn|notice|favatar|pls/i;
/** A class that decides by itself: it may say that the post has a signature. */
const HAS_SIGNATURE = /signature/i;
const BLOCKQUOTE = elementId('blockquote');
const ASIDE = elementId('aside');

/** Creates the reader of a page. It reads the classes of the page when it is first called. */
export function newZoneReader(page: ParsedPage): ZoneReader {
  let zones: Uint8Array | undefined;
  return (blocks) => {
    zones ??= zonesOfContainers(page);
    const of = zones;
    const ofAll = blocks.reduce(
      (common, { container }) => common & (of[container] as number),
      QUOTATION | PROFILE | INSET | NOTICE,
    );
    return ({ container }) => (of[container] as number) & ~ofAll;
  };
}

const zonesOf = (name: string): number =>
  ZONE_NAMES.reduce((found, [zone, pattern]) => (pattern.test(name) ? found | zone : found), 0);

/** Returns the zones by container, those of the containers around included. */
function zonesOfContainers(page: ParsedPage): Uint8Array {
  const { parents, elements, hints, names } = page.containers;
  const zones = uint8Array(parents.length);
  const known = new Map<number, number>();
  for (let c = 1; c < parents.length; c++) {
    const k = names[c] as number;
    let own = k === 0 ? 0 : known.get(k);
    if (own === undefined) {
      const name = classOf(page, k);
      own = MAY_BE_ZONE.test(name) ? zonesOf(name) : 0;
      known.set(k, own);
    }
    if (((hints[c] as number) & SIGNATURE_HINT) !== 0 && !HAS_SIGNATURE.test(classOf(page, k))) own |= SIGNATURE;
    if (elements[c] === BLOCKQUOTE) own |= QUOTATION;
    if (elements[c] === ASIDE) own |= INSET;
    zones[c] = own | (zones[parents[c] as number] as number);
  }
  return zones;
}
