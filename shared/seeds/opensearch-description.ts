import { tagReader } from './xml-tags.ts';

/** URL template of a search engine from an OpenSearch description (https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md). */
export type SearchTemplate = {
  /** Contains `{searchTerms}` and optionally `{startIndex?}`, `{startPage?}`, `{count?}` … */
  template: string;
  /** Numbers of the first result and of the first page. */
  indexOffset: number;
  pageOffset: number;
};

/** Media types by preference: formats for programs first. */
const PREFERRED_TYPES = [
  'application/rss+xml',
  'application/atom+xml',
  'application/json',
  'text/xml',
  'application/xml',
  'text/html',
];

/** @returns `undefined` if the file is not a description or has no usable template. */
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

/** Creates a template without a description. Offsets start at 1, the default of the specification. */
export function searchTemplateFrom(template: string): SearchTemplate {
  return { template, indexOffset: 1, pageOffset: 1 };
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 1;
}

const DEFAULT_VALUES: Record<string, string> = { language: '*', inputEncoding: 'UTF-8', outputEncoding: 'UTF-8' };

/** Fills in the parameters of a template. Unknown parameters become empty, also without the `?` that makes them optional. */
export function fillTemplate(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{([^}]*?)(\??)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? DEFAULT_VALUES[name] ?? '')),
  );
}
