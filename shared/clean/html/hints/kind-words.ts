/** Words of class names that sites use on pages of one kind: prices and carts, posts and members, code and contents. */

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
