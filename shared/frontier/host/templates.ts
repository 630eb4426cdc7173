import { inflateRawSync } from 'node:zlib';
import { deflateRaw, inflateRaw } from '../../http/raw-deflate.ts';
import { fingerprintHalves } from '../../url/fingerprint.ts';
import { originOf, type Url } from '../../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import { concatPieces } from './fingerprint-set.ts';
import { type BundleRef, pieceNames } from './manifest.ts';
import type { ExtraBundle } from './write-bundles.ts';

/**
 * Counts the accepted URLs of a host per template. A template is a URL without its variable parts: numbers, dates and ids in
 * the path, and query values (names are kept). Crawler traps such as endless calendars are many URLs of few templates.
 *
 * The counts are a count–min sketch of 4 KB: two rows of 1,024 counters, indexed by the template's fingerprint. The
 * estimate is the smaller of the two. It is never too low, and too high only on hosts with more templates than counters.
 */
const COUNTERS_PER_ROW = 1_024;
/** Largest value of a 16-bit counter. */
const MAX_COUNT = 0xffff;

/** Fraction of the budget by number of query parameters: each further parameter multiplies the number of possible URLs. */
const BUDGET_FRACTIONS: readonly number[] = [1, 1, 1 / 3];
const MIN_BUDGET_FRACTION = 1 / 10;

export type TemplateCounts = {
  /** Checks whether the template of this URL has used its budget. URLs without variable parts have no template. */
  isExhausted(url: Url): boolean;
  /** Returns the template of a URL with its count (`had`) and maximum (`most`); undefined if nothing in the URL varies. */
  usage(url: Url): { text: string; had: number; most: number } | undefined;
  add(url: Url): void;
  /** Returns the counts as a bundle, or the stored bundles if nothing was added. */
  toBundle(): ExtraBundle;
};

/** @param budget maximum number of URLs per template. */
export async function openTemplateCounts(
  refs: readonly BundleRef[],
  read: BundleReader,
  budget: number,
): Promise<TemplateCounts> {
  const stored = refs.filter((ref) => ref.kind === 't');
  const counts = new Uint16Array(2 * COUNTERS_PER_ROW);
  for (const ref of stored) addCounts(counts, unpackCounts(concatPieces(await read(pieceNames(ref)))));
  let added = 0;
  const usageOf: TemplateCounts['usage'] = (url) => {
    const template = urlTemplate(url);
    if (!template) return undefined;
    const [a, b] = counterIndexes(template.text);
    return { text: template.text, had: Math.min(counts[a]!, counts[b]!), most: Math.max(1, budget * template.part) };
  };
  return {
    usage: usageOf,
    isExhausted(url) {
      const { had = 0, most = 1 } = usageOf(url) ?? {};
      return had >= most;
    },
    add(url) {
      const template = urlTemplate(url);
      if (!template) return;
      added++;
      for (const place of counterIndexes(template.text)) if (counts[place]! < MAX_COUNT) counts[place]!++;
    },
    toBundle() {
      if (added === 0) return { kind: 't', count: 0, pieces: [], kept: stored, replaced: [] };
      const count = added + stored.reduce((sum, ref) => sum + ref.count, 0);
      const bytes = new Uint8Array(deflateRaw(new Uint8Array(counts.buffer)));
      return { kind: 't', count, pieces: [bytes], kept: [], replaced: stored };
    },
  };
}

function unpackCounts(packed: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 * COUNTERS_PER_ROW + 1);
  const found = inflateRaw(packed, bytes);
  return found ? bytes.subarray(0, found.length) : inflateRawSync(packed);
}

function addCounts(counts: Uint16Array, bytes: Uint8Array): void {
  const more = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < counts.length; i++) counts[i] = Math.min(MAX_COUNT, counts[i]! + more.getUint16(2 * i, true));
}

function counterIndexes(text: string): [number, number] {
  const [a = 0, b = 0] = fingerprintHalves(text);
  return [a % COUNTERS_PER_ROW, COUNTERS_PER_ROW + (b % COUNTERS_PER_ROW)];
}

/** Variable parts: UUIDs, dates, long ids, hexadecimal hashes and numbers. */
const VARIABLE_PARTS =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}([-_./]\d{1,2}){1,2}(?:[-_/T]\d+)*|(?=[a-z]*\d)[0-9a-z]{20,}|[0-9a-f]{16,}|\d+/gi;

/**
 * Derives the template of a URL.
 *
 * @returns its text and its fraction of the budget (`part`); undefined if nothing in the URL varies.
 */
export function urlTemplate(url: Url): { text: string; part: number } | undefined {
  const rest = url.slice(originOf(url).length);
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const fixed = path.replace(VARIABLE_PARTS, '#');
  if (mark < 0) return fixed === path ? undefined : { text: fixed, part: 1 };
  const given = rest.slice(mark + 1).split('&');
  const names = [...new Set(given.map((one) => one.split('=', 1)[0]!.replace(VARIABLE_PARTS, '#')))].sort();
  return { text: `${fixed}?${names.join('&')}`, part: BUDGET_FRACTIONS[names.length] ?? MIN_BUDGET_FRACTION };
}
