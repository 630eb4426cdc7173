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
/** Twice as many and more, so that a free place is near. */
const PLACES = 65_536;
const MAX_LOOKS = 16;
let knownValues: string[] = [];
let knownBits = new Int32Array(MAX_KNOWN);
/** By hash of a value: its index in `knownValues`, and one; 0: none. */
let places = new Uint16Array(PLACES);
let knownWords = new Map<string, number>();

/**
 * A value that is known is found without being cut out of its page.
 *
 * @param from @param to range of a value of `class`, `id` or `itemprop`, in the page and in the array of its code units.
 * @returns a bit for each kind of word in it.
 */
export function hintsAt(html: string, units: Uint16Array, from: number, to: number): number {
  if (to - from > MAX_VALUE) return hintsOf(html.slice(from, from + MAX_VALUE));
  let hash = to - from;
  for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (units[i] as number)) | 0;
  let place = (hash ^ (hash >>> 16)) & (PLACES - 1);
  let looks = 0;
  for (let found = places[place] as number; found !== 0; found = places[place] as number) {
    // A page may make up values of one hash.
    if (++looks > MAX_LOOKS) return hintsOf(html.slice(from, to));
    if (equals(knownValues[found - 1] as string, units, from, to)) return knownBits[found - 1] as number;
    place = (place + 1) & (PLACES - 1);
  }
  const value = html.slice(from, to);
  const bits = hintsOf(value);
  if (knownValues.length >= MAX_KNOWN) {
    knownValues = [];
    knownBits = new Int32Array(MAX_KNOWN);
    places = new Uint16Array(PLACES);
    return bits;
  }
  places[place] = knownValues.push(copyOf(value));
  knownBits[knownValues.length - 1] = bits;
  return bits;
}

function equals(known: string, units: Uint16Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let k = 0; k < known.length; k++) if (known.charCodeAt(k) !== units[from + k]) return false;
  return true;
}

/** @returns a bit for each kind of word in the value. */
function hintsOf(value: string): number {
  let bits = 0;
  for (const word of value.split(SPACES)) if (word !== '') bits |= hintsOfWord(word);
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
  return Buffer.from(piece, 'utf16le').toString('utf16le');
}
