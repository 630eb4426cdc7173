/** What the values of filters are: those of menus, which settings list, without the rest of the table of search fields. */
import { parseAuthor, parseClassName, parseFieldValue, parseHost, parseLanguageCode } from './filter-values.ts';

export type FilterRule = {
  /** Parses a value. Returns undefined if it is not valid. */
  parse: (text: string) => string | undefined;
  /** Describes the valid values; completes "must be …". */
  expects: string;
};

export const HOST_VALUES = {
  parse: parseHost,
  expects: 'the name of a host, such as www.example.org',
} satisfies FilterRule;
export const LANGUAGE_VALUES = {
  parse: parseLanguageCode,
  expects: 'the code of a language (ISO 639), such as en, de or zh',
} satisfies FilterRule;
export const CLASS_VALUES = {
  parse: parseClassName,
  expects: 'the name of a class, at most 200 characters',
} satisfies FilterRule;
export const AUTHOR_VALUES = {
  parse: parseAuthor,
  expects: 'the name of an author, at most 200 characters',
} satisfies FilterRule;
export const FIELD_VALUES = {
  parse: parseFieldValue,
  expects: 'the name of a mapped field and its value, such as subject=Botany',
} satisfies FilterRule;
