/** Words of class names that sites use on pages of one kind: prices and carts, posts and members, code and contents. */
import { matchValue } from './class-id-hints.ts';
import { newPatternMatcher, type PatternMatcher } from './pattern-matcher.ts';

/** Patterns, one bit each. The trained model of kinds depends on their order. */
export const KIND_PATTERNS: readonly RegExp[] = [
  /product/,
  /price/,
  /add-?to-?cart|addtocart|buy-?now|basket/,
  /card/,
  /grid/,
  /filter|facet|refine/,
  /sort-?by|sorting/,
  /review|rating/,
  /sku|variant|swatch|quantity|stock/,
  /spec(?:s|ification)|attributes/,
  /thread|topic/,
  /message|post-?body|post-?content|reply/,
  /signature|avatar|user-?name|user-?info|member/,
  /vote|answer|question/,
  /highlight|language-|code|prism|hljs/,
  /toc(?:[-_ ]|$)|table-of-contents|on-this-page|docs?(?:[-_ ]|$)|sphinx|markdown/,
  /hero|cta(?:[-_ ]|$)|call-to-action/,
  /testimonial|pricing|faq|feature|service/,
  /pagination|pager|load-?more/,
  /listing|result|(?:^|[-_ ])job|event/,
  /entry|article|story|byline|blog/,
  /collection|catalog|category/,
];

let matcher: PatternMatcher | undefined;

/** Returns the patterns that a class name matches, one bit each. The parameters are those of `matchHints`. */
export function matchKindWords(html: string, units: Uint16Array, from: number, to: number): number {
  matcher ??= newPatternMatcher(KIND_PATTERNS);
  return matchValue(matcher, html, units, from, to);
}
