import type { EN } from './en.ts';

/** Languages of the pages, ISO 639-1. The first is the default. */
export const LANGUAGES = ['en', 'sv', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguageOfPages = (code: string): code is Language => LANGUAGES.some((one) => one === code);

export type Key = keyof typeof EN;

/** The texts of the pages in one language. */
export type Table = Readonly<Record<Key, string>>;
