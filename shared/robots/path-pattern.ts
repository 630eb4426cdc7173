import { matchGlob } from '../url/glob.ts';
import { originOf, type Url } from '../url/url.ts';
import { escapePath } from './escape-path.ts';

/** Returns the path of a URL, with its query, in the normal form that patterns have. */
export const pathOf = (url: Url): string => escapePath(url.slice(originOf(url).length));

/** A pattern matches the beginning of a path. `*` matches any text, and a `$` at the end matches the end of the path. */
export function compilePattern(pattern: string): (path: string) => boolean {
  return matchGlob(pattern.endsWith('$') ? pattern.slice(0, -1) : `${pattern}*`);
}
