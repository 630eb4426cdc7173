/**
 * Hints: what `class` and `id` tell about an element, by names that most sites share. `match-value.ts` matches all patterns at once.
 */

/** Patterns of the hints, one bit each. The trained model depends on their order. */
export const HINT_PATTERNS: readonly RegExp[] = [
  /nav(?!al)|menu|bread-?crumb|topbar|toolbar|(?:^|[-_ ])tabs?(?:[-_ ]|$)|skip|hamburger|sitemap/,
  /foot|copyright|imprint|impressum|legal|colophon/,
  /side-?bar|aside|widget|(?:^|[-_ ])rail|secondary|complementary|marginal|(?:right|left)-?(?:col|bar)|rightside|leftside|spalte/,
  /comment|disqus|respond|repl(?:y|ies)|kommentar|discussion|feedback|leserbrief|reaction/,
  /shar(?:e|ing)|social|facebook|twitter|addthis|addtoany|follow|whatsapp|pinterest|likes?(?:[-_ ]|$)|teilen|sociable/,
  /relate|recommend|similar|teaser|promo|popular|trending|most-?(?:read|view)|latest|recent|more-|-more|readmore|also|outbrain|taboola|siehe|mehr|weitere|carousel|slider/,
  /(?:^|[-_ ])ad(?:s|v|vert|sense|vertisement|box|space|slot|unit|container|wrapper|zone)?(?:[-_ \d]|$)|advert|sponsor|banner|werbung|anzeige|commercial|affiliate/,
  /meta|by-?line|posted|categor|(?:^|[-_ ])tags?(?:[-_ ]|$)|taglist|tag-?links|info|credit|details|views|rating|vote|stats/,
  /article|(?:^|[-_ ])post(?!ed|er)|entry|story|blog|news(?!letter)|hentry|artikel|beitrag|meldung/,
  /content|body|text|copy|inhalt|prose|markdown|richtext|wysiwyg|node/,
  /article-?_*(?:body|text|content|copy)|entry-?_*(?:content|body|text)|post-?_*(?:content|body|text|entry)|story-?_*(?:body|text|content)|body-?_*(?:copy|text|content)|artikel-?_*text|fulltext|main-?_*text|mw-parser|field-name-body|field--name-body|news-?_*text|blog-?_*content/,
  /caption|figure|image|photo|gallery|(?:^|[-_ ])img|bild|thumb|foto|picture|video|media|player/,
  /cookie|consent|gdpr|popup|modal|overlay|noprint|newsletter|subscri|log-?in|sign-?(?:up|in)|register|paywall|alert|dialog|abo(?:[-_ ]|$)|search|form|lightbox/,
  /header|masthead|logo|hero|(?:^|[-_ ])top(?:[-_ ]|$)|kopf/,
  /pag(?:er|inat|ing)|(?:^|[-_ ])(?:next|prev|previous)|page-?links|page-?numbers/,
  /titl|headline|sub-?head|sub-?titl|lead|intro|standfirst|summary|abstract|excerpt|deck|dek|teasertext|vorspann|anriss|überschrift/,
  /author|by-?line|writer|autor|verfasser|redakteur|creator|contributor|(?:^|[-_ ])by(?:[-_ ]|$)/,
  /(?:^|[-_ ])(?:post-?|entry-?|publish(?:ed)?-?|article-?|meta-?|news-?|pub-?|created?-?|story-?|updated-?)*(?:date|datum|time|day|fecha|published|updated|timestamp|dateline|datetime)(?:[-_ ]|$)|datepublished|dtstart|datecreated|datemodified|postdate|pubdate/,
  /author-?_*(?:bio|box|info|desc|about|card|profile)|about-?_*(?:the-?)?author|(?:^|[-_ ])bio(?:graphy|[-_ ]|$)|profile|contributor/,
  /(?:^|[-_ ])(?:main|primary|center|middle)|maincol|hauptspalte|maincontent/,
  /hidden|hide|screen-?reader|visually|sr-only|invisible|print|noscript|disclaimer|warning|notice|hinweis/,
  /quote|zitat|pull|correction|note|footnote|references|sources|quelle|infobox|toc(?:[-_ ]|$)|box(?:[-_ ]|$)/,
];

export const HINT_COUNT = HINT_PATTERNS.length;
/** Bits of the hints that are features of the trees. */
export const MODEL_HINTS = (1 << HINT_COUNT) - 1;
/**
 * Patterns that are no features of the trees, in the bits after those of the hints:
 *
 * - links to the source (MediaWiki, Sphinx), and labels for screen readers;
 * - dialogs about cookies, by their usual names and those of common programs (OneTrust, Cookiebot, Complianz, CookieYes …). A class or id
 *   begins with such a name and does not end with a state: `has-cookie-banner` and `cookie-banner-open` are states of the page. Also the
 *   messages that Webflow hides until a form is sent, and the label of rustdoc for a closed description;
 * - parts of a page that `main-text/corrections/names.ts` judges: what opens over it, carousels, reviews of customers, signatures, boxes
 *   about authors, disclaimers and disclosures. Drupal puts `dialog-off-canvas-main-canvas` around the whole page;
 * - comments in source code, from which TypeDoc makes documentation (`tsd-comment`): they are no comments of readers;
 * - the menu of a restaurant, which the trees take for navigation.
 */
export const OTHER_PATTERNS: readonly RegExp[] = [
  /editsection|viewcode-link/,
  /visually-?hidden|hidden-?visually|sr-only|screen-?reader/,
  /^(?:w-form-(?:done|fail)|hideme(?:[-_ ]|$)|onetrust-|ot-sdk-cookie-policy|cybot-?cookiebot|cmplz-(?!document)|cky-|didomi-|qc-cmp2?-|usercentrics-|truste-consent|osano-cm|iubenda-cs|borlabs-?cookie|klaro(?:[-_ ]|$)|cookiefirst|termly-|sp_message_|cookie-?law-?info|(?:cookies?|gdpr|consent)[-_]?(?:banner|bar|notice|notification|consent|message|popup|modal|dialog|overlay|layer|settings|preferences)(?:[-_](?!active|open|visible|shown|hidden|closed|enabled|disabled|accepted|dismissed|given|page)|$))/,
  /(?:^|[-_ ])(?:(?:modal|pop-?up|lightbox)(?:[-_ ]|$)|dialog(?:[_ ]|$|-(?!off)))/,
  /carousel/,
  /(?:^|[-_ ])reviews?(?:[-_ ]|$)/,
  /signature/,
  /author-?_*(?:bio|box|info|desc|about|card|profile)|about-?_*(?:the-?)?author|(?:^|[-_ ])(?:disclaimers?|disclosures?|affiliates?)(?:[-_ ]|$)/,
  /^tsd-/,
  /menu-?_*(?:item|section|block|card|list)-?_*(?:title|name|desc|price|head)|dish(?!wash)|(?:food|drinks|dinner|lunch|brunch|restaurant)-?_*menu/,
];
export const SOURCE_HINT = 1 << HINT_COUNT;
export const SCREEN_READER_HINT = 2 << HINT_COUNT;
export const CONSENT_HINT = 4 << HINT_COUNT;
export const MODAL_HINT = 8 << HINT_COUNT;
export const CAROUSEL_HINT = 16 << HINT_COUNT;
export const REVIEW_HINT = 32 << HINT_COUNT;
export const SIGNATURE_HINT = 64 << HINT_COUNT;
export const ARTICLE_BOX_HINT = 128 << HINT_COUNT;
const SOURCE_COMMENT_HINT = 256 << HINT_COUNT;
export const FOOD_HINT = 512 << HINT_COUNT;
/** Bits of the hints that blocks and containers have. */
export const BLOCK_HINTS =
  MODEL_HINTS | CONSENT_HINT | MODAL_HINT | CAROUSEL_HINT | REVIEW_HINT | SIGNATURE_HINT | ARTICLE_BOX_HINT | FOOD_HINT;
/** Names of footers, imprints and notices of copyright. */
export const FOOT_HINT = 1 << 1;
export const COMMENT_HINT = 1 << 3;
/** Returns the hints that a value with these bits has: none of comments, if it is about those in source code. */
export const resolveHints = (bits: number): number =>
  (bits & SOURCE_COMMENT_HINT) === 0 ? bits : bits & ~COMMENT_HINT;
export const TEASER_HINT = 1 << 5;
/** Names of what opens over the page, such as a dialog, and of forms. */
export const POPUP_HINT = 1 << 12;
export const AUTHOR_HINT = 1 << 16;
export const DATE_HINT = 1 << 17;
