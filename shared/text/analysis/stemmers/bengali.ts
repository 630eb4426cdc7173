import { inTurn, suffixStep } from './suffix-rules.ts';

/** Emphatic particles that are written with the word: ই "precisely", ও "too". */
const withoutParticle = suffixStep({ 3: 'ই ও' });

/** Cases and classifiers of nouns, and endings of verbs. */
const withoutEnding = suffixStep({
  2: `গুলোকে গুলিকে গুলোতে গুলিতে গুলোর গুলির গুলো গুলি গুলা শমুহের শমুহ দেরকে দিগকে দিগের দের েরা যেরা যের ের ার:া ির:ি ুর:ু োর:ো রা কে টিকে টাকে
    টির টার টিতে টাতে টি টা খানা খানি েতে তে যে য ে জনের জন বৃনদ মালা`,
  3: `ছিলাম ছিলেন ছিলে ছিল ছেন ছে ছি ছো যেছিলেন েছিলেন যেছিল েছিল যেছেন েছেন যেছে েছে যেছি েছি িযেছে িযে তেছে বেন বে বো তেন তাম
    লেন লাম লে ল বার ান াতে ানো ানোর াবেন াবে া ি ী`,
});

/**
 * Light stemmer of Bengali: removes a particle, an ending of a noun or verb, and a vowel that is left behind it.
 * @param word with spelling variants unified
 */
export const stemBengali = inTurn(withoutParticle, withoutEnding, suffixStep({ 2: 'া ি ে ো' }));
