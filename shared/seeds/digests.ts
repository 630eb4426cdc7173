import type { FoundSeed, SeedReader, SeedSink } from './found-seed.ts';
import { lineReader } from './line-reader.ts';

/**
 * A list of digests, one a line, in hex or Base32, with the name of the algorithm before a colon or without; `#` begins a
 * comment. @param take is told the digest as `digestOf` writes it.
 */
export function digestReader(take: (digest: string, at: number) => void, fault: SeedSink['fault']): SeedReader {
  return lineReader((line, at) => {
    const text = line?.replace(/#.*$/, '').trim();
    if (text === '') return;
    const digest = text === undefined ? undefined : normalizeDigest(text);
    if (digest === undefined) fault(at, 'no digest in hex or Base32');
    else take(digest, at);
  });
}

/**
 * One spelling of a digest: hex in lower case, without its algorithm. Archives write `sha1:` and Base32, others hex.
 *
 * @returns undefined for what is none.
 */
export function normalizeDigest(text: string): string | undefined {
  const bare = text.trim().replace(/^[\w-]+:/, '');
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(bare)) return bare.toLowerCase();
  const letters = bare.replace(/=+$/, '').toUpperCase();
  // SHA-1 has 32 letters without padding, SHA-256 52; MD5 would have 26.
  return /^[A-Z2-7]{26}$|^[A-Z2-7]{32}$|^[A-Z2-7]{52}$/.test(letters) ? hexOfBase32(letters) : undefined;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, 6. */
function hexOfBase32(letters: string): string {
  const bits = Array.from(letters, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
}

/** Hands on only seeds whose digest is wanted. */
export function filterByDigest(wanted: ReadonlySet<string>, sink: SeedSink): SeedSink {
  const isWanted = ({ digest }: FoundSeed) => digest !== undefined && wanted.has(normalizeDigest(digest) ?? '');
  return { ...sink, seed: (found) => (isWanted(found) ? sink.seed(found) : undefined) };
}
