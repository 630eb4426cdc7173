import { suffixStep } from './suffix-rules.ts';

/**
 * Light stemmer of Hindi: removes the longest ending of nouns, adjectives and verbs. After A. Ramanathan and D. Rao, "A Lightweight
 * Stemmer for Hindi" (EACL 2003). Long vowels are written short, because the spelling of a word is unified before.
 */
export const stemHindi = suffixStep({
  2: `ाएंगि ाएंगे ाउंगि ाउंगा ाइयां ाइयों ाएगि ाएगा ाओगि ाओगे एंगि ेंगि एंगे ेंगे ुंगि ुंगा ातिं नाओं नाएं ताओं ताएं ियां ियों
    ाकर ाइए ाइं ाया ेगि ेगा ोगि ोगे ाने ाना ाते ाति ाता तिं ाओं ाएं ुओं ुएं ुआं कर ाओ िए ाइ ाए ने नि ना ते िं ति ता ां ों ें
    ो े ु ि ा`,
});
