import { newStemmer } from '../../../packages/stemmers.ts';

let snowball: ReturnType<typeof newStemmer> | undefined;

/** Stemmer of Dutch. Words end in s and f where their longer forms have z and v: `huis` and `huizen`, `brief` and `brieven`. */
export function stemDutch(word: string): string {
  snowball ??= newStemmer('dutch');
  return snowball.stem(word).replace(/(?<=..)[vz]$/, (letter) => (letter === 'v' ? 'f' : 's'));
}
