import { webField } from '../fields/query-fields.ts';
import { isPartName, webTokens } from './web-tokens.ts';

/**
 * Finds fields without a value, such as `licence:`, `licence:""`, `class:()` and `title: moss`. A search reads the first and the last as words,
 * and leaves the others out.
 *
 * @param parts names of parts of mapped fields, as `parseWeb`
 * @returns the names with their colons, in the order of the query
 */
export function valuelessFields(query: string, parts: readonly string[] = []): string[] {
  const tokens = webTokens(query, parts);
  return tokens.flatMap(({ kind, field, startsWord, text }, n) => {
    const name = kind === 'word' && startsWord ? nameAlone(text) : isEmpty(kind, text, tokens[n + 1]) ? field : null;
    const isKnown = name && (webField(name) !== undefined || isPart(name, parts));
    return isKnown ? [`${name}:`] : [];
  });
}

/** What is wrong with such a field. */
export const NO_VALUE = 'has no value; write it behind the colon, without a blank';

/** Tells the author of a query that a field has no value. @param field name with its colon */
export const valuelessField = (field: string): string => `${field} ${NO_VALUE}`;

/** Returns the name in front of a colon, if it is written as those of fields usually are. `Title:` may begin a text. */
function nameAlone(word: string): string | undefined {
  const name = /^[-+]?([^-+].*):$/u.exec(word)?.[1];
  return name !== undefined && (isPartName(name) || /^\p{Ll}+$/u.test(name)) ? name : undefined;
}

const isPart = (name: string, parts: readonly string[]): boolean =>
  parts.some((part) => part.toLowerCase() === name.toLowerCase());

type Tokens = ReturnType<typeof webTokens>;

const isEmpty = (kind: Tokens[number]['kind'], text: string, next: Tokens[number] | undefined): boolean =>
  (kind === 'phrase' && text.trim() === '') || (kind === 'open' && next?.kind === 'close');
