import type { LayerTwoLesson } from '../context-graph/crawl-layers.ts';
import type { Layer } from './anchor-lists.ts';
import type { AnchorWords } from './anchor-words.ts';
import type { VisitedPage } from './directory-statistics.ts';

/** A link whose target was judged: layers of the linking page and of the target. */
export type LearnedAnchor = { anchor: AnchorWords; from: Layer; to: Layer };

/** What a judged page teaches. */
export type CindiLesson = VisitedPage & {
  queue?: 'high' | 'low' | undefined;
  layerTwo: LayerTwoLesson[];
  anchors: LearnedAnchor[];
};

/** Encodes lessons as JSON, for other copies of the model in the same process. */
export function encodeLessons(lessons: readonly CindiLesson[]): Uint8Array {
  const json = lessons.map((lesson) => ({
    ...lesson,
    layerTwo: lesson.layerTwo.map(({ words, ...example }) => ({ ...example, words: [...words] })),
  }));
  return new TextEncoder().encode(JSON.stringify(json));
}

export function decodeLessons(delta: Uint8Array): CindiLesson[] {
  const lessons: CindiLesson[] = JSON.parse(new TextDecoder().decode(delta));
  return lessons.map((lesson) => ({
    ...lesson,
    layerTwo: lesson.layerTwo.map(({ words, ...example }) => ({ ...example, words: Uint16Array.from(words) })),
  }));
}
