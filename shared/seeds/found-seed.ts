import type { UrlKind } from '../frontier/offer.ts';

/** An address as a source of seeds has it, before anybody has looked at it. */
export type FoundSeed = {
  url: string;
  /** Not said: a page. */
  kind?: UrlKind;
  /** Class in the frontier, 0 first to 7 last. Not said: as the source is told. */
  priority?: number;
  /** When the page changed last. Epoch ms. */
  lastModified?: number;
  /** Title, description and whatever else stood beside it. */
  about?: Record<string, string>;
  /** Of the bytes that an archive holds of it, as the archive writes it. */
  digest?: string;
  /** Where in its source: the number of its line, or of its entry where there are no lines. From 1. */
  at: number;
};

export type SeedSink = {
  seed(found: FoundSeed): void;
  /** What is no seed, and why: the source is read on. */
  fault(at: number, message: string): void;
};

/** Takes a source piece by piece and keeps none of it: what it costs does not grow with the source. */
export type SeedReader = {
  /** Unpacked. A piece may end anywhere, also within a sign. */
  write(bytes: Uint8Array): void;
  end(): void;
};

/** What is kept beside a seed travels with it through every store. Characters, of all together. */
const LONGEST_ABOUT = 600;

/** The words beside a seed in the order given, cut to what is kept. @returns undefined: there are none. */
export function aboutOf(words: Iterable<readonly [name: string, text: string | undefined]>): FoundSeed['about'] {
  const about: Record<string, string> = {};
  let left = LONGEST_ABOUT;
  for (const [name, text] of words) {
    const said = text?.replace(/\s+/g, ' ').trim() ?? '';
    const room = left - name.length;
    if (said === '' || room <= 0 || Object.hasOwn(about, name)) continue;
    about[name] = said.slice(0, room);
    left = room - about[name].length;
  }
  return Object.keys(about).length > 0 ? about : undefined;
}
