/** What the rules of `genre.ts` know about a page. */
import type { Thing } from '../document-fields.ts';
import { unlinkedLength } from '../html/block-lengths.ts';
import { ASIDE } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { PageKind } from '../page-kind/page-kinds.ts';
import type { Metadata } from './metadata.ts';

/** Facts about a page from which its genre follows. */
export type GenreInput = {
  page: ParsedPage;
  /** The main text. */
  text: string;
  title: string;
  url: string;
  metadata: Metadata;
  things: readonly Thing[];
  /** Kind of the page by the trained model; undefined if it is not certain. */
  kind?: PageKind | undefined;
  /** Probability of each kind by the trained model; undefined if it did not judge the page. */
  kinds?: Float32Array | undefined;
};

/** Text outside of menus and footers: lengths (`textLength`) of all text, of links and of paragraphs, and the numbers of link blocks and paragraphs. */
export type TextProportions = { all: number; linked: number; prose: number; linkBlocks: number; paragraphs: number };

/** Minimum length of a paragraph without links, in units of `textLength`. */
export const MIN_PARAGRAPH_LENGTH = 140;

/** Number of letters that a Chinese, Japanese or Korean character stands for. */
const LETTERS_PER_CHARACTER = 3;
/** Number of UTF-16 units at the beginning of a text that are checked, half of which must be such characters. */
const CHECKED_LENGTH = 16;

/** Returns the length of a text in UTF-16 units; each unit of a Chinese, Japanese or Korean text counts as several letters. */
export function textLength(text: string): number {
  return text.length * lettersPerUnit(text);
}

function lettersPerUnit(text: string): number {
  const end = Math.min(text.length, CHECKED_LENGTH);
  let characters = 0;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= FIRST_KANA && (unit <= LAST_HAN || (unit >= FIRST_HANGUL && unit <= LAST_HANGUL))) characters++;
  }
  return characters > end / 2 ? LETTERS_PER_CHARACTER : 1;
}

const FIRST_KANA = 0x3040;
const LAST_HAN = 0x9fff;
const FIRST_HANGUL = 0xac00;
const LAST_HANGUL = 0xd7af;

/** Measures the text of a page. */
export function measureText(blocks: readonly Block[]): TextProportions {
  const proportions: TextProportions = { all: 0, linked: 0, prose: 0, linkBlocks: 0, paragraphs: 0 };
  for (const block of blocks) {
    if ((block.roles & ASIDE) !== 0) continue;
    const { length: units } = block.text;
    const letters = lettersPerUnit(block.text);
    const length = units * letters;
    proportions.all += length;
    proportions.linked += Math.min(units, block.linked) * letters;
    if (block.linked > units * 0.6) proportions.linkBlocks++;
    else if (length >= MIN_PARAGRAPH_LENGTH && unlinkedLength(block) > units * 0.6) {
      proportions.prose += length;
      proportions.paragraphs++;
    }
  }
  return proportions;
}

/** A rule for a genre; returns whether it matches the page. */
export type GenreRule = (input: GenreInput, proportions: TextProportions) => boolean;

const ARTICLE_TYPE =
  /^(?:\w*Article|BlogPosting|LiveBlogPosting|Report|Review|NewsArticle|AnalysisNewsArticle|Recipe|Course)$/;
export const DOCUMENT_TYPE =
  /^(?:TechArticle|APIReference|ScholarlyArticle|Thesis|Book|Chapter|DigitalDocument|WebAPI)$/;

/** Returns whether JSON-LD declares an article, a recipe, a course, one event or the like. */
export function isDeclaredArticle(things: readonly Thing[]): boolean {
  return things.some(({ type }) => ARTICLE_TYPE.test(type) && !DOCUMENT_TYPE.test(type)) || countEvents(things) === 1;
}

/** Types of articles in microdata and RDFa, in lower case. */
const ARTICLE_ITEMS = ['blogposting', 'newsarticle'];

/** Classes of `body` on the page of a post: WordPress, Ghost, and the usual types of Drupal. */
const ARTICLE_BODY =
  /(?:^|[\s"'])(?:single-post|post-template(?:-default)?|page-node-type-(?:article|blog|news)[\w-]*)(?=[\s"'>])/;
/** Maximum length of the start tag of `body` that is read, in UTF-16 units. */
const MAX_BODY_TAG = 2_000;

/** Returns whether microdata or RDFa declare a post of a blog or news, as Blogger does, or the class of `body` says so. */
export const hasArticleItem = ({ itemTypes, html }: ParsedPage): boolean =>
  ARTICLE_ITEMS.some((type) => itemTypes.has(type)) || ARTICLE_BODY.test(bodyTag(html));

/** Returns the start tag of `body`, or ''. */
function bodyTag(html: string): string {
  const start = html.search(/<body[\s>]/i);
  return start < 0 ? '' : (/^[^>]*>/.exec(html.slice(start, start + MAX_BODY_TAG))?.[0] ?? '');
}

/** Returns the number of events that JSON-LD describes: a page with several is a calendar. */
export function countEvents(things: readonly Thing[]): number {
  return things.reduce((sum, { type }) => sum + (type.endsWith('Event') ? 1 : 0), 0);
}
