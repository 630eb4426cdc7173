/**
 * Detects the genre of a page. Declared clues count first: types in JSON-LD, the generator, the URL. Then the trained kind of the page
 * counts, if it is certain, and then the shares of links and of paragraphs in the text. docs/genres.md describes the rules for users.
 */
import type { Genre } from '../document-fields.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import { PAGE_KINDS } from '../page-kind/page-kinds.ts';
import { isFolder } from './folder-page.ts';
import { hasForumWord, isForum } from './forum.ts';
import {
  countEvents,
  DOCUMENT_TYPE,
  type GenreInput,
  type GenreRule,
  hasArticleItem,
  isDeclaredArticle,
  MIN_PARAGRAPH_LENGTH,
  measureText,
  type TextProportions,
  textLength,
} from './genre-input.ts';
import { isSoft404 } from './soft-404.ts';

/** Returns the genre of a page; `document` if no rule matches. */
export function detectGenre(input: GenreInput): Genre {
  const proportions = measureText(input.page.blocks);
  for (const [genre, matches] of DECLARED) if (matches(input, proportions)) return genre;
  // The trees know few pages without text, which a script fills.
  const hasText = proportions.all >= MIN_KIND_TEXT;
  const declared = hasText ? undefined : declaredKind(input);
  if (declared !== undefined) return declared;
  // Many pages without text are threads, so to the trees all others look like threads, and articles of a help centre do too.
  const isNoForum = input.kind === 'forum' && (HELP_ARTICLE.test(input.url) || (!hasText && !hasForumWord(input.url)));
  if (input.kind !== undefined && input.kind !== 'article' && !isOtherArticle(input) && !isNoForum) return input.kind;
  for (const [genre, matches] of RULES) if (matches(input, proportions)) return genre;
  const likely = hasText ? likelyList(input) : undefined;
  if (likely !== undefined) return likely;
  if (isArticle(input, proportions)) return 'article';
  return (input.kind === undefined && declaredKind(input)) || 'document';
}

/** URL of an article in a help centre of Zendesk, Intercom or Freshdesk. */
const HELP_ARTICLE = /\/(?:hc|solutions|[a-z]{2}(?:-[a-z]{2,4})?)\/articles\/\d/i;

/** Length of the text outside of menus, in units of `textLength`, below which the kind of a page is the one that it declares. */
const MIN_KIND_TEXT = 60;

const SERVICE_TYPE =
  /^(?:\w*(?:Service|Business|Restaurant|Store|Contractor|Clinic|Salon|Agency|Agent|Dealer|Repair|Rental)|Attorney|Bakery|BedAndBreakfast|CafeOrCoffeeShop|DaySpa|Dentist|Electrician|Hostel|Hotel|HousePainter|Locksmith|Motel|Notary|Pharmacy|Physician|Plumber|(?:Software|Web|Mobile)Application)$/;
const LIST_TYPE = /^(?:CollectionPage|ItemList|OfferCatalog)$/;
const TEXT_ENTITY = /^(?:(?!Tech|Scholarly)\w*(?:Article|Posting|Event)|Recipe|Course)$/;

/** Returns the genre by the types in JSON-LD, for pages without text or of no other genre; undefined if they tell none. */
function declaredKind({ things }: GenreInput): Genre | undefined {
  const has = (pattern: RegExp): boolean => things.some(({ type }) => pattern.test(type));
  if (has(/^Product(?:Group)?$/) && things.filter(({ type }) => type === 'Product').length <= 1) return 'product';
  if (has(LIST_TYPE)) return has(/^Product$/) ? 'collection' : 'listing';
  if (countEvents(things) > 1) return 'listing';
  if (has(SERVICE_TYPE)) return 'service';
  return has(TEXT_ENTITY) ? 'article' : undefined;
}

/** Whether a page declares to be an article that looks like a listing, with many teasers below it, or like a forum, with comments. */
const isOtherArticle = ({ kind, things, url, page }: GenreInput): boolean =>
  kind === 'forum'
    ? !hasForumWord(url) && (isDeclaredArticle(things) || hasArticleItem(page))
    : kind === 'listing' && isDeclaredArticle(things);

/** Types of texts, whose subject may be an error. */
const TEXT_TYPE = /^(?:\w*Article|BlogPosting|DiscussionForumPosting|QAPage)$/;

const isError: GenreRule = ({ title, page, text, things }, { prose, linkBlocks }) =>
  isSoft404({ title, page, text, prose, linkBlocks }) && !things.some(({ type }) => TEXT_TYPE.test(type));

const SEARCH_QUERY =
  /[?&](?:q|s|query|search|suche|suchbegriff|keywords?|searchterm|text|wd|recherche|buscar|busca|pesquisa|cerca|zoek|sok|haku|szukaj)=[^&]/i;
const SEARCH_PATH =
  /\/(?:search|suche|recherche|buscar|busca|buscador|pesquisa|cerca|ricerca|zoeken|sok|sök|haku|szukaj|hledat|arama|find|results)(?:[/.?-]|$)/i;
const SEARCH_TITLE =
  /(?<![\p{L}])(?:search results?|results for|search(?:ing)? for|you searched|suchergebnis\p{L}*|suche nach|ergebnisse für|résultats? (?:de|pour)|resultados (?:de|da|do|para)|risultati|zoekresultaten|sökresultat|søkeresultat\p{L}*|søgeresultat\p{L}*|hakutulokset|wyniki wyszukiwania|výsledky|результаты поиска|搜索结果|検索結果|검색 ?결과)/iu;

const isSearch: GenreRule = ({ title, page, url, things }, proportions) => {
  if (things.some(({ type }) => type === 'SearchResultsPage')) return true;
  const named = [title, page.title ?? '', ...page.headings.slice(0, 2)].some((line) => SEARCH_TITLE.test(line));
  return named
    ? SEARCH_QUERY.test(url) ||
        SEARCH_PATH.test(url) ||
        (proportions.linkBlocks > 10 && proportions.linked > proportions.all * 0.3)
    : SEARCH_QUERY.test(url) && SEARCH_PATH.test(url);
};

const HOME_PATH =
  /^\/?(?:(?:index|default|home|start|startseite|accueil|main)(?:\.[a-z]{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:\?(?:lang|utm_\w+)=[^&]*)?(?:#.*)?$/i;

const isHome: GenreRule = ({ url }) => {
  const path = /^[a-z]+:\/\/[^/?#]+(.*)$/i.exec(url)?.[1];
  return path !== undefined && HOME_PATH.test(path);
};

const LISTING_TYPE = /^(?:CollectionPage|ItemList|OfferCatalog|ProfilePage|SearchResultsPage|ImageGallery|Blog)$/;
const LISTING_URL =
  /\/(?:category|categories|kategorie|kategorien|tags?|topics?|themen|thema|rubrik|ressort|archives?|archiv|author|autor|label|sections?|etiqueta|categoria|categorie|catégorie|collections?|browse|sitemap|index)(?:[/.?]|$)|\/page\/\d+\/?$|[?&](?:page|paged|cat|tag)=\d/i;

/** Returns whether most of the text is links and paragraphs are few. */
function isMostlyLinks({ all, linked, prose, linkBlocks, paragraphs }: TextProportions): boolean {
  if (linkBlocks < 8) return false;
  return (linked > all * 0.45 && prose < all * 0.35) || (linkBlocks > 4 * (paragraphs + 1) && prose < all * 0.4);
}

/** Returns the share of paragraphs in the main text; table rows do not count. It finds articles among many links. */
function proseShare(text: string): number {
  let prose = 0;
  for (const line of text.split('\n'))
    if (textLength(line) >= MIN_PARAGRAPH_LENGTH && !line.includes('\t')) prose += line.length;
  return prose / Math.max(1, text.length);
}

/** Share of paragraphs from which a page with many links is not a listing. */
const MIN_PROSE_SHARE = 0.5;

const isListing: GenreRule = ({ url, things, metadata, text }, proportions) => {
  const inUrl = LISTING_URL.test(url);
  const isCollection = inUrl && things.some(({ type }) => type === 'CollectionPage');
  const listed = inUrl || countEvents(things) > 1 || things.some(({ type }) => LISTING_TYPE.test(type));
  // The excerpts of a collection may be most of its text.
  if (listed) return proportions.linkBlocks >= 5 && (isCollection || proportions.prose < proportions.all * 0.7);
  if (metadata['og:type']?.[0] === 'article' && proportions.paragraphs >= 3) return false;
  return (
    isMostlyLinks(proportions) &&
    !DATED_URL.test(url) &&
    proseShare(text) < MIN_PROSE_SHARE &&
    !(isDeclaredArticle(things) && proportions.paragraphs >= 3)
  );
};

/** Section headings of papers, in the most frequent languages. */
const PAPER_HEADING =
  /^(?:[\divx]+[.)]?\s*)?(?:abstract|keywords|introduction|related work|background|methods?|methodology|results|discussion|conclusions?|references|bibliography|appendix|acknowledge?ments?|future work|chapter \d+|zusammenfassung|einleitung|methoden|ergebnisse|literatur(?:verzeichnis)?|anhang|danksagung|résumé|références|bibliographie|introducción|referencias|resumen|conclusiones)\b/iu;
const MANUAL_URL =
  /\/(?:docs?|documentation|manuals?|reference|api|handbook|handbuch|guide|man\d?|wiki|rfc\d*|spec|specification|javadoc|help|hilfe|faq|glossary|impressum|imprint|privacy|datenschutz|terms|agb|legal|about|ueber-uns|kontakt|contact)(?:[/.-]|$)|^[a-z]+:\/\/(?:docs?|wiki|developer|api|help)\./i;

const isPaper: GenreRule = ({ page, metadata }) => {
  if (metadata['citation_title'] !== undefined && metadata['citation_author'] !== undefined) return true;
  return page.headings.filter((heading) => PAPER_HEADING.test(heading)).length >= 3;
};

const isDocument: GenreRule = ({ url, things, metadata }) => {
  if (things.some(({ type }) => DOCUMENT_TYPE.test(type))) return true;
  return MANUAL_URL.test(url) && !isDeclaredArticle(things) && metadata['article:published_time'] === undefined;
};

/** URL of a product in the usual shops: WooCommerce, Amazon, eBay, AliExpress, Squarespace, PrestaShop, OpenCart. */
const PRODUCT_URL =
  /\/(?:product|produkt|produit|producto|prodotto|dp|itm)\/[^/?#]{3}|\/(?:shop|store)\/p\/[^/?#]{3}|\/item\/\d{6}|[?&]route=product\/product&/i;

/**
 * Matches a page that declares to be a product, also if it looks like an article. On a page whose kind is not certain it also matches one
 * product with an offer or a price, and the URL of a product.
 */
const isProduct: GenreRule = ({ kind, things, metadata, page, url }) => {
  if (isDeclaredArticle(things) || metadata['article:published_time'] !== undefined) return false;
  if (/^(?:og:)?product$/.test(metadata['og:type']?.[0] ?? '')) return true;
  if (kind !== undefined) return false;
  if (isPricedProduct(page) || PRODUCT_URL.test(url)) return true;
  const products = things.filter(({ type }) => /^Product(?:Group)?$/.test(type));
  return products.length === 1 && page.jsonLd.some((text) => text.includes('"offers"'));
};

/** Returns whether the main heading is that of a product with a price in microdata or RDFa. */
const isPricedProduct = ({ headlineProduct, products }: ParsedPage): boolean =>
  products.some(
    ({ container, properties }) =>
      container !== 0 && container === headlineProduct && properties.some(({ name }) => name === 'price'),
  );

const COLLECTION = PAGE_KINDS.indexOf('collection');
const LISTING = PAGE_KINDS.indexOf('listing');
/** Minimum probability that a page is a collection or a listing, from which it is the likelier one. */
const MIN_LIST = 0.5;

/** Returns the likelier of collection and listing for a page that is one of them, but not certainly either, and declares no article. */
function likelyList({ page, kind, kinds, things, metadata }: GenreInput): 'collection' | 'listing' | undefined {
  if (kind !== undefined || kinds === undefined) return undefined;
  const [collection, listing] = [kinds[COLLECTION] as number, kinds[LISTING] as number];
  if (collection + listing < MIN_LIST || metadata['article:published_time'] !== undefined) return undefined;
  if (isDeclaredArticle(things) || hasArticleItem(page) || metadata['og:type']?.[0] === 'article') return undefined;
  return collection > listing ? 'collection' : 'listing';
}

/** Minimum length of the text of a declared article, in UTF-16 units. */
const MIN_ARTICLE_LENGTH = 100;

const isArticle: GenreRule = ({ page, url, metadata, things, text }, { paragraphs, prose }) => {
  if (isDeclaredArticle(things) || metadata['og:type']?.[0] === 'article') return text.length > MIN_ARTICLE_LENGTH;
  if (hasArticleItem(page)) return text.length > MIN_ARTICLE_LENGTH;
  if (metadata['article:published_time'] !== undefined) return text.length > MIN_ARTICLE_LENGTH;
  const hasAuthorOrDate =
    page.bylines.length > 0 ||
    page.dates.length > 0 ||
    page.times.length + page.userContentTimes.length > 0 ||
    DATED_URL.test(url);
  return prose > 400 && (hasAuthorOrDate || paragraphs >= 3);
};

const DATED_URL = /\/(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)|\d{8}/;

/** Rules that precede the trained kind of a page, in order; the first that matches decides. */
const DECLARED: readonly (readonly [Genre, GenreRule])[] = [
  ['error', isError],
  ['search', isSearch],
  ['forum', isForum],
  ['listing', isFolder],
  ['home', isHome],
  ['document', isPaper],
];

/** Rules for pages whose kind is not certain, or certainly an article: those include imprints and the like. */
const RULES: readonly (readonly [Genre, GenreRule])[] = [
  ['product', isProduct],
  ['document', isDocument],
  ['listing', isListing],
];
