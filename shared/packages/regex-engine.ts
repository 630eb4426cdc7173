import type * as Package from 're2js';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('re2js');

/** Compiles a regular expression for RE2, which takes linear time. @throws Error with the message of the engine, and what RE2 lacks if that is the fault */
export function compileRe2(source: string, { ignoreCase = false }: { ignoreCase?: boolean } = {}): Package.RE2JS {
  const { RE2JS } = load();
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    // The engine puts its flag in front of the source, which is not what the user wrote.
    const given = (error as Error).message;
    const message = ignoreCase ? given.replace('`(?i)', '`') : given;
    const lacks = LACKING.test(source) ? ' (RE2 has no look-around and no back-references)' : '';
    throw new Error(`${message}${lacks}`, { cause: error });
  }
}

/** Matches look-around, atomic groups and back-references, of which the messages of the engine say little. */
const LACKING = /\(\?(?:[=!>]|<[=!])|\\[1-9]/;
