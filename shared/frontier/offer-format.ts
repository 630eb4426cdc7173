import { createHash } from 'node:crypto';
import { originOf, type Url } from '../url/url.ts';
import type { ForcedRecrawl, LinkHints, Offer, UrlKind } from './offer.ts';

/** Stored form of an offer. Most URLs of an offer share one origin (`o`), which is written once. */
type StoredOffer = {
  o: string;
  l: [
    url: string,
    kind: UrlKind,
    class_: number,
    depth: number,
    score: number,
    parent: string | null,
    hints?: LinkHints,
  ][];
  n: [url: string, at: number, next: number | null, record: string | null, verdict: string, revised?: 1][];
  /** Present only in a forced recrawl. */
  r?: [at: number, prefix: string | null, missingSince?: number | null, confirmGone?: 1 | null, outcomes?: string[]];
  /** Present only with OPIC. */
  c?: [from: string, visit: number, depth: number, share: number, to: string[]][];
};

/** Returns the id of an inbox item: the same content from the same source has the same id. */
export function inboxItemId(source: string, body: Uint8Array): string {
  return createHash('sha256').update(source).update('\0').update(body).digest('hex').slice(0, 40);
}

/** Returns the hints of a link as the last element of its row; an empty list for the many links without hints. */
export function packHints({
  lastModified,
  about,
  extractRule,
  listed,
  embedded,
  nesting,
  redirects,
  forcedAt,
  evidence,
  anchors,
}: LinkHints): [] | [LinkHints] {
  const hints: LinkHints = {};
  if (lastModified !== undefined) hints.lastModified = lastModified;
  if (about !== undefined) hints.about = about;
  if (extractRule !== undefined) hints.extractRule = extractRule;
  if (listed) hints.listed = listed;
  if (embedded) hints.embedded = embedded;
  if (nesting !== undefined) hints.nesting = nesting;
  if (redirects !== undefined) hints.redirects = redirects;
  if (forcedAt !== undefined) hints.forcedAt = forcedAt;
  if (evidence !== undefined) hints.evidence = evidence;
  if (anchors !== undefined) hints.anchors = anchors;
  return Object.keys(hints).length > 0 ? [hints] : [];
}

/** Encodes an offer as JSON in UTF-8. Rounds scores to three decimals. */
export function encodeOffer({ links, feedback, recrawl, cash }: Offer): Uint8Array {
  const first = links[0]?.url ?? feedback[0]?.url ?? cash?.[0]?.to[0];
  const o = first ? originOf(first) : '';
  const stored: StoredOffer = {
    o,
    l: links.map((l) => [
      shorten(l.url, o),
      l.kind,
      l.class,
      l.depth,
      Math.round(l.score * 1000) / 1000,
      l.parent && shorten(l.parent, o),
      ...packHints(l),
    ]),
    n: feedback.map(({ url, at, next = null, record, verdict, revised }) =>
      revised ? [shorten(url, o), at, next, record, verdict, 1] : [shorten(url, o), at, next, record, verdict],
    ),
    ...(recrawl && { r: encodeRecrawl(recrawl) }),
    ...(cash && {
      c: cash.map((c) => [shorten(c.from, o), c.visit, c.depth, c.share, c.to.map((url) => shorten(url, o))]),
    }),
  };
  return new TextEncoder().encode(JSON.stringify(stored));
}

/** Leaves out the origin of a URL if it is `origin`. @param origin empty: of no URL */
function shorten(url: string, origin: string): string {
  const length = origin.length;
  return length > 0 && url.charCodeAt(length) === SLASH && url.startsWith(origin) ? url.slice(length) : url;
}

const SLASH = 0x2f;

function expand(url: string, origin: string): Url {
  return (url.charCodeAt(0) === SLASH ? origin + url : url) as Url;
}

/** Reads an encoded offer. @throws if the bytes are damaged */
export function decodeOffer(body: Uint8Array): Offer {
  const { o, l, n, r, c } = JSON.parse(new TextDecoder().decode(body)) as StoredOffer;
  return {
    links: l.map(([url, kind, class_, depth, score, parent, hints]) => ({
      url: expand(url, o),
      kind,
      class: class_,
      depth,
      score,
      parent: parent === null ? null : expand(parent, o),
      ...hints,
    })),
    feedback: n.map(([url, at, next, record, verdict, revised]) => ({
      url: expand(url, o),
      at,
      ...(next === null ? {} : { next }),
      record,
      verdict,
      ...(revised && { revised: true }),
    })),
    ...(r && { recrawl: decodeRecrawl(r) }),
    ...(c && {
      cash: c.map(([from, visit, depth, share, to]) => ({
        from: expand(from, o),
        visit,
        depth,
        share,
        to: to.map((url) => expand(url, o)),
      })),
    }),
  };
}

/** Leaves out rare fields, so that an unchanged recrawl keeps its item id. */
function encodeRecrawl(recrawl: ForcedRecrawl): NonNullable<StoredOffer['r']> {
  const { at, prefix = null, missingSince, confirmGone, outcomes } = recrawl;
  if (outcomes) return [at, prefix, missingSince ?? null, confirmGone ? 1 : null, [...outcomes]];
  if (confirmGone) return [at, prefix, missingSince ?? null, 1];
  return missingSince === undefined ? [at, prefix] : [at, prefix, missingSince];
}

function decodeRecrawl([at, prefix, missingSince, confirmGone, outcomes]: NonNullable<
  StoredOffer['r']
>): ForcedRecrawl {
  return {
    at,
    ...(prefix !== null && { prefix }),
    ...(typeof missingSince === 'number' && { missingSince }),
    ...(confirmGone && { confirmGone: true }),
    ...(outcomes && { outcomes }),
  };
}
