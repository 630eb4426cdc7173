/**
 * What the words of `class` and `id` say of an element: names that most sites share. Templates repeat the same few
 * values, so each is looked at once and remembered.
 */

/** A bit each, in this order; the trained model knows them by it. */
const WORDS: readonly RegExp[] = [
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

export const HINT_COUNT = WORDS.length;
export const OF_COMMENTS = 1 << 3;
export const NAMES_AUTHOR = 1 << 16;
export const NAMES_DATE = 1 << 17;

/** Values, and words in them, that are remembered at most, and how long one may be: what a page makes up must not fill the memory. */
const MAX_KNOWN = 20_000;
const MAX_VALUE = 200;
let knownValues = new Map<string, number>();
let knownWords = new Map<string, number>();

/** @param value of `class`, `id` or `itemprop`, as written. @returns a bit for each kind of word in it. */
export function hintsOf(value: string): number {
  const found = knownValues.get(value);
  if (found !== undefined) return found;
  let bits = 0;
  for (const word of value.slice(0, MAX_VALUE).split(SPACES)) bits |= hintsOfWord(word);
  if (value.length > MAX_VALUE) return bits;
  if (knownValues.size >= MAX_KNOWN) knownValues = new Map();
  knownValues.set(copyOf(value), bits);
  return bits;
}

const SPACES = /\s+/;

function hintsOfWord(word: string): number {
  // Numbers say nothing, and are what makes most ids differ.
  const name = word.replace(/\d+/g, '0');
  const found = knownWords.get(name);
  if (found !== undefined) return found;
  const parted = name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  let bits = 0;
  for (const [bit, pattern] of WORDS.entries()) if (pattern.test(parted)) bits |= 1 << bit;
  if (knownWords.size >= MAX_KNOWN) knownWords = new Map();
  knownWords.set(copyOf(name), bits);
  return bits;
}

/** A piece that was cut from a page would keep the whole page in memory. */
function copyOf(piece: string): string {
  return ` ${piece}`.slice(1);
}
