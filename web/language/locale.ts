import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { EN } from './en.ts';
import { type Formats, newFormats } from './formats.ts';
import { loadTable } from './load-table.ts';
import { translateMessage } from './messages.ts';
import type { Key, Language, Table } from './table.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Keys of texts that depend on a number, without `.one` and `.other`. */
type PluralKey = Key extends infer One ? (One extends `${infer Base}.other` ? Base : never) : never;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<K extends Key> = Names<(typeof EN)[K]>;
type OtherKey<K extends PluralKey> = Extract<Key, `${K}.other`>;
type Arguments<Name extends string, Value> = [Name] extends [never] ? [] : [values: Record<Name, Value>];

/** Texts and formats in the language of a page. */
export type Locale = Formats & {
  language: Language;
  /** Returns a text with its placeholders filled. */
  t<K extends Key>(key: K, ...values: Arguments<NamesOf<K>, string | number>): string;
  /** Returns a text whose placeholders are filled with elements or with texts, which are escaped. */
  rich<K extends Key>(key: K, values: Record<NamesOf<K>, Html | string | number>): Html;
  /** Returns the text for a number, which fills `{n}`. */
  plural<K extends PluralKey>(
    key: K,
    n: number,
    ...values: Arguments<Exclude<NamesOf<OtherKey<K>>, 'n'>, string | number>
  ): string;
  /** Returns a text by a key that is only known at run time; undefined if there is none. */
  optional(key: string): string | undefined;
  /** Translates a message that other code wrote in English (`messages.ts`). */
  message(english: string): string;
};

const locales = new Map<Language, Promise<Locale>>();

/** Returns the locale of a language. Locales are kept. */
export function localeOf(language: Language): Promise<Locale> {
  const locale = locales.get(language) ?? loadTable(language).then((table) => newLocale(language, table));
  locales.set(language, locale);
  return locale;
}

function newLocale(language: Language, table: Table): Locale {
  const formats = newFormats(language);
  const rules = new Intl.PluralRules(language);
  const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`);
  return {
    ...formats,
    language,
    t: (key, ...[values]) => fill(table[key], values),
    rich: (key, values) => {
      const parts = table[key].split(/\{(\w+)\}/);
      return html`${parts.map((part, i) => (i % 2 === 1 ? (values as Record<string, Html | string>)[part] : part))}`;
    },
    plural: (key, n, ...[values]) => {
      const form = rules.select(n) === 'one' ? 'one' : 'other';
      return fill(table[`${key}.${form}` as Key], { ...values, n: formats.count(n) });
    },
    optional: (key) => (Object.hasOwn(table, key) ? table[key as Key] : undefined),
    message: (english) => translateMessage(table, english),
  };
}
