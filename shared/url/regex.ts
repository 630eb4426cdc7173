import { compileRe2 } from '../packages/regex-engine.ts';

/**
 * Compiles a regular expression of a user, which runs on text of pages: RE2 in linear time, without look-around and
 * back-references. It matches anywhere in the text, in upper or lower case.
 *
 * @throws Error with the message of the regex engine
 */
export function compileRegex(source: string): (text: string) => boolean {
  const compiled = compileRe2(source, { ignoreCase: true });
  return (text) => compiled.test(text);
}
