/** Reads the threads that Discourse carries in an attribute of the page and Flarum in a script, because they render them in the browser. */
import { decodeHTMLAttribute } from 'entities/decode';
import { parseJson } from '../../text/parse-json.ts';
import type { ParsedPage } from '../html/parsed-page.ts';

/** A post as the forum stores it. `date` is '' if the post has none. */
export type PreloadedPost = { author: string; date: string; html: string };

const PRELOADED = 'data-preloaded="';
/** Maximum length of the attribute, in UTF-16 units. */
const MAX_DATA_LENGTH = 5_000_000;

/** Returns the post streams of the topics in the page's data, whose values are JSON in strings. */
function readPostStreams({ html }: Pick<ParsedPage, 'html'>): unknown[] {
  const preloaded = preloadedIn(html);
  if (preloaded === undefined || preloaded.length > MAX_DATA_LENGTH) return [];
  const data = parseJson(decodeHTMLAttribute(preloaded));
  if (typeof data !== 'object' || data === null) return [];
  const topics = Object.entries(data).filter(([key, value]) => key.startsWith('topic_') && typeof value === 'string');
  return topics.flatMap(
    ([, value]) => (parseJson(value as string) as { post_stream?: unknown } | null)?.post_stream ?? [],
  );
}

/** Returns the value of the first attribute, found by its literal name: engines search an expression for white space more slowly. */
function preloadedIn(html: string): string | undefined {
  for (let at = html.indexOf(PRELOADED); at > 0; at = html.indexOf(PRELOADED, at + PRELOADED.length)) {
    if (!/\s/.test(html.charAt(at - 1))) continue;
    const start = at + PRELOADED.length;
    const end = html.indexOf('"', start);
    return end < 0 ? undefined : html.slice(start, end);
  }
  return undefined;
}

/** Returns the posts that the page carries, with their author, date and markup. */
export function readPreloadedPosts(page: Pick<ParsedPage, 'html' | 'hasFlarumData'>): PreloadedPost[] {
  const posts = readDiscoursePosts(page);
  return posts.length > 0 || !page.hasFlarumData ? posts : readFlarumPosts(page.html);
}

/** Returns the posts of Discourse's data, the short ones too. */
export function readDiscoursePosts(page: Pick<ParsedPage, 'html'>): PreloadedPost[] {
  return readPostStreams(page).flatMap((stream) => {
    const posts = (stream as { posts?: unknown } | null)?.posts;
    return Array.isArray(posts) ? posts.flatMap(readPost) : [];
  });
}

/** Opening tag of the script in which Flarum writes its data, in JSON:API (jsonapi.org). */
const FLARUM_TAG = /<script\b[^>]{0,200}\bid="flarum-json-payload"[^>]{0,200}>/;

/** Returns the posts of Flarum's data in the order of their numbers; events such as a new title are none. */
function readFlarumPosts(html: string): PreloadedPost[] {
  const tag = FLARUM_TAG.exec(html);
  if (!tag) return [];
  const start = tag.index + tag[0].length;
  const end = html.indexOf('</script', start);
  if (end === -1 || end - start > MAX_DATA_LENGTH) return [];
  const data = parseJson(html.slice(start, end)) as { apiDocument?: { included?: unknown } | null } | null | undefined;
  const included = data?.apiDocument?.included;
  const resources = Array.isArray(included) ? included.filter(isResource) : [];
  const names = new Map(
    resources.flatMap(({ type, id, attributes: { displayName, username } }) =>
      type === 'users' ? [[id, textOf(displayName) || textOf(username)] as const] : [],
    ),
  );
  return resources
    .filter(({ type, attributes }) => type === 'posts' && typeof attributes['contentHtml'] === 'string')
    .sort((a, b) => Number(a.attributes['number']) - Number(b.attributes['number']))
    .map(({ attributes, relationships }) => ({
      author: names.get(relationships?.user?.data?.id) ?? '',
      date: textOf(attributes['createdAt']),
      html: textOf(attributes['contentHtml']),
    }));
}

/** A resource of JSON:API. */
type Resource = {
  type: unknown;
  id: unknown;
  attributes: Record<string, unknown>;
  relationships?: { user?: { data?: { id?: unknown } | null } | null } | null;
};

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Resource).attributes === 'object' &&
  (value as Resource).attributes !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readPost(post: unknown): PreloadedPost[] {
  if (typeof post !== 'object' || post === null) return [];
  const { username, name, created_at: date, cooked } = post as Record<string, unknown>;
  const author = [username, name].find((one) => typeof one === 'string' && one !== '');
  return typeof cooked === 'string' ? [{ author: textOf(author), date: textOf(date), html: cooked }] : [];
}
