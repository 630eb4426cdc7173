/** A module of the crawl's own that sees each document before anybody else does. */
import type { CleanDocument } from './document.ts';

export type Plugin = {
  /** As it is named in reports. */
  name: string;
  /**
   * At once, without waiting for anything: the same document always gives the same answer.
   *
   * @returns the document, changed or as it was; null: it is not to be kept.
   */
  document(document: CleanDocument): CleanDocument | null;
};

/** @param module with a function `document`, by itself or in its default export. @throws when it has none. */
export function pluginFromModule(name: string, module: unknown): Plugin {
  const { document, default: whole } = module as { document?: unknown; default?: { document?: unknown } };
  const found = document ?? whole?.document;
  if (typeof found !== 'function') throw new TypeError(`${name}: a plug-in exports a function "document"`);
  return { name, document: found as Plugin['document'] };
}

/**
 * Documents that cannot be kept anyway are not shown. What a plug-in does wrong costs this document and no other.
 *
 * @returns with the reason `plugin` or `plugin-failed`, and which one it was, where it is not to be kept.
 */
export function applyPlugins(document: CleanDocument, plugins: readonly Plugin[] = []): CleanDocument {
  let current = document;
  for (const plugin of plugins) {
    if (current.reason !== null) return current;
    current = applyPlugin(current, plugin);
  }
  return current;
}

function applyPlugin(document: CleanDocument, plugin: Plugin): CleanDocument {
  try {
    // A copy of its own, and a copy of the answer: what it keeps of them or does to them later changes nothing.
    const answer: unknown = plugin.document(structuredClone(document));
    if (answer === null) return { ...document, reason: 'plugin', detail: plugin.name };
    if (!isDocument(answer)) throw new TypeError('neither a document nor null');
    const copy = JSON.parse(JSON.stringify(answer)) as CleanDocument;
    const links = copy.links.map((link) => ({ ...link, anchor: link.anchor ?? '', rel: link.rel ?? '' }));
    return { ...copy, links, url: document.url };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = `${plugin.name}: ${message}`.slice(0, MAX_DETAIL_LENGTH);
    return { ...document, text: '', markdown: null, reason: 'plugin-failed', detail };
  }
}

const MAX_DETAIL_LENGTH = 300;

/** Of what later stages read without asking, the parts that would break them. */
function isDocument(answer: unknown): answer is CleanDocument {
  if (typeof answer !== 'object' || answer === null) return false;
  const { text, title, language, links, headings, keywords, robots, metadata } = answer as Partial<
    Record<keyof CleanDocument, unknown>
  >;
  const isText = isString(text) && (title === null || isString(title)) && isString(language);
  const areLists = [headings, keywords, robots].every((list) => Array.isArray(list) && list.every(isString));
  return isText && areLists && isObject(metadata) && Array.isArray(links) && links.every(isLink);
}

const isString = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Its words may be missing. */
function isLink(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { url, anchor, rel } = value as Record<string, unknown>;
  return isString(url) && [anchor ?? '', rel ?? ''].every(isString);
}
