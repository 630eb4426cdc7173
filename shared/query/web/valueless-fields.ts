import { webField } from '../fields/query-fields.ts';
import { webTokens } from './web-tokens.ts';

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
    const name =
      kind === 'word' && startsWord ? NAME.exec(text)?.[1] : isEmpty(kind, text, tokens[n + 1]) ? field : null;
    return name && webField(name) !== undefined ? [`${name}:`] : [];
  });
}

/** What is wrong with such a field. */
export const NO_VALUE = 'has no value; write it behind the colon, without a blank';

/** A name alone, as fields are usually written. `Title:` may begin a text. */
const NAME = /^[-+]?(\p{Ll}+):$/u;

type Tokens = ReturnType<typeof webTokens>;

const isEmpty = (kind: Tokens[number]['kind'], text: string, next: Tokens[number] | undefined): boolean =>
  (kind === 'phrase' && text.trim() === '') || (kind === 'open' && next?.kind === 'close');
