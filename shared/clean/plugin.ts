/** Plug-ins: modules of a crawl that change or drop documents at the end of the clean step. */

import { isJsonObject } from '../text/json-values.ts';
import type { CleanDocument } from './document.ts';

/** A module that the setting `plugins` names. */
export type Plugin = {
  /** Name in reports. */
  name: string;
  /**
   * Runs synchronously and is deterministic: the same document always gives the same result.
   *
   * @returns the document, changed or not, or null to drop it
   */
  document(document: CleanDocument): CleanDocument | null;
};

/**
 * Returns the plug-in of a module.
 *
 * @param module exports a function `document`, by name or in its default export
 * @throws TypeError if there is no such function
 */
export function pluginFromModule(name: string, module: unknown): Plugin {
  const { document, default: whole } = module as { document?: unknown; default?: { document?: unknown } };
  const found = document ?? whole?.document;
  if (typeof found !== 'function') throw new TypeError(`${name}: a plug-in exports a function "document"`);
  return { name, document: found as Plugin['document'] };
}

/**
 * Applies plug-ins in order and stops at the first that drops the document. Documents with a reason are skipped. An error in a
 * plug-in affects only this document.
 *
 * @returns the document; if it is dropped, `reason` is `plugin` or `plugin-failed` and `detail` names the plug-in
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
    // The plug-in gets a copy and its result is copied: it may keep or change either later.
    const answer: unknown = plugin.document(structuredClone(document));
    if (answer === null) return { ...document, reason: 'plugin', detail: plugin.name };
    if (!isDocument(answer)) throw new TypeError('returned neither a document nor null');
    const copy = JSON.parse(JSON.stringify(answer)) as CleanDocument;
    const links = copy.links.map((link) => ({ ...link, anchor: link.anchor ?? '', rel: link.rel ?? '' }));
    return { ...copy, links, url: document.url };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = `${plugin.name}: ${message}`.slice(0, MAX_DETAIL_LENGTH);
    return { ...document, text: '', markdown: null, reason: 'plugin-failed', detail };
  }
}

/** Maximum length of `detail`, in UTF-16 units. */
const MAX_DETAIL_LENGTH = 300;

/** Checks the fields that later stages rely on. */
function isDocument(answer: unknown): answer is CleanDocument {
  if (typeof answer !== 'object' || answer === null) return false;
  const { text, title, language, links, headings, keywords, robots, metadata } = answer as Partial<
    Record<keyof CleanDocument, unknown>
  >;
  const isText = isString(text) && (title === null || isString(title)) && isString(language);
  const areLists = [headings, keywords, robots].every((list) => Array.isArray(list) && list.every(isString));
  return isText && areLists && isJsonObject(metadata) && Array.isArray(links) && links.every(isLink);
}

const isString = (value: unknown): boolean => typeof value === 'string';

/** Checks a link; `anchor` and `rel` are optional. */
function isLink(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { url, anchor, rel } = value as Record<string, unknown>;
  return isString(url) && [anchor ?? '', rel ?? ''].every(isString);
}
