/** Reads the posts that JSON-LD describes (schema.org). */

import { normalizeDate } from '../../metadata/dates/normalize-date.ts';
import type { JsonLdScript } from '../../metadata/json-ld.ts';
import { MAX_ITEMS, newItem, type PageItem } from '../item.ts';
import { entities, markupText, nameOf, textOf, typesOf } from '../json-ld-values.ts';

const POST_TYPES = new Set(['DiscussionForumPosting', 'Question', 'Answer', 'Comment']);
/** Properties that lead to posts: those of a page, a question and a post. */
const POST_KEYS = ['@graph', 'mainEntity', 'acceptedAnswer', 'suggestedAnswer', 'comment'];

/** Returns posts, questions and answers in their order. Questions of an FAQ are none. */
export function jsonLdPosts(scripts: readonly JsonLdScript[]): PageItem[] {
  const posts: PageItem[] = [];
  for (const entity of entities(scripts, POST_KEYS)) {
    const types = typesOf(entity);
    if (posts.length >= MAX_ITEMS || types.includes('FAQPage')) break;
    if (!types.some((type) => POST_TYPES.has(type))) continue;
    const text = markupText(entity['text'] ?? entity['articleBody']);
    const date = normalizeDate(textOf(entity['datePublished'] ?? entity['dateCreated'])) ?? undefined;
    const author = nameOf(entity['author'] ?? entity['creator']);
    if (text !== '' && (author !== '' || date !== undefined)) posts.push(newItem({ author, date, text }));
  }
  return posts;
}
