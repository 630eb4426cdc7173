/** Reads the threads that Discourse carries in an attribute of the page, because it renders them in the browser. */
import { decodeHTMLAttribute } from 'entities/decode';
import type { ParsedPage } from '../html/parsed-page.ts';
import { parseJson } from './json-texts.ts';

/** A post as the forum stores it. `date` is '' if the post has none. */
export type PreloadedPost = { author: string; date: string; html: string };

const PRELOADED = /\sdata-preloaded="([^"]*)"/;
/** Maximum length of the attribute, in UTF-16 units. */
const MAX_DATA_LENGTH = 5_000_000;

/** Returns the post streams of the topics in the page's data, whose values are JSON in strings. */
export function readPostStreams({ html }: Pick<ParsedPage, 'html'>): unknown[] {
  const preloaded = PRELOADED.exec(html)?.[1];
  if (preloaded === undefined || preloaded.length > MAX_DATA_LENGTH) return [];
  const data = parseJson(decodeHTMLAttribute(preloaded));
  if (typeof data !== 'object' || data === null) return [];
  const topics = Object.entries(data).filter(([key, value]) => key.startsWith('topic_') && typeof value === 'string');
  return topics.flatMap(
    ([, value]) => (parseJson(value as string) as { post_stream?: unknown } | null)?.post_stream ?? [],
  );
}

/** Returns the posts of the streams, with their author, date and markup. */
export function readPreloadedPosts(page: Pick<ParsedPage, 'html'>): PreloadedPost[] {
  return readPostStreams(page).flatMap((stream) => {
    const { posts } = stream as { posts?: unknown };
    return Array.isArray(posts) ? posts.flatMap(readPost) : [];
  });
}

function readPost(post: unknown): PreloadedPost[] {
  if (typeof post !== 'object' || post === null) return [];
  const { username, name, created_at: date, cooked } = post as Record<string, unknown>;
  const author = [username, name].find((one) => typeof one === 'string' && one !== '');
  return typeof cooked === 'string'
    ? [{ author: typeof author === 'string' ? author : '', date: typeof date === 'string' ? date : '', html: cooked }]
    : [];
}
