/**
 * Hints: what `class` and `id` tell about an element, by names that most sites share. All patterns are matched at once, directly
 * in the code units of the page, without creating strings.
 */
import { SYMBOL_COUNT, symbolOf, WORD_END } from './pattern-graph.ts';
import { advanceState, matchWord, newPatternMatcher, type PatternMatcher } from './pattern-matcher.ts';

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
export const COMMENT_HINT = 1 << 3;
export const TEASER_HINT = 1 << 5;
export const AUTHOR_HINT = 1 << 16;
export const DATE_HINT = 1 << 17;

/** Maximum length of a value that is read, in UTF-16 units. */
const MAX_VALUE_LENGTH = 200;

/** Created when the first page is read. */
let matcher: PatternMatcher | undefined;

/**
 * Returns the hints of a value of `class`, `id` or `itemprop`, one bit each.
 *
 * @param html the page
 * @param units code units of the page
 * @param from start of the value in the page
 * @param to end of the value, exclusive
 */
export function matchHints(html: string, units: Uint16Array, from: number, to: number): number {
  matcher ??= newPatternMatcher(HINT_PATTERNS);
  return matchValue(matcher, html, units, from, to);
}

/** Returns the bits of the patterns that match a value of an attribute, in a range of the page. */
export function matchValue(finder: PatternMatcher, html: string, units: Uint16Array, from: number, to: number): number {
  const { ends, table, start } = finder;
  const end = Math.min(to, from + MAX_VALUE_LENGTH);
  let bits = 0;
  let state = start;
  let kind = SPACE;
  for (let i = from; i < end; i++) {
    const unit = units[i] as number;
    if (unit > 0x7f) return matchNonAsciiHints(finder, html.slice(from, end));
    const before = kind;
    kind = CHAR_CLASSES[unit] as number;
    if (kind !== LOWERCASE) {
      if (kind === SPACE) {
        if (before !== SPACE) bits |= ends[advanceState(finder, state, WORD_END)] as number;
        state = start;
        continue;
      }
      if (kind === UPPERCASE && before === LOWERCASE) {
        state = advanceState(finder, state, HYPHEN);
        bits |= ends[state] as number;
      }
    }
    const sign = ASCII_SYMBOLS[unit] as number;
    state = (table[state * SYMBOL_COUNT + sign] as number) || advanceState(finder, state, sign);
    bits |= ends[state] as number;
  }
  return kind === SPACE ? bits : bits | (ends[advanceState(finder, state, WORD_END)] as number);
}

// Classes of ASCII characters.
const OTHER = 0;
const SPACE = 1;
const LOWERCASE = 2;
const UPPERCASE = 3;
const HYPHEN = symbolOf('-');
/** Class and symbol by ASCII code unit. */
const CHAR_CLASSES = new Uint8Array(128);
const ASCII_SYMBOLS = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const letter = String.fromCharCode(unit);
  CHAR_CLASSES[unit] = /\s/.test(letter)
    ? SPACE
    : /[a-z]/.test(letter)
      ? LOWERCASE
      : /[A-Z]/.test(letter)
        ? UPPERCASE
        : OTHER;
  ASCII_SYMBOLS[unit] = symbolOf(letter.toLowerCase());
}

/** Slow path of `matchHints` for a value that is not all ASCII. */
function matchNonAsciiHints(finder: PatternMatcher, value: string): number {
  let bits = 0;
  for (const word of value.split(/\s+/))
    if (word !== '') bits |= matchWord(finder, word.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase());
  return bits;
}
