import { RE2JS } from 're2js';

/**
 * Compiles a regular expression of a user, which runs on text of pages: RE2 in linear time, without look-around and
 * back-references. It matches anywhere in the text, in upper or lower case.
 *
 * @throws Error with the message of the regex engine
 */
export function compileRegex(source: string): (text: string) => boolean {
  const compiled = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  return (text) => compiled.test(text);
}
