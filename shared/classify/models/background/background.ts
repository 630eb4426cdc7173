/**
 * Ordinary English documents as counts of hashed words, without text and order: what pages look like that are not on a topic. They stand for the other
 * pages when a model is trained from examples of one label. `node bench/train/background.ts` writes `background-data.ts`.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { FeatureCounts } from '../features/count-features.ts';
import { BACKGROUND } from './background-data.ts';

/** Language of the documents. ISO 639-1. */
export const BACKGROUND_LANGUAGE = 'en';

/** Marks the end of a document in the list of words. */
const END = 0xffff;

/** @returns the documents */
export function readBackground(): FeatureCounts[] {
  const bytes = new Uint8Array(zstdDecompressSync(Buffer.from(BACKGROUND, 'base64')));
  const words = new DataView(bytes.buffer).getUint32(0, true);
  const dictionary = new Int32Array(bytes.buffer, 4, words);
  const list = new Uint16Array(bytes.buffer, 4 + 4 * words);
  const documents: FeatureCounts[] = [];
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] !== END) continue;
    documents.push(countWords(list.subarray(from, at), dictionary));
    from = at + 1;
  }
  return documents;
}

/** A word stands as often in the list as in the document. */
function countWords(list: Uint16Array, dictionary: Int32Array): FeatureCounts {
  const counts = new Map<number, number>();
  for (const word of list) counts.set(dictionary[word]!, (counts.get(dictionary[word]!) ?? 0) + 1);
  return { hashes: Int32Array.from(counts.keys()), counts: Uint16Array.from(counts.values()) };
}
