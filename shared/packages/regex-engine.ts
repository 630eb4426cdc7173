import type * as Package from 're2js';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('re2js');

/** Compiles a regular expression for RE2, which takes linear time. @throws Error with the message of the engine */
export function compileRe2(source: string, { ignoreCase = false }: { ignoreCase?: boolean } = {}): Package.RE2JS {
  const { RE2JS } = load();
  return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
}
