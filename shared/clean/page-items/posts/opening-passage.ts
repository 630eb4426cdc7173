/** Tells an opening post that has neither author nor date from a notice above the posts. */
import { totalLength } from '../../html/block-lengths.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { MAX_NOTICE } from './opening-post.ts';
import type { ShownPosts } from './thread-posts.ts';

/**
 * Returns the main text between the headline and the posts if it opens the thread: it is longer than a notice, asks something without a link, as
 * to the rules of the forum or a form, or is marked as a question. Empty if there is none, or if it is a notice or a copy of a post.
 */
export function openingPassage(page: ParsedPage, { blocks, opening }: ShownPosts): readonly Block[] {
  const ofPosts = new Set([...blocks].map(({ text }) => text));
  const above = opening.filter(({ text }) => !ofPosts.has(text));
  const opens = totalLength(above) > MAX_NOTICE || asks(above) || above.some((block) => isMarkedQuestion(page, block));
  return opens ? above : [];
}

/** Returns whether a sentence of a text without links is a question. */
const asks = (blocks: readonly Block[]): boolean =>
  blocks.every(({ anchors }) => anchors === 0) && blocks.some(({ text }) => QUESTION.test(text));

const QUESTION = /\p{L}.*[?？؟](?:\s|["'”»)]|$)/u;

function isMarkedQuestion({ html, containers, classNames }: ParsedPage, { container }: Block): boolean {
  const { parents, names } = containers;
  for (let c = container; c !== 0; c = parents[c] as number) {
    const name = names[c] as number;
    const from = classNames.froms[name] as number;
    if (MARK.test(html.slice(from, Math.min(classNames.tos[name] as number, from + MAX_CLASS)))) return true;
  }
  return false;
}

/** Maximum length of a class that is read, in UTF-16 units. */
const MAX_CLASS = 200;
/** Class of a question, and not that of a page of questions. */
const MARK = /(?:^|[\s_-])question(?:[_-]{1,2}(?:body|text|content|description|details?|post|message))?(?=\s|$)/i;
