/**
 * Parses a page in one pass, without building a tree. Tokens (`tokenizer/tokenizer.ts`) become blocks, links, headings and meta
 * elements. `elements.ts` defines what each element does, `open-elements.ts` is the stack of open elements, and `walk.ts` the
 * state of the parser.
 */

import { endBylineMark } from './byline-marks.ts';
import { handleEndTag } from './close-tag.ts';
import * as E from './elements.ts';
import { noteSource } from './formulas/formula-source.ts';
import { joinLines } from './lines/empty-lines.ts';
import { endAnchor } from './link-elements.ts';
import { newWalk } from './new-walk.ts';
import { handleStartTag } from './open-tag.ts';
import type { ParsedPage } from './parsed-page.ts';
import { endProperty } from './properties/microdata.ts';
import { appendHiddenText, appendText, endBlock, endHeading } from './text-blocks.ts';
import { END_TAG, NO_TOKEN, nextToken, START_TAG, TEXT } from './tokenizer/tokenizer.ts';
import type { ParseOptions, Walk } from './walk.ts';

/** Parses a page. Never throws; time is linear in the length of the page. */
export function parseHtml(html: string, options: ParseOptions): ParsedPage {
  const walk = newWalk(html, options);
  walkPage(walk);
  return walk.page;
}

/** Parses the page of a walk. @returns the number of characters read, which tests compare with the length of the page */
export function walkPage(walk: Walk): number {
  const { scan } = walk;
  scan.cdata = walk.xhtml;
  let left = walk.maxNodes;
  for (let token = nextToken(scan); token !== NO_TOKEN && left-- > 0; token = nextToken(scan)) {
    if (token === TEXT) {
      if ((walk.roles & E.HIDDEN) === 0) appendText(walk);
      else if (walk.formula !== undefined) noteSource(walk);
      else if (walk.link !== -1) appendHiddenText(walk);
    } else if (scan.element !== 0) {
      if (token === START_TAG) handleStartTag(walk, scan.element);
      else if (token === END_TAG) handleEndTag(walk, scan.element);
    }
  }
  endBylineMark(walk);
  endProperty(walk);
  endBlock(walk);
  endAnchor(walk);
  endHeading(walk);
  joinLines(walk.page);
  return scan.steps;
}
