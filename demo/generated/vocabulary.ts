import { pick } from '../seeded.ts';

/** The most common English words in descending order. They make up half of any text. */
const COMMON =
  'the of and to a in is that it was for on as with his he be at by i this had not are but from or have an they which one you were all her she there would their we him been has when who will no more if out so said what up its about into than them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many before must through back years where much your way well down should because each just those people too how little state good very make world still own see men work long here get both between life being under never day same another know while last might us great old year off come since against go came right used take three'.split(
    ' ',
  );
const STARTS = 'b c d f g h j k l m n p r s t v w br cl cr dr fl gr pl pr sh sl sp st th tr wh'.split(' ');
const VOWELS = 'a e i o u ai ea ee oa ou'.split(' ');
const MIDDLES = 'b ct d g l ll m mp n nd ng nt p r rd rm rt s sk ss st t tt v x'.split(' ');
const ENDINGS = 'ed er est ing ion ity le ly ment ness ous s y al able'.split(' ');

/** Returns `count` distinct words: the common ones first, then invented words with English-like syllables and suffixes. */
export function vocabulary(count: number, random: () => number): string[] {
  const words = new Set(COMMON.slice(0, count));
  while (words.size < count) words.add(invented(random));
  return [...words];
}

function invented(random: () => number): string {
  const syllables = 1 + Math.floor(random() * 2.6);
  let word = '';
  for (let i = 0; i < syllables; i++) word += pick(STARTS, random) + pick(VOWELS, random);
  word += pick(MIDDLES, random);
  if (random() < 0.6) word += pick(ENDINGS, random);
  // 2 % of the words are not ASCII, as in real text.
  return random() < 0.02 ? word.replace('e', 'é').replace('o', 'ö') : word;
}

/** Returns a function that draws words by Zipf's law (Mandelbrot's form: the weight of rank r is 1 / (r + 2.7)). */
export function zipf(words: string[], random: () => number): () => string {
  const sums = new Float64Array(words.length);
  let sum = 0;
  for (let i = 0; i < words.length; i++) sums[i] = sum += 1 / (i + 3.7);
  return () => {
    const at = random() * sum;
    let low = 0;
    let high = words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < at) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
}
