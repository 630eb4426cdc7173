/** Control characters, lone surrogates and non-characters, which XML forbids and which other formats have no use for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNPRINTABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu;

/** Removes characters that no text format may contain. Line breaks and tabs stay. */
export const printableText = (text: string): string => text.replace(UNPRINTABLE, '');

/** Returns a text on one line: printable, every run of white space as one blank. */
export const oneLine = (text: string): string => printableText(text).replace(/\s+/g, ' ').trim();
