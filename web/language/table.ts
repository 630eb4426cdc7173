import type { EN } from './en.ts';

/** Languages of the pages, ISO 639-1. The first is the default. */
export const LANGUAGES = ['en', 'sv', 'de', 'fr'] as const;

/** Code of a language in which the pages can be shown. ISO 639-1. */
export type Language = (typeof LANGUAGES)[number];

/** Returns whether the pages can be shown in a language. */
export const isLanguageOfPages = (code: string): code is Language => LANGUAGES.some((one) => one === code);

/** Name of a text of the pages. */
export type Key = keyof typeof EN;

/** The texts of the pages in one language. */
export type Table = Readonly<Record<Key, string>>;
