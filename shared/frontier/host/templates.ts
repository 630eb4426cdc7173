import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { originOf, type Url } from '../../url/url.ts';
import type { BundleReader } from './bundle-reader.ts';
import { concatPieces, fingerprintHalves } from './fingerprint-set.ts';
import { type BundleRef, pieceNames } from './manifest.ts';
import type { ExtraBundle } from './write-bundles.ts';

/**
 * How many URLs of each template a host's frontier has taken in. A template is an address without what varies: numbers,
 * dates and ids in the path, and the values of the query, whose names are kept. Calendars without end and lists narrowed
 * down once more are many addresses of few templates.
 *
 * Counts lie in two rows of 1,024, a place in each by the template's fingerprint, and the lesser is taken: a fixed 4 KB,
 * which never counts too few, and too many only where a host has more templates than places.
 */
const COUNTERS_PER_ROW = 1_024;
const MAX_COUNT = 0xffff;

/** Of a template with so many parameters, this part of the budget: each more multiplies what a site can make of it. */
const BUDGET_FRACTIONS: readonly number[] = [1, 1, 1 / 3];
const MIN_BUDGET_FRACTION = 1 / 10;

export type TemplateCounts = {
  /** The template of this URL has had its pages. Addresses in which nothing varies have none. */
  isExhausted(url: Url): boolean;
  /** URLs of this one's template so far, and how many there may be; undefined: it has none. */
  usage(url: Url): { text: string; had: number; most: number } | undefined;
  add(url: Url): void;
  /** For the seal. */
  toBundle(): ExtraBundle;
};

/** @param budget URLs of one template. */
export async function openTemplateCounts(
  refs: readonly BundleRef[],
  read: BundleReader,
  budget: number,
): Promise<TemplateCounts> {
  const stored = refs.filter((ref) => ref.kind === 't');
  const counts = new Uint16Array(2 * COUNTERS_PER_ROW);
  for (const ref of stored) addCounts(counts, inflateRawSync(concatPieces(await read(pieceNames(ref)))));
  let added = 0;
  const room: TemplateCounts['usage'] = (url) => {
    const template = urlTemplate(url);
    if (!template) return undefined;
    const [a, b] = counterIndexes(template.text);
    return { text: template.text, had: Math.min(counts[a]!, counts[b]!), most: Math.max(1, budget * template.part) };
  };
  return {
    usage: room,
    isExhausted(url) {
      const { had = 0, most = 1 } = room(url) ?? {};
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
      const bytes = new Uint8Array(deflateRawSync(new Uint8Array(counts.buffer), { level: 1 }));
      return { kind: 't', count, pieces: [bytes], kept: [], replaced: stored };
    },
  };
}

function addCounts(counts: Uint16Array, bytes: Uint8Array): void {
  const more = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < counts.length; i++) counts[i] = Math.min(MAX_COUNT, counts[i]! + more.getUint16(2 * i, true));
}

function counterIndexes(text: string): [number, number] {
  const [a = 0, b = 0] = fingerprintHalves(text);
  return [a % COUNTERS_PER_ROW, COUNTERS_PER_ROW + (b % COUNTERS_PER_ROW)];
}

const VARIES =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}([-_./]\d{1,2}){1,2}(?:[-_/T]\d+)*|(?=[a-z]*\d)[0-9a-z]{20,}|[0-9a-f]{16,}|\d+/gi;

/** @returns undefined: nothing in it varies. `part`: of the budget. */
export function urlTemplate(url: Url): { text: string; part: number } | undefined {
  const rest = url.slice(originOf(url).length);
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const fixed = path.replace(VARIES, '#');
  if (mark < 0) return fixed === path ? undefined : { text: fixed, part: 1 };
  const given = rest.slice(mark + 1).split('&');
  const names = [...new Set(given.map((one) => one.split('=', 1)[0]!.replace(VARIES, '#')))].sort();
  return { text: `${fixed}?${names.join('&')}`, part: BUDGET_FRACTIONS[names.length] ?? MIN_BUDGET_FRACTION };
}
