/** Reads author, dates and headline of a page from JSON-LD (schema.org). */
import { decodeHTML } from 'entities/decode';
import { isJsonObject } from '../../text/json-values.ts';
import { DAY_MS } from '../../text/time-units.ts';
import { foldWhitespace } from '../../text/whitespace.ts';
import { parseLooseJson } from './loose-json.ts';

/** A JSON-LD script: its text and its parsed value, which is undefined if the text is not JSON. */
export type JsonLdScript = { text: string; root: unknown };

/** Parses the JSON-LD scripts of a page. */
export function parseJsonLdScripts(texts: readonly string[]): JsonLdScript[] {
  return texts.map((text) => ({ text, root: parseLooseJson(text) }));
}

/** Properties of articles in the JSON-LD of a page, as written. */
export type JsonLdArticle = {
  authors: string[];
  dates: string[];
  modified: string[];
  headline: string | null;
  publisher?: string | null;
};

const ARTICLE_KEYS = /"(?:author|datePublished|datePosted|headline)"/;

/**
 * Returns author, dates and headline of the first article that has an author or a date, in whichever script it is. Without one, they are those
 * of the first other entity, such as the `WebPage` around the article.
 */
export function findArticle(scripts: readonly JsonLdScript[]): JsonLdArticle {
  let found: Found | undefined;
  for (const { text, root } of scripts) {
    if (!ARTICLE_KEYS.test(text)) continue;
    const next = root === undefined ? recoverDate(text) : firstArticle(root);
    if (next) found = preferArticle(found, next);
    if (found?.isArticle && isComplete(found)) break;
  }
  return found?.article ?? { authors: [], dates: [], modified: [], headline: null };
}

/** Recovers the date of a script that is not JSON. In valid JSON such a date may be that of a review. */
function recoverDate(text: string): Found | undefined {
  const date = /"datePublished"\s*:\s*"([^"]{8,40})"/.exec(text)?.[1];
  return date === undefined
    ? undefined
    : { article: { authors: [], dates: [date], modified: [], headline: null }, isArticle: false };
}

/** Maximum number of entities that are searched. */
const MAX_THINGS = 1000;

/** Types of articles, posts and job advertisements. Other entities with a date may be the page around, a video or a product. */
const ARTICLE_TYPE = /(?:Article|Posting|Recipe|Report)$/;

type Found = { article: JsonLdArticle; isArticle: boolean };

/** Searches breadth-first through lists and `@graph`, so that the main entity comes before authors and comments. */
function firstArticle(root: unknown): Found | undefined {
  const things: unknown[] = [root];
  let found: Found | undefined;
  for (let i = 0; i < things.length && i < MAX_THINGS; i++) {
    const thing = things[i];
    if (Array.isArray(thing)) things.push(...thing.slice(0, MAX_THINGS));
    else if (isJsonObject(thing)) {
      const article = readArticle(thing, root);
      if (article) found = preferArticle(found, { article, isArticle: isArticle(thing) });
      if (found?.isArticle && isComplete(found)) return found;
      for (const key of ['@graph', 'mainEntity']) if (thing[key]) things.push(thing[key]);
    }
  }
  return found;
}

function isArticle(thing: Record<string, unknown>): boolean {
  return [thing['@type']].flat().some((type) => typeof type === 'string' && ARTICLE_TYPE.test(type));
}

const isComplete = ({ article }: Found): boolean => article.authors.length > 0 && article.dates.length > 0;

/** Returns the article of two entities, otherwise the first. The other one adds what is missing. */
function preferArticle(first: Found | undefined, second: Found): Found {
  if (first === undefined) return second;
  const [own, other] = second.isArticle && !first.isArticle ? [second, first] : [first, second];
  const { authors, dates, modified, headline, publisher } = own.article;
  const hasOtherDates = dates.length === 0 || (own === second && isNear(first, second));
  return {
    isArticle: own.isArticle,
    article: {
      authors: authors.length > 0 ? authors : other.article.authors,
      dates: hasOtherDates ? other.article.dates : dates,
      modified: modified.length > 0 ? modified : other.article.modified,
      headline: headline ?? other.article.headline,
      publisher: publisher ?? other.article.publisher ?? null,
    },
  };
}

/** Whether two entities name the same day or adjacent ones: themes declare the local day of a post, and plug-ins its time in UTC. */
function isNear({ article: a }: Found, { article: b }: Found): boolean {
  return Math.abs(dayOf(a.dates[0]) - dayOf(b.dates[0])) <= DAY_MS;
}

const dayOf = (date = ''): number => Date.parse(date.slice(0, 10));

function readArticle(thing: Record<string, unknown>, root: unknown): JsonLdArticle | undefined {
  const named = readNames(thing['author'], root);
  // Schema.org defines `creator` as the same as `author`. In other entities it is mostly the photographer.
  const authors = named.length === 0 && isArticle(thing) ? readNames(thing['creator'], root) : named;
  const texts = (key: string) => (typeof thing[key] === 'string' ? [thing[key]] : []);
  const dates = [...texts('datePublished'), ...texts('dateCreated'), ...texts('uploadDate'), ...texts('datePosted')];
  if (authors.length === 0 && dates.length === 0) return undefined;
  const headline = texts('headline')[0];
  return {
    authors,
    dates,
    modified: texts('dateModified'),
    headline: headline === undefined ? null : plainText(headline),
    publisher: readNames(thing['publisher'], root)[0] ?? null,
  };
}

function readNames(author: unknown, root: unknown): string[] {
  const names = (Array.isArray(author) ? author : [author]).map((one) =>
    isJsonObject(one) ? readName(one, root) : one,
  );
  const texts = names.flat().filter((name): name is string => typeof name === 'string' && !/^https?:/i.test(name));
  return [...new Set(texts.map(plainText).filter((name) => name !== ''))];
}

/** Returns the name of an author, or that of its parts. An author may be a reference to an entity of the same graph: `{"@id": "…"}`. */
function readName(author: Record<string, unknown>, root: unknown): unknown {
  const { name, givenName, familyName } = author;
  if (name === undefined && typeof givenName === 'string' && typeof familyName === 'string')
    return `${givenName} ${familyName}`;
  if (name !== undefined || typeof author['@id'] !== 'string') return name;
  const graph = isJsonObject(root) && Array.isArray(root['@graph']) ? root['@graph'].slice(0, MAX_THINGS) : [];
  const thing = graph.find(
    (one) => isJsonObject(one) && one['@id'] === author['@id'] && typeof one['name'] === 'string',
  );
  return isJsonObject(thing) ? thing['name'] : undefined;
}

/** Decodes the character references that some sites leave in JSON. */
export function plainText(value: string): string {
  return foldWhitespace(value.includes('&') ? decodeHTML(value) : value, false);
}
