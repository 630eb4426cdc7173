/** Two packages without types of their own: what is used of them. */
declare module 'snowball-stemmers' {
  export function newStemmer(algorithm: string): { stem(word: string): string };
}

declare module 'stopword' {
  const lists: Record<string, readonly string[]>;
  export default lists;
}
