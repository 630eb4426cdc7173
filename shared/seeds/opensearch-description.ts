import { tagReader } from './xml-tags.ts';

/**
 * URL template of a search engine, from a description document of the OpenSearch 1.1 standard, which has nothing to do with the
 * search engine of that name (https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md).
 */
export type SearchTemplate = {
  /** Contains `{searchTerms}` and optionally `{startIndex?}`, `{startPage?}`, `{count?}` … */
  template: string;
  /** Number of the first result (`startIndex`). */
  indexOffset: number;
  /** Number of the first page (`startPage`). */
  pageOffset: number;
};

/** Supported media types of result pages, best first: machine-readable formats precede HTML. */
const PREFERRED_TYPES = [
  'application/rss+xml',
  'application/atom+xml',
  'application/json',
  'text/xml',
  'application/xml',
  'text/html',
];

/** Parses an OpenSearch description. @returns undefined if the file is not a description or has no usable template. */
export function parseOpenSearchDescription(bytes: Uint8Array): SearchTemplate | undefined {
  const found: (SearchTemplate & { rank: number })[] = [];
  const tags = tagReader({
    open(name, { type = '', template = '', method = 'get', rel = 'results', indexoffset, pageoffset }) {
      const rank = PREFERRED_TYPES.indexOf(type.toLowerCase());
      if (name !== 'url' || rank < 0 || method.toLowerCase() !== 'get' || !/\bresults\b/.test(rel)) return;
      if (template.includes('{searchTerms}'))
        found.push({ template, indexOffset: numberOf(indexoffset), pageOffset: numberOf(pageoffset), rank });
    },
  });
  tags.write(bytes);
  tags.end();
  const [best] = found.sort((a, b) => a.rank - b.rank);
  return best && { template: best.template, indexOffset: best.indexOffset, pageOffset: best.pageOffset };
}

/** Converts a URL template that the user gave. Both offsets are 1, the default of the standard. */
export function searchTemplateFrom(template: string): SearchTemplate {
  return { template, indexOffset: 1, pageOffset: 1 };
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 1;
}

/** Values of parameters that the caller does not give. */
const DEFAULT_VALUES: Record<string, string> = { language: '*', inputEncoding: 'UTF-8', outputEncoding: 'UTF-8' };

/** Fills in the parameters of a template. Parameters without a value become empty, even if they lack the `?` for optional ones. */
export function fillTemplate(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{([^}]*?)(\??)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? DEFAULT_VALUES[name] ?? '')),
  );
}
