import type * as Package from 'htmlparser2';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('htmlparser2');

/** Opens a parser of HTML or XML that reports elements and texts. */
export function openMarkupParser(handler: Partial<Package.Handler>, options?: Package.ParserOptions): Package.Parser {
  const { Parser } = load();
  return new Parser(handler, options);
}

/** Opens a tokenizer of HTML or XML, which checks no nesting. */
export function openTokenizer(
  options: { xmlMode?: boolean; decodeEntities?: boolean },
  callbacks: Package.TokenizerCallbacks,
): Package.Tokenizer {
  const { Tokenizer } = load();
  return new Tokenizer(options, callbacks);
}
