/** Types of packages that have none: only what is used. */
declare module 'snowball-stemmers' {
  export function newStemmer(algorithm: string): { stem(word: string): string };
}

declare module 'stopword/src/stopwords_eng.js' {
  export const eng: readonly string[];
}
