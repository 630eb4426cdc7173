/** What the rules of `genre.ts` know about a page. */
import type { Thing } from '../document-fields.ts';
import { ASIDE } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { unlinkedLength } from '../html/unlinked-length.ts';
import type { PageKind } from '../page-kind/page-kinds.ts';
import type { Metadata } from './metadata.ts';

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
};

/** Text outside of menus and footers: lengths of all text, of links and of paragraphs, and the numbers of link blocks and paragraphs. */
export type TextProportions = { all: number; linked: number; prose: number; linkBlocks: number; paragraphs: number };

/** Minimum length of a paragraph without links, in UTF-16 units. */
export const MIN_PARAGRAPH_LENGTH = 140;

/** Measures the text of a page. */
export function measureText(blocks: readonly Block[]): TextProportions {
  const proportions: TextProportions = { all: 0, linked: 0, prose: 0, linkBlocks: 0, paragraphs: 0 };
  for (const block of blocks) {
    if ((block.roles & ASIDE) !== 0) continue;
    const { length } = block.text;
    proportions.all += length;
    proportions.linked += Math.min(length, block.linked);
    if (block.linked > length * 0.6) proportions.linkBlocks++;
    else if (length >= MIN_PARAGRAPH_LENGTH && unlinkedLength(block) > length * 0.6) {
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

/** Returns the number of events that JSON-LD describes: a page with several is a calendar. */
export function countEvents(things: readonly Thing[]): number {
  return things.reduce((sum, { type }) => sum + (type.endsWith('Event') ? 1 : 0), 0);
}
