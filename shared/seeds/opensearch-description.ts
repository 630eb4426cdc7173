import { tagReader } from './xml-tags.ts';

/** What an OpenSearch description says of asking (https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md). */
export type SearchTemplate = {
  /** With `{searchTerms}` and perhaps `{startIndex?}`, `{startPage?}`, `{count?}` … */
  template: string;
  /** Numbers of the first answer and of the first page. */
  indexOffset: number;
  pageOffset: number;
};

/** Best first: what is made to be read by programs. */
const TYPES = [
  'application/rss+xml',
  'application/atom+xml',
  'application/json',
  'text/xml',
  'application/xml',
  'text/html',
];

/** @returns undefined: it is none, or offers nothing that can be asked and read. */
export function parseOpenSearchDescription(bytes: Uint8Array): SearchTemplate | undefined {
  const found: (SearchTemplate & { rank: number })[] = [];
  const tags = tagReader({
    open(name, { type = '', template = '', method = 'get', rel = 'results', indexoffset, pageoffset }) {
      const rank = TYPES.indexOf(type.toLowerCase());
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

/** A template alone begins to count at 1, as the specification has it. */
export function searchTemplateFrom(template: string): SearchTemplate {
  return { template, indexOffset: 1, pageOffset: 1 };
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 1;
}

const USUAL: Record<string, string> = { language: '*', inputEncoding: 'UTF-8', outputEncoding: 'UTF-8' };

/** Parameters of other names are left empty where they may be, which a `?` behind their name says, and everywhere else too. */
export function fillTemplate(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{([^}]*?)(\??)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? USUAL[name] ?? '')),
  );
}
