import type { LinkEvidence } from '../link-evidence.ts';
import { readNumber, writeNumber } from '../number-text.ts';
import { hashOf } from '../words.ts';
import type { Layer } from './anchor-lists.ts';
import { type AnchorWords, MAX_ANCHOR_WORDS } from './anchor-words.ts';

/** A link on a page that CINDI's rules keep. */
export type KeptLink = {
  /** URL of the linking page. */
  page: string;
  layer: Layer;
  anchor: AnchorWords;
  queue: 'high' | 'low';
  /** Number of links from the nearest seed to the link. */
  depth: number;
};

/** Decoded evidence. */
export type CindiEvidence = {
  /** The better queue of all linking pages. */
  queue: 'high' | 'low';
  /** Least number of links from a seed, at most 63. */
  depth: number;
  /** Up to four links, those of Layer 1 first. */
  linking: { layer: Layer; anchor: AnchorWords }[];
};

/** First character, which is in no other evidence. */
const MARK = '!';
const QUEUES = ['high', 'low'] as const;
const MAX_DEPTH = 63;
const MAX_LINKING = 4;
const HEAD_LENGTH = 3;
const PAGE_LENGTH = 3;
const TEXT_LENGTH = 4;
const WORD_LENGTH = 3;

/** Whether evidence is of a crawl by CINDI's rules. */
export function isCindiEvidence(evidence: LinkEvidence): boolean {
  return evidence.startsWith(MARK);
}

/** Describes a link for a crawl by CINDI's rules, in at most 99 characters. */
export function cindiEvidenceOf({ page, layer, anchor, queue, depth }: KeptLink): LinkEvidence {
  const words = anchor.words.slice(0, MAX_ANCHOR_WORDS).map((word) => writeNumber(word, WORD_LENGTH));
  const id = writeNumber(hashOf(page) >>> (32 - 6 * PAGE_LENGTH), PAGE_LENGTH);
  const entry = `${layer}${id}${writeNumber(anchor.text, TEXT_LENGTH)}${words.join('')}`;
  return headOf(QUEUES.indexOf(queue), depth) + entry;
}

/**
 * Merges what several pages say about a link. Commutative, associative and idempotent. Evidence of another strategy is dropped.
 */
export function mergeCindiEvidence(a: LinkEvidence, b: LinkEvidence): LinkEvidence {
  if (!isCindiEvidence(b) || a === b) return a;
  if (!isCindiEvidence(a)) return b;
  const entries = new Set([...entriesOf(a), ...entriesOf(b)]);
  const kept = [...entries].sort().slice(0, MAX_LINKING);
  return headOf(Math.min(queueOf(a), queueOf(b)), Math.min(depthOf(a), depthOf(b))) + kept.join('.');
}

/** Decodes evidence. That of another strategy says nothing about Layer 1, so it is of the low queue. */
export function decodeCindiEvidence(evidence: LinkEvidence): CindiEvidence {
  if (!isCindiEvidence(evidence)) return { queue: 'low', depth: MAX_DEPTH, linking: [] };
  return {
    queue: QUEUES[queueOf(evidence)] ?? 'low',
    depth: depthOf(evidence),
    linking: entriesOf(evidence).map(readLink),
  };
}

function headOf(queue: number, depth: number): string {
  return `${MARK}${writeNumber(queue, 1)}${writeNumber(Math.min(depth, MAX_DEPTH), 1)}`;
}

const queueOf = (evidence: LinkEvidence) => readNumber(evidence, 1, 1);
const depthOf = (evidence: LinkEvidence) => readNumber(evidence, 2, 1);
const entriesOf = (evidence: LinkEvidence) => evidence.slice(HEAD_LENGTH).split('.');

function readLink(entry: string): { layer: Layer; anchor: AnchorWords } {
  const layer = entry.startsWith('1') ? 1 : entry.startsWith('2') ? 2 : 0;
  const text = readNumber(entry, 1 + PAGE_LENGTH, TEXT_LENGTH);
  const words: number[] = [];
  for (let at = 1 + PAGE_LENGTH + TEXT_LENGTH; at + WORD_LENGTH <= entry.length; at += WORD_LENGTH)
    words.push(readNumber(entry, at, WORD_LENGTH));
  return { layer, anchor: { text, words } };
}
