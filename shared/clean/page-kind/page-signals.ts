/**
 * Numbers about a page as a whole, from which the trees of `page-kind.ts` tell its kind: what its URL, its JSON-LD and its meta elements
 * say, and how its text is built. The model depends on the order of the columns: retrain it after a change.
 */
import { ASIDE, ELEMENT_ID_LIMIT, elementId, PREFORMATTED } from '../html/elements.ts';
import { HINT_COUNT, MODEL_HINTS } from '../html/hints/class-id-hints.ts';
import { KIND_PATTERNS } from '../html/hints/kind-words.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { type CueTable, findCue, readStarts, type StartWords } from '../main-text/cue-words.ts';
import type { PageSurvey } from '../main-text/page-survey.ts';
import { PAGE_KINDS } from './page-kinds.ts';

/** Words of URLs that name the kind of a page. */
const URL_WORDS: readonly RegExp[] = [
  /\/(?:blogs?|news|articles?|stor(?:y|ies)|posts?|magazine|press|insights|recipes?)(?:[/.?]|$)/i,
  /\/(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)|-\d{6,}/i,
  /\/(?:products?|p|dp|itm|item|prod|pd|buy)(?:[/.?-]|$)|\/[^/]*-p-?\d+|sku=/i,
  /\/(?:collections?|shop|store|c|cat|catalog(?:ue)?|browse|all)(?:[/.?-]|$)/i,
  /\/(?:categor(?:y|ies)|tags?|topics?|archives?|page\/\d+|search|directory|list(?:ings?)?|results|jobs?|events?)(?:[/.?-]|$)|[?&](?:page|q|s|query)=/i,
  /\/(?:docs?|documentation|manual|reference|api|guide|handbook|learn|tutorials?|wiki|help|kb|support|man\d?)(?:[/.?-]|$)|^https?:\/\/(?:docs?|developers?|api|help|wiki|support|learn|dev|man)\./i,
  /\/(?:forums?|threads?|topics?|t|viewtopic|showthread|discussions?|questions?|comments|community|boards?|r)(?:[/.?-]|$)|^https?:\/\/(?:forums?|community|discuss|answers|discourse|talk|boards?)\./i,
  /\/(?:services?|solutions?|pricing|plans|features?|platform|about(?:-us)?|contact|company|industries|enterprise|consulting|what-we-do|use-cases?)(?:[/.?-]|$)/i,
];
/** Types in JSON-LD, as they are written in a script. */
const JSON_LD_TYPES: readonly RegExp[] = [
  /^(?:(?!Tech)\w*Article|BlogPosting|Report|Recipe|Review)$/,
  /^(?:Product|ProductGroup|Book|Offer|AggregateOffer)$/,
  /^(?:CollectionPage|OfferCatalog)$/,
  /^(?:ItemList|SearchResultsPage|Blog)$/,
  /^(?:DiscussionForumPosting|QAPage|Question)$/,
  /^(?:TechArticle|APIReference)$/,
  /^(?:Service|LocalBusiness|ProfessionalService|SoftwareApplication|Organization|Corporation)$/,
  /^FAQPage$/,
];
const JSON_LD_TYPE = /"@type"\s*:\s*\[?\s*"(\w{1,40})"/g;
/** Programs as named by `generator`. */
const PROGRAMS: readonly RegExp[] = [
  /discourse|vbulletin|phpbb|xenforo|invision|mybb|flarum|vanilla|woltlab|smf|nodebb/i,
  /sphinx|docusaurus|mkdocs|gitbook|vitepress|hugo|jekyll|antora|doxygen|javadoc|mediawiki|starlight|readme/i,
  /shopify|woocommerce|magento|prestashop|bigcommerce/i,
  /wordpress/i,
];
/** What `og:type` says. */
const META_TYPES: readonly RegExp[] = [/article/i, /product/i, /website/i];
const ELEMENTS = ['article', 'table', 'form', 'ul', 'pre', 'section', 'details', 'figure', 'dl', 'blockquote'].map(
  elementId,
);
const NUMBERS_OF_TEXT = 26;
export const PAGE_SIGNAL_COUNT =
  URL_WORDS.length +
  5 +
  JSON_LD_TYPES.length +
  PROGRAMS.length +
  META_TYPES.length +
  2 +
  ELEMENTS.length +
  HINT_COUNT +
  NUMBERS_OF_TEXT +
  KIND_PATTERNS.length +
  2 * PAGE_KINDS.length;

/** Maximum length of a JSON-LD script that is searched, in UTF-16 units. */
const MAX_SCRIPT_LENGTH = 200_000;

/**
 * Returns the signals of a page. Of URLs only the one that the page declares counts: copies of a page at several URLs have the same text.
 */
export function pageSignals(page: ParsedPage, survey: PageSurvey, cues: CueTable): Float32Array {
  const signals = new Signals();
  const url = declaredUrl(page);
  for (const pattern of URL_WORDS) signals.addFlag(pattern.test(url));
  signals.add(urlNumbers(url));
  const types = new Set(
    page.jsonLd.flatMap((script) =>
      [...script.slice(0, MAX_SCRIPT_LENGTH).matchAll(JSON_LD_TYPE)].map(([, type]) => type),
    ),
  );
  for (const pattern of JSON_LD_TYPES) signals.addFlag([...types].some((type) => pattern.test(type as string)));
  const metas = new Map(page.metas.map(({ name, content }) => [name, content]));
  const program = metas.get('generator') ?? '';
  for (const pattern of PROGRAMS) signals.addFlag(pattern.test(program));
  const type = metas.get('og:type') ?? '';
  for (const pattern of META_TYPES) signals.addFlag(pattern.test(type));
  signals.addFlag(metas.has('article:published_time'));
  signals.addFlag(metas.has('product:price:amount') || metas.has('og:price:amount'));
  const counts = new Float64Array(ELEMENT_ID_LIMIT);
  for (const element of page.containers.elements) counts[element] = (counts[element] as number) + 1;
  for (const id of ELEMENTS) signals.addNumber(counts[id] as number);
  signals.add(hintShares(survey));
  signals.add(textNumbers(page, survey));
  const named = [{ text: wordsOfUrl(url) }, { text: (page.title ?? '').slice(0, MAX_CUE_TEXT) }];
  signals.add(cueSums(page.blocks, survey.startWords, cues));
  signals.add(cueSums(named, readStarts(named), cues));
  for (const bits of page.classNames.kindWords)
    for (let rest = bits; rest !== 0; rest &= rest - 1) signals.increment(31 - Math.clz32(rest & -rest));
  return signals.values;
}

/** Signals in the order in which they are added. A class, because V8 discards the optimised code of functions made for one page. */
class Signals {
  readonly values = new Float32Array(PAGE_SIGNAL_COUNT);
  #length = 0;

  addNumber(number: number): void {
    this.values[this.#length++] = number;
  }

  addFlag(isTrue: boolean): void {
    this.addNumber(isTrue ? 1 : 0);
  }

  add(numbers: ArrayLike<number>): void {
    for (let i = 0; i < numbers.length; i++) this.addNumber(numbers[i] as number);
  }

  /** Adds 1 to the signal this far behind the last one. */
  increment(offset: number): void {
    const at = this.#length + offset;
    this.values[at] = (this.values[at] as number) + 1;
  }
}

/** Returns the URL that a page declares, or ''. */
export function declaredUrl({ metas, links }: ParsedPage): string {
  return (
    metas.find(({ name }) => name === 'og:url')?.content ?? links.find(({ rel }) => rel === 'canonical')?.href ?? ''
  );
}

function urlNumbers(url: string): number[] {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const segments = path.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  const hyphens = last.split('-').length - 1;
  return [segments.length, last.length, hyphens, path.endsWith('/') ? 1 : 0, /\d/.test(last) ? 1 : 0];
}

/** Returns the share of the text in containers with each hint. */
function hintShares({ page, sums, allText }: PageSurvey): number[] {
  const shares = new Array<number>(HINT_COUNT).fill(0);
  for (const { container, text, hints } of page.blocks)
    for (let bits = ((sums.allHints[container] as number) | hints) & MODEL_HINTS; bits !== 0; bits &= bits - 1) {
      const hint = 31 - Math.clz32(bits & -bits);
      shares[hint] = (shares[hint] as number) + text.length / allText;
    }
  return shares;
}

/** Returns, for each kind, the sum of the scores of the words of short texts. Each word counts once. */
function cueSums(texts: readonly { text: string }[], { hashes, ends }: StartWords, cues: CueTable): Float32Array {
  const sums = new Float32Array(PAGE_KINDS.length);
  const { stamps, stamp } = newSeenSlots(cues);
  let k = 0;
  for (let i = 0; i < texts.length; i++) {
    const end = ends[i] as number;
    if ((texts[i] as { text: string }).text.length > MAX_CUE_TEXT) k = end;
    for (; k < end; k++) {
      const slot = findCue(cues, hashes[k] as number);
      if (slot === -1 || stamps[slot] === stamp) continue;
      stamps[slot] = stamp;
      addScores(sums, cues, slot);
    }
  }
  return sums;
}

/** Slots of the words that were seen: those with the stamp of the call. Clearing them for each page would take longer than reading it. */
let slots = { stamps: new Float64Array(0), stamp: 0 };

function newSeenSlots({ hashes }: CueTable): typeof slots {
  if (slots.stamps.length < hashes.length) slots = { stamps: new Float64Array(hashes.length), stamp: 0 };
  slots.stamp++;
  return slots;
}

function addScores(sums: Float32Array, { scores }: CueTable, slot: number): void {
  for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] as number) + (scores[slot * sums.length + k] as number);
}

/** Maximum length of a text whose words tell the kind of a page, in UTF-16 units: labels, buttons and headings. */
export const MAX_CUE_TEXT = 60;

/** Returns the words of the path of a URL. */
export const wordsOfUrl = (url: string): string =>
  url
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[^a-z]+/gi, ' ')
    .slice(0, MAX_CUE_TEXT);

function textNumbers(page: ParsedPage, survey: PageSurvey): number[] {
  const { blocks } = page;
  let own = 0;
  let linked = 0;
  let aside = 0;
  let code = 0;
  let questions = 0;
  let prices = 0;
  let short = 0;
  let items = 0;
  let paragraphs = 0;
  let paragraphText = 0;
  for (const { text, roles, linked: links, item, element } of blocks as readonly Block[]) {
    if ((roles & ASIDE) !== 0) {
      aside += text.length;
      continue;
    }
    own += text.length;
    linked += Math.min(links, text.length);
    if ((roles & PREFORMATTED) !== 0) code += text.length;
    if (text.charCodeAt(text.length - 1) === QUESTION_MARK) questions++;
    if (text.length < MAX_PRICE_LENGTH && PRICE.test(text)) prices++;
    if (text.length < MAX_SHORT) short++;
    if (item !== 0) items++;
    if (element === PARAGRAPH) {
      paragraphs++;
      paragraphText += text.length;
    }
  }
  const { sums, paths, allText } = survey;
  let largest = 0;
  let largestCount = 0;
  for (let c = 1; c < page.containers.parents.length; c++) {
    const share = (paths.containers.lengths[c] as number) / allText;
    if ((paths.containers.counts[c] as number) < 3 || share <= largest) continue;
    largest = share;
    largestCount = paths.containers.counts[c] as number;
  }
  const most = Math.max(1, own);
  const main = survey.regions[0]?.share ?? 0;
  return [
    ...[
      blocks.length,
      own,
      aside / allText,
      linked / most,
      code / most,
      questions,
      prices,
      short,
      items / blocks.length,
    ],
    ...[
      paragraphs,
      paragraphText / most,
      survey.longParagraphs,
      survey.totalText,
      (sums.runningText[0] as number) / survey.totalText,
    ],
    ...[page.headings.length, page.levels.filter((level) => level === 1).length, page.links.length, page.media.size],
    ...[page.times.length, page.userContentTimes.length, page.bylines.length, page.dates.length],
    ...[largest, largestCount, main, own / Math.max(1, blocks.length)],
  ];
}

const PARAGRAPH = elementId('p');
const QUESTION_MARK = 0x3f;
const MAX_SHORT = 30;
const MAX_PRICE_LENGTH = 40;
const PRICE = /[$£€¥]\s?\d|\d\s?(?:€|kr|zł|USD|EUR)/;
