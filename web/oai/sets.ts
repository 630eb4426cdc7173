/**
 * Sets are the classes of the topic: `CP.Drosera` is the set `CP:Drosera`. If there are several crawls, each is a set, and the classes
 * are below it: `plants:CP:Drosera`.
 */

/** What a set selects. Without a class, the whole crawl. */
export type SetSelection = { crawl: string; class?: string };

/** Characters that stand for themselves in a part of a set's name. OAI-PMH allows the unreserved ones of RFC 2396. */
const OTHER = /[^\w\-!*'()]/gu;

/** Bytes of other characters, and an empty part of a name. */
const ESCAPE = /^(?:[\w\-!*'()]|~[\dA-F]{2})*$/;
const EMPTY = '~';

/** Syntax of names of sets. */
const SET_SPEC = /^[\w\-.!~*'()]+(?::[\w\-.!~*'()]+)*$/;

export const isSetSpec = (text: string): boolean => SET_SPEC.test(text);

/** Returns the name of the set of a class. @param crawl the set above it; undefined: none, because there is only one crawl */
export const setSpecOf = (crawl: string | undefined, name: string | undefined): string =>
  [...(crawl === undefined ? [] : [crawl]), ...(name === undefined ? [] : name.split('.').map(escapePart))].join(':');

/** Returns the sets of a record: of classes one below another only the lowest, which implies the others. */
export function setSpecsOf(crawl: string | undefined, classes: readonly string[]): string[] {
  const lowest = classes.filter((name) => !classes.some((other) => other.startsWith(`${name}.`)));
  if (lowest.length === 0) return crawl === undefined ? [] : [setSpecOf(crawl, undefined)];
  return [...new Set(lowest)].map((name) => setSpecOf(crawl, name));
}

/** Returns what a set selects; undefined if no set can have that name. @param crawls all crawls, at least one */
export function selectionOf(setSpec: string, crawls: readonly string[]): SetSelection | undefined {
  const parts = setSpec.split(':');
  const crawl = crawls.length === 1 ? crawls[0] : crawls.find((one) => one === parts[0]);
  if (crawl === undefined) return undefined;
  const names = (crawls.length === 1 ? parts : parts.slice(1)).map(unescapePart);
  if (names.some((name) => name === undefined)) return undefined;
  return names.length === 0 ? { crawl } : { crawl, class: names.join('.') };
}

function escapePart(part: string): string {
  if (part === '') return EMPTY;
  return part
    .toWellFormed()
    .replace(OTHER, (character) =>
      Array.from(
        new TextEncoder().encode(character),
        (byte) => `~${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      ).join(''),
    );
}

function unescapePart(part: string): string | undefined {
  if (part === EMPTY) return '';
  if (!ESCAPE.test(part)) return undefined;
  try {
    return decodeURIComponent(part.replaceAll('~', '%'));
  } catch {
    return undefined;
  }
}
