/** A name in Chinese, Japanese or Korean letters, in which the surname comes first, without a space after it. */
const EAST_ASIAN_NAME = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー・]+$/u;

/** Returns whether a name consists of Chinese, Japanese or Korean letters, so that its surname comes first. */
export const isEastAsianName = (name: string): boolean => EAST_ASIAN_NAME.test(name);
