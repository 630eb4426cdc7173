import type { UrlKind } from '../frontier/offer.ts';

/** An unchecked seed from a source. */
export type FoundSeed = {
  url: string;
  /** Default: a page. */
  kind?: UrlKind;
  /** Priority class, from 0 (first) to 7 (last). Default: the class of the source. */
  priority?: number;
  /** Time of the last change of the page, in epoch milliseconds. */
  lastModified?: number;
  /** Title, description and other metadata from the source. */
  about?: Record<string, string>;
  /** Digest of the archived content, as the archive writes it. */
  digest?: string;
  /** Position in the source: line number, or entry number in sources without lines. From 1. */
  at: number;
};

/** Returns whether a value from JSON is a priority class. */
export const isPriority = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 7;

/** Receives what a reader finds. `at`: line of the file, or number of the entry. */
export type SeedSink = {
  seed(found: FoundSeed): void;
  /** Reports an invalid entry. Reading continues. */
  fault(at: number, message: string): void;
};

/** Parses a source in chunks, in constant memory. */
export type SeedReader = {
  /** Accepts the next chunk of unpacked data. It may end inside a character. */
  write(bytes: Uint8Array): void;
  end(): void;
};

/** Maximum total length of the metadata of a seed, in characters, because it is stored wherever the seed is. */
const MAX_ABOUT_LENGTH = 600;

/** Collects metadata in the given order, truncated to the limit. @returns `undefined` if there is none. */
export function aboutOf(pairs: Iterable<readonly [name: string, text: string | undefined]>): FoundSeed['about'] {
  const about: Record<string, string> = {};
  let left = MAX_ABOUT_LENGTH;
  for (const [name, text] of pairs) {
    const value = text?.replace(/\s+/g, ' ').trim() ?? '';
    const maxLength = left - name.length;
    if (value === '' || maxLength <= 0 || Object.hasOwn(about, name)) continue;
    about[name] = value.slice(0, maxLength);
    left = maxLength - about[name].length;
  }
  return Object.keys(about).length > 0 ? about : undefined;
}
