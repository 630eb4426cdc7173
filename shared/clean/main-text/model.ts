/** The trained models of the main text, decoded when the first page is read. `bench/train/main-text.ts` writes their files. */
import { KIND_WORDS } from '../page-kind/kind-cues.ts';
import { KIND_TREES } from '../page-kind/kind-trees.ts';
import { PAGE_KINDS } from '../page-kind/page-kinds.ts';
import { BLOCK_TREES } from './block-trees.ts';
import { decodeTrees } from './boosted-trees.ts';
import type { MainTextModel } from './choose-blocks.ts';
import { CLASS_WORDS, HEADING_WORDS, TEXT_WORDS } from './cue-scores.ts';
import { packCues, unpackWords } from './cue-words.ts';

let model: MainTextModel | undefined;

/** Returns the trained models. */
export function mainTextModel(): MainTextModel {
  model ??= {
    blocks: decodeTrees(BLOCK_TREES),
    kinds: KIND_TREES.map(decodeTrees),
    cues: {
      classes: packCues(unpackWords(CLASS_WORDS), 2),
      texts: packCues(unpackWords(TEXT_WORDS), 1),
      headings: packCues(unpackWords(HEADING_WORDS), 1),
    },
    kindCues: packCues(unpackWords(KIND_WORDS), PAGE_KINDS.length),
  };
  return model;
}
