/**
 * Characters that could move the cursor, change the terminal's settings or forge output: the C0 and C1 control characters,
 * line separators, and those that change the direction of text.
 */
export const FORGING_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb]+/gu;
