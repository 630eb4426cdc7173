/** Reads author, dates and headline of a page from JSON-LD (schema.org). */
import { decodeHTML } from 'entities/decode';
import { foldWhitespace } from '../../text/whitespace.ts';
import { parseLooseJson } from './loose-json.ts';

/** A JSON-LD script: its text and its parsed value, which is undefined if the text is not JSON. */
export type JsonLdScript = { text: string; root: unknown };

/** Parses the JSON-LD scripts of a page. */
export function parseJsonLdScripts(texts: readonly string[]): JsonLdScript[] {
  return texts.map((text) => ({ text, root: parseLooseJson(text) }));
}

export type JsonLdArticle = {
  authors: string[];
  dates: string[];
  modified: string[];
  headline: string | null;
  publisher?: string | null;
};

const ARTICLE_KEYS = /"(?:author|datePublished|headline)"/;

/** Returns author, dates and headline of the first entity that has an author or a date. */
export function findArticle(scripts: readonly JsonLdScript[]): JsonLdArticle {
  for (const { text, root } of scripts) {
    if (!ARTICLE_KEYS.test(text)) continue;
    const article = root === undefined ? recoverDate(text) : firstArticle(root);
    if (article) return article;
  }
  return { authors: [], dates: [], modified: [], headline: null };
}

/** Recovers the date of a script that is not JSON. In valid JSON such a date may be that of a review. */
function recoverDate(text: string): JsonLdArticle | undefined {
  const date = /"datePublished"\s*:\s*"([^"]{8,40})"/.exec(text)?.[1];
  return date === undefined ? undefined : { authors: [], dates: [date], modified: [], headline: null };
}

/** Maximum number of entities that are searched. */
const MAX_THINGS = 1000;

/** Searches breadth-first through lists and `@graph`, so that the main entity comes before authors and comments. */
function firstArticle(root: unknown): JsonLdArticle | undefined {
  const things: unknown[] = [root];
  let found: JsonLdArticle | undefined;
  for (let i = 0; i < things.length && i < MAX_THINGS; i++) {
    const thing = things[i];
    if (Array.isArray(thing)) things.push(...thing.slice(0, MAX_THINGS));
    else if (isObject(thing)) {
      const article = readArticle(thing, root);
      if (article && (!found || (found.authors.length === 0 && article.authors.length > 0))) {
        found = found ? { ...article, dates: [...found.dates, ...article.dates] } : article;
        if (found.authors.length > 0 && found.dates.length > 0) return found;
      }
      for (const key of ['@graph', 'mainEntity']) if (thing[key]) things.push(thing[key]);
    }
  }
  return found;
}

function readArticle(thing: Record<string, unknown>, root: unknown): JsonLdArticle | undefined {
  const authors = readNames(thing['author'], root);
  const texts = (key: string) => (typeof thing[key] === 'string' ? [thing[key]] : []);
  const dates = [...texts('datePublished'), ...texts('dateCreated'), ...texts('uploadDate')];
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
  const names = (Array.isArray(author) ? author : [author]).map((one) => (isObject(one) ? readName(one, root) : one));
  const texts = names.flat().filter((name): name is string => typeof name === 'string' && !/^https?:/i.test(name));
  return [...new Set(texts.map(plainText).filter((name) => name !== ''))];
}

/** Returns the name of an author. An author may be a reference to an entity of the same graph: `{"@id": "…"}`. */
function readName(author: Record<string, unknown>, root: unknown): unknown {
  if (author['name'] !== undefined || typeof author['@id'] !== 'string') return author['name'];
  const graph = isObject(root) && Array.isArray(root['@graph']) ? root['@graph'].slice(0, MAX_THINGS) : [];
  const thing = graph.find((one) => isObject(one) && one['@id'] === author['@id'] && typeof one['name'] === 'string');
  return isObject(thing) ? thing['name'] : undefined;
}

/** Decodes the character references that some sites leave in JSON. */
function plainText(value: string): string {
  return foldWhitespace(value.includes('&') ? decodeHTML(value) : value, false);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
