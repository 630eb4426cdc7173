import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import type { LabelledDocument } from '../../../shared/classify/models/training/train-model.ts';

const WORDS: Record<string, string> = {
  plants: 'sundew bog leaf carnivorous trap moss seed root flower stem botanist herbarium',
  glass: 'furnace kiln window bottle silica blow lens crystal mirror goblet shard melt',
  trains: 'station engine track carriage signal platform timetable locomotive tunnel driver gauge wagon',
};
const COMMON = 'house water people year city small large often found known called many early later part';

/** Returns documents of each class: words of the class among words that all classes share. */
export function examplesOf(perClass: number, classes = Object.keys(WORDS), seed = 1): LabelledDocument[] {
  const random = seededRandom(seed);
  const pick = (words: string) => words.split(' ')[Math.floor(random() * words.split(' ').length)]!;
  return classes.flatMap((label) =>
    Array.from({ length: perClass }, () => {
      const text = Array.from({ length: 40 }, () => pick(random() < 0.2 ? WORDS[label]! : COMMON)).join(' ');
      return { url: '', title: null, text, language: 'en', label };
    }),
  );
}
