import type { FoundSeed, SeedReader, SeedSink } from './found-seed.ts';
import { lineReader } from './line-reader.ts';

/**
 * Reads a list of digests, one per line, in hex or Base32, optionally with the algorithm before a colon. `#` starts a comment.
 *
 * @param onDigest receives each digest as `normalizeDigest` writes it, and its line number.
 */
export function digestReader(onDigest: (digest: string, at: number) => void, fault: SeedSink['fault']): SeedReader {
  return lineReader((line, at) => {
    const text = line?.replace(/#.*$/, '').trim();
    if (text === '') return;
    const digest = text === undefined ? undefined : normalizeDigest(text);
    if (digest === undefined) fault(at, 'not a digest in hex or Base32');
    else onDigest(digest, at);
  });
}

/**
 * Converts a digest to lower-case hex without its algorithm. Archives write `sha1:` and Base32, other programs hex.
 *
 * @returns `undefined` if the text is not a digest.
 */
export function normalizeDigest(text: string): string | undefined {
  const bare = text.trim().replace(/^[\w-]+:/, '');
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(bare)) return bare.toLowerCase();
  const letters = bare.replace(/=+$/, '').toUpperCase();
  // Lengths without padding: 32 for SHA-1, 52 for SHA-256, 26 for MD5.
  return /^[A-Z2-7]{26}$|^[A-Z2-7]{32}$|^[A-Z2-7]{52}$/.test(letters) ? hexOfBase32(letters) : undefined;
}

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes Base32 (RFC 4648, 6). */
function hexOfBase32(letters: string): string {
  const bits = Array.from(letters, (letter) => BASE32_ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
}

/** Passes on only seeds with one of the wanted digests. */
export function filterByDigest(wanted: ReadonlySet<string>, sink: SeedSink): SeedSink {
  const isWanted = ({ digest }: FoundSeed) => digest !== undefined && wanted.has(normalizeDigest(digest) ?? '');
  return { ...sink, seed: (found) => (isWanted(found) ? sink.seed(found) : undefined) };
}
