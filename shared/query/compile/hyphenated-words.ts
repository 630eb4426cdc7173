/**
 * Words that many pages write with a hyphen or a full stop and others in one. A search for one of them in one also finds it with its
 * sign; the reverse needs no list (`joined-words.ts`). The index has the parts of such a word, so no rule could tell which words have been
 * one.
 */
export const HYPHENATED_WORDS: readonly string[] = [
  'e-bike',
  'e-book',
  'e-commerce',
  'e-government',
  'e-health',
  'e-journal',
  'e-learning',
  'e-mail',
  'e-paper',
  'e-post',
  'e-reader',
  'e-scooter',
  'e-sport',
  'next.js',
  'node.js',
  't-shirt',
  'u-boot',
  'vue.js',
  'wi-fi',
  'x-ray',
];
