/**
 * What kind of page it is. What a page says of itself in words that were made for it (types of JSON-LD, `og:type`, the
 * program it was made with, its address) counts first; then how its text is made up: how much of it leads elsewhere, and
 * how much stands in paragraphs. docs/genres.md tells the rules for readers.
 */
import type { Genre, Thing } from '../document-fields.ts';
import { ASIDE } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { unlinkedLength } from '../html/unlinked-length.ts';
import type { Metadata } from './metadata.ts';
import { isSoft404 } from './soft-404.ts';

export type GenreInput = {
  page: ParsedPage;
  /** Main text. */
  text: string;
  title: string;
  url: string;
  metadata: Metadata;
  things: readonly Thing[];
};

export function detectGenre(question: GenreInput): Genre {
  const makeup = measureText(question.page.blocks);
  for (const [genre, holds] of RULES) if (holds(question, makeup)) return genre;
  return 'document';
}

/** Characters outside of menus and footers: of all, of links, and of paragraphs; and how many strings are links or paragraphs. */
type TextProportions = { all: number; linked: number; prose: number; linkBlocks: number; paragraphs: number };

/** A string that is so long and leads nowhere is a paragraph. */
const MIN_PARAGRAPH_LENGTH = 140;

function measureText(blocks: readonly Block[]): TextProportions {
  const makeup: TextProportions = { all: 0, linked: 0, prose: 0, linkBlocks: 0, paragraphs: 0 };
  for (const block of blocks) {
    if ((block.roles & ASIDE) !== 0) continue;
    const { length } = block.text;
    makeup.all += length;
    makeup.linked += Math.min(length, block.linked);
    if (block.linked > length * 0.6) makeup.linkBlocks++;
    else if (length >= MIN_PARAGRAPH_LENGTH && unlinkedLength(block) > length * 0.6) {
      makeup.prose += length;
      makeup.paragraphs++;
    }
  }
  return makeup;
}

type Rule = (question: GenreInput, makeup: TextProportions) => boolean;

const isError: Rule = ({ title, page, text }, { prose, linkBlocks: leading }) =>
  isSoft404({ title, page, text, prose, linkBlocks: leading });

const SEARCH_QUERY =
  /[?&](?:q|s|query|search|suche|suchbegriff|keywords?|searchterm|text|wd|recherche|buscar|busca|pesquisa|cerca|zoek|sok|haku|szukaj)=[^&]/i;
const SEARCH_PATH =
  /\/(?:search|suche|recherche|buscar|busca|buscador|pesquisa|cerca|ricerca|zoeken|sok|sök|haku|szukaj|hledat|arama|find|results)(?:[/.?-]|$)/i;
const SEARCH_TITLE =
  /(?<![\p{L}])(?:search results?|results for|search(?:ing)? for|you searched|suchergebnis\p{L}*|suche nach|ergebnisse für|résultats? (?:de|pour)|resultados (?:de|da|do|para)|risultati|zoekresultaten|sökresultat|søkeresultat\p{L}*|søgeresultat\p{L}*|hakutulokset|wyniki wyszukiwania|výsledky|результаты поиска|搜索结果|検索結果|검색 ?결과)/iu;

const isSearch: Rule = ({ title, page, url, things }, makeup) => {
  if (things.some(({ type }) => type === 'SearchResultsPage')) return true;
  const named = [title, page.title ?? '', ...page.headings.slice(0, 2)].some((line) => SEARCH_TITLE.test(line));
  return named
    ? SEARCH_QUERY.test(url) || SEARCH_PATH.test(url) || (makeup.linkBlocks > 10 && makeup.linked > makeup.all * 0.3)
    : SEARCH_QUERY.test(url) && SEARCH_PATH.test(url);
};

const FORUM_URL =
  /(?:\/(?:viewtopic|viewforum|showthread|showtopic|forumdisplay|topic|threads?|discussions?|board|boards|comments)(?:[/.?-]|$)|\/(?:forum|forums|foren|foro|foros|forumet)\/.|[?&](?:topic|thread|showtopic|tid|fid|ubb)=|\/yabb\.pl\?|\/t\d+p\d+-)/i;
/** So boards number threads and parts of theirs, but there are cars and races of such names: it needs a second sign. */
const NUMBERED_URL = /\/[tf]\d+[-/]/i;
const FORUM_HOST = /^[a-z]+:\/\/(?:forums?|foren|foro|board|community|discuss(?:ions?)?|answers)\./i;
const FORUM_PROGRAM =
  /phpbb|vbulletin|discourse|xenforo|invision|mybb|simple machines|woltlab|burning board|vanilla|flarum|nodebb|fluxbb|punbb|yabb|askbot/i;

const isForum: Rule = ({ url, metadata, things, page }) => {
  if (things.some(({ type }) => /^(?:DiscussionForumPosting|QAPage)$/.test(type))) return true;
  if (FORUM_PROGRAM.test(metadata['generator']?.[0] ?? '')) return true;
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  if (FORUM_URL.test(path) || (FORUM_HOST.test(url) && path.length > 2)) return true;
  if (!NUMBERED_URL.test(path)) return hasMembers(page.blocks, MIN_MEMBERS);
  return hasMembers(page.blocks, 1) || linksToThreads(page);
};

const NUMBERED_LINK = /\/(?<numbered>[tf]\d+)-[^/]*$/i;
const MIN_THREADS = 3;

/** To several threads, and to the part of the board in which they are. */
function linksToThreads({ links }: ParsedPage): boolean {
  const numbered = links.flatMap(({ href }) => NUMBERED_LINK.exec(href)?.groups?.['numbered']?.toLowerCase() ?? []);
  const threads = new Set(numbered.filter((name) => name.startsWith('t')));
  return threads.size >= MIN_THREADS && threads.size < new Set(numbered).size;
}

/** What boards tell beside each contribution of whoever wrote it: since when, and a mere number of contributions. */
const MEMBER =
  /^(?:(?:join(?:ed|\s?date)|registered|member since|registriert(?: seit)?|anmeldungsdatum|dabei seit|mitglied seit|inscrit(?:e)?(?: le)?|registrado|iscritto(?: il)?|geregistreerd|lid sinds|dołączył\p{L}*|зарегистрирован\p{L}*)\s*:|(?:posts?|messages|beiträge|mensajes|mensagens|messaggi|berichten|posty|сообщения?)\s*:\s*\d[\d.,'’\s]*(?:$|\())/iu;
const MIN_MEMBERS = 3;
const MAX_BLOCKS_CHECKED = 1_000;

function hasMembers(blocks: readonly Block[], least: number): boolean {
  let members = 0;
  for (let i = 0; i < blocks.length && i < MAX_BLOCKS_CHECKED; i++) {
    const { text } = blocks[i] as Block;
    if (text.length < MIN_PARAGRAPH_LENGTH && text.includes(':') && MEMBER.test(text) && ++members === least)
      return true;
  }
  return false;
}

const HOME_PATH =
  /^\/?(?:(?:index|default|home|start|startseite|accueil|main)(?:\.[a-z]{2,5})?|[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:\?(?:lang|utm_\w+)=[^&]*)?(?:#.*)?$/i;

const isHome: Rule = ({ url }) => {
  const path = /^[a-z]+:\/\/[^/?#]+(.*)$/i.exec(url)?.[1];
  return path !== undefined && HOME_PATH.test(path);
};

const ARTICLE_TYPE =
  /^(?:\w*Article|BlogPosting|LiveBlogPosting|Report|Review|NewsArticle|AnalysisNewsArticle|Recipe|Course|Event|\w+Event)$/;
const DOCUMENT_TYPE = /^(?:TechArticle|APIReference|ScholarlyArticle|Thesis|Book|Chapter|DigitalDocument|WebAPI)$/;
const LISTING_TYPE = /^(?:CollectionPage|ItemList|OfferCatalog|ProfilePage|SearchResultsPage|ImageGallery|Blog)$/;
const LISTING_URL =
  /\/(?:category|categories|kategorie|kategorien|tags?|topics?|themen|thema|rubrik|ressort|archives?|archiv|author|autor|label|sections?|etiqueta|categoria|categorie|catégorie|collections?|browse|sitemap|index)(?:[/.?]|$)|\/page\/\d+\/?$|[?&](?:page|paged|cat|tag)=\d/i;

/** Most of what stands there leads elsewhere, and no paragraphs hold it together. */
function isMostlyLinks({ all, linked, prose, linkBlocks: leading, paragraphs }: TextProportions): boolean {
  if (leading < 8) return false;
  return (linked > all * 0.45 && prose < all * 0.35) || (leading > 4 * (paragraphs + 1) && prose < all * 0.4);
}

/** How much of the main text stands in paragraphs: an article between many links is one all the same. A row of a table is none. */
function proseShare(text: string): number {
  let prose = 0;
  for (const line of text.split('\n'))
    if (line.length >= MIN_PARAGRAPH_LENGTH && !line.includes('\t')) prose += line.length;
  return prose / Math.max(1, text.length);
}

/** More than this in paragraphs is a text to be read. */
const MIN_PROSE_SHARE = 0.5;

const isListing: Rule = ({ url, things, metadata, text }, makeup) => {
  const listed = LISTING_URL.test(url) || things.some(({ type }) => LISTING_TYPE.test(type));
  if (listed) return makeup.linkBlocks >= 5 && makeup.prose < makeup.all * 0.7;
  if (metadata['og:type']?.[0] === 'article' && makeup.paragraphs >= 3) return false;
  return (
    isMostlyLinks(makeup) &&
    !DATED_URL.test(url) &&
    proseShare(text) < MIN_PROSE_SHARE &&
    !(isDeclaredArticle(things) && makeup.paragraphs >= 3)
  );
};

function isDeclaredArticle(things: readonly Thing[]): boolean {
  return things.some(({ type }) => ARTICLE_TYPE.test(type) && !DOCUMENT_TYPE.test(type));
}

/** Words that head the parts of a paper, in the languages that most are written in. */
const PAPER_HEADING =
  /^(?:[\divx]+[.)]?\s*)?(?:abstract|keywords|introduction|related work|background|methods?|methodology|results|discussion|conclusions?|references|bibliography|appendix|acknowledge?ments?|future work|chapter \d+|zusammenfassung|einleitung|methoden|ergebnisse|literatur(?:verzeichnis)?|anhang|danksagung|résumé|références|bibliographie|introducción|referencias|resumen|conclusiones)\b/iu;
const MANUAL_URL =
  /\/(?:docs?|documentation|manuals?|reference|api|handbook|handbuch|guide|man\d?|wiki|rfc\d*|spec|specification|javadoc|help|hilfe|faq|glossary|impressum|imprint|privacy|datenschutz|terms|agb|legal|about|ueber-uns|kontakt|contact)(?:[/.-]|$)|^[a-z]+:\/\/(?:docs?|wiki|developer|api|help)\./i;

const isDocument: Rule = ({ url, page, things, metadata }) => {
  if (things.some(({ type }) => DOCUMENT_TYPE.test(type))) return true;
  if (metadata['citation_title'] !== undefined && metadata['citation_author'] !== undefined) return true;
  if (page.headings.filter((heading) => PAPER_HEADING.test(heading)).length >= 3) return true;
  return MANUAL_URL.test(url) && !isDeclaredArticle(things) && metadata['article:published_time'] === undefined;
};

/** What calls itself an article has so much text. Characters. */
const MIN_ARTICLE_LENGTH = 100;

const isArticle: Rule = ({ page, url, metadata, things, text }, { paragraphs, prose }) => {
  if (isDeclaredArticle(things) || metadata['og:type']?.[0] === 'article') return text.length > MIN_ARTICLE_LENGTH;
  if (metadata['article:published_time'] !== undefined) return text.length > MIN_ARTICLE_LENGTH;
  const signed =
    page.bylines.length > 0 ||
    page.dates.length > 0 ||
    page.times.length + page.userContentTimes.length > 0 ||
    DATED_URL.test(url);
  return prose > 400 && (signed || paragraphs >= 3);
};

const DATED_URL = /\/(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)|\d{8}/;

/** Asked in this order; the first that holds decides. */
const RULES: readonly (readonly [Genre, Rule])[] = [
  ['error', isError],
  ['search', isSearch],
  ['forum', isForum],
  ['home', isHome],
  ['document', isDocument],
  ['listing', isListing],
  ['article', isArticle],
];
