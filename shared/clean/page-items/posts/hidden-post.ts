/** Reads the posts of a thread that have no main text by the scores of their blocks, as that of the last one often is. */
import { ASIDE } from '../../html/elements.ts';
import { classOf } from '../../html/hints/class-of.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';
import { classKey } from '../group.ts';
import type { PageItem } from '../item.ts';
import type { Part } from '../parts.ts';
import { isParagraph } from './opening-post.ts';
import type { Post } from './read-post.ts';

/** A post that was read, and its part. */
export type ReadPost = Pick<Post, 'labels' | 'text'> & { part: Part };

/** Returns the blocks of a post: its labels and its text. */
export const blocksOfPost = (post: ReadPost | undefined): readonly Block[] =>
  post === undefined ? [] : [...post.labels, ...post.text];

/** Reads a hidden post beside others; undefined if it lacks what all others have. */
export type HiddenPostReader = (part: Part, posts: readonly PageItem[]) => PageItem | undefined;

/** Returns whether a block may be a paragraph of a post. */
export const mayBePost = (block: Block): boolean => (block.roles & ASIDE) === 0 && isParagraph(block);

/**
 * Creates the reader. The text of a hidden post is its paragraphs, without those of its signature and of the box about its author. A post
 * without any, such as `Thanks!`, has its text in an element with the class, or the numbered id, of the texts of most other posts.
 *
 * @param read reads a part as a post
 * @param readAs returns how a post was read
 */
export function newHiddenPostReader(
  page: ParsedPage,
  read: (part: Part) => PageItem | undefined,
  readAs: (post: PageItem) => ReadPost | undefined,
): HiddenPostReader {
  const textClasses = new Map<readonly PageItem[], string | undefined>();
  const textClassOf = (posts: readonly PageItem[]): string | undefined => {
    if (!textClasses.has(posts)) textClasses.set(posts, findTextClass(page, posts, readAs));
    return textClasses.get(posts);
  };
  return (part, posts) => {
    const isLike = (post: PageItem | undefined): boolean =>
      ['author', 'date'].every((field) => post?.[field] || !posts.every((other) => other[field]));
    const paragraphs = part.blocks.filter(mayBePost);
    const long = paragraphs.length > 0 ? read({ ...part, text: paragraphs }) : undefined;
    if (long) return isLike(long) ? long : undefined;
    const textClass = textClassOf(posts);
    if (textClass === undefined) return undefined;
    const isInText = ({ roles, container }: Block) => (roles & ASIDE) === 0 && textKey(page, container) === textClass;
    const post = read({ ...part, text: part.blocks.filter(isInText) });
    // A short text alone tells little: it may be that of a button.
    return post?.['author'] && post['date'] ? post : undefined;
  };
}

/** Returns the class key of an element, or its id without the number at the end if it has no class: `post_message_412`. */
function textKey(page: ParsedPage, c: number): string | undefined {
  const name = page.containers.names[c] as number;
  return classKey(page, c) ?? (name === 0 ? undefined : NUMBERED_ID.exec(classOf(page, name))?.[1]);
}

const NUMBERED_ID = /^([a-z][a-z_-]{3,})\d+$/i;

/** Minimum share of the posts whose text must be in elements of one class. */
const MIN_OF_CLASS = 0.6;

/** Returns the class key of the elements that have the text of most posts, a paragraph in one at least, and nothing else of any post, or undefined. */
function findTextClass(
  page: ParsedPage,
  posts: readonly PageItem[],
  readAs: (post: PageItem) => ReadPost | undefined,
): string | undefined {
  const counts = new Map<string, number>();
  const ofParagraphs = new Set<string>();
  const others = new Set<string | undefined>([undefined]);
  for (const post of posts) {
    const shown = readAs(post);
    if (!shown) continue;
    const { part } = shown;
    const [isShown, isText] = [new Set(blocksOfPost(shown)), new Set(part.text)];
    const ofText = new Set<string>();
    for (const block of part.blocks) {
      const key = textKey(page, block.container);
      if (!isShown.has(block) || !isText.has(block)) others.add(key);
      else if (key !== undefined) {
        ofText.add(key);
        if (isParagraph(block)) ofParagraphs.add(key);
      }
    }
    for (const key of ofText) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isText = ([key, count]: [string, number]): boolean =>
    ofParagraphs.has(key) && !others.has(key) && count >= posts.length * MIN_OF_CLASS;
  return [...counts].find(isText)?.[0];
}
