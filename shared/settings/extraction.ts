/** Settings of extraction rules, the news profile and plug-ins. */
import * as z from 'zod';
import { EXTRACT_TYPES } from '../clean/extract/extract-rules.ts';

const NAME = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'letters, digits, _ and -');
const SELECTOR = z.string().min(1).max(1_000);

const LOCATION = {
  select: SELECTOR.optional().describe('CSS selector. Default: the item itself, or the page.'),
  attribute: NAME.optional().describe(
    'Attribute to read. Default: the text of the element; `href` or `src` for URLs; `datetime` for dates.',
  ),
  json: SELECTOR.optional().describe(
    'JSON path, such as `$.articles[*].url`. It applies to JSON responses, to items selected from them, and to JSON in the scripts of a page.',
  ),
};

const Field = z.union(
  [
    SELECTOR,
    z.strictObject({
      ...LOCATION,
      type: z.enum(EXTRACT_TYPES).default('text').describe('Type of the value. Values of another type are dropped.'),
      all: z.boolean().default(false).describe('Keep every value instead of only the first.'),
    }),
  ],
  { error: 'a CSS selector, or {select, attribute, json, type, all}' },
);
const Fields = z.record(NAME, Field).default({});

const Follow = z.union(
  [
    SELECTOR,
    z.strictObject({
      ...LOCATION,
      as: NAME.optional().describe('Name of the rule that reads the linked pages, whatever their URLs.'),
    }),
  ],
  { error: 'a CSS selector, or {select, attribute, json, as}' },
);

const Items = z.strictObject({
  ...LOCATION,
  fields: Fields.describe('Fields of each item, looked up inside the item.'),
  follow: z
    .array(Follow)
    .max(20)
    .default([])
    .describe('Links to follow in each item. The fields of the item are passed on to the linked page.'),
});

const Rule = z.strictObject({
  name: NAME.describe('Name of the rule, used by other rules and stored in documents.'),
  pages: z
    .array(z.string().min(1))
    .max(100)
    .default([])
    .describe('URL patterns, as in `allow`. Empty: the rule reads only pages that another rule links to.'),
  fields: Fields.describe(
    'Fields of the record: name → CSS selector, or an object with the location and type of the value.',
  ),
  items: Items.optional().describe('Repeated parts of the page, such as the entries of a list.'),
  follow: z
    .array(Follow)
    .max(20)
    .optional()
    .describe(
      'Links to follow, such as the next page of a list. `[]`: none. Default: the links of the items, or all links if there are none.',
    ),
  keep: z.boolean().default(true).describe('`false`: follow the links of the page, but do not store a record of it.'),
});

const EntitySchema = z.strictObject({
  name: z.string().min(1).max(200).describe('Name of the provider.'),
  pages: z.array(z.string().min(1)).min(1).max(100).describe('URL patterns of its pages, as in `allow`.'),
});

export const EXTRACTION_SETTINGS = {
  extract: z
    .strictObject({
      rules: z
        .array(Rule)
        .max(100)
        .default([])
        .describe('Extraction rules. The first rule that a link names, or whose patterns match, reads the page.'),
      followOnly: z.boolean().default(false).describe('Do not follow links of pages that no rule matches.'),
      maxPageLength: z
        .int()
        .min(1_000)
        .max(20_000_000)
        .default(2_000_000)
        .describe('Maximum length of a page that rules read, in characters. Rules skip longer pages.'),
    })
    .superRefine(({ rules }, context) => {
      for (const [path, message] of ruleNameFaults(rules)) context.addIssue({ code: 'custom', path, message });
    })
    .prefault({}),
  news: z
    .strictObject({
      entities: z
        .array(EntitySchema)
        .max(1_000)
        .default([])
        .describe('Providers of pages. The first one that matches a page is stored with it.'),
    })
    .nullable()
    .default(null)
    .describe(
      'News profile; `{}` enables it. Each document gets the fields `source`, `entity` and `category`, and `listedTitle` and `summary` from the list that linked to it.',
    ),
  plugins: z
    .array(z.string().min(1).max(500))
    .max(20)
    .default([])
    .describe(
      'Modules that process each document before classification. `export function document(doc)` returns the document, changed or not, or `null` to drop it. Paths are relative to the crawl.yaml. For AWS, `thresher deploy crawl.yaml` bundles the modules.',
    ),
};

type RuleSettings = z.output<typeof Rule>;

/** Lists duplicate rule names and references to unknown rules. */
function ruleNameFaults(rules: readonly RuleSettings[]): [path: (string | number)[], message: string][] {
  const names = new Set(rules.map(({ name }) => name));
  const faults: [(string | number)[], string][] = [];
  for (const [i, { name, items, follow = [] }] of rules.entries()) {
    if (rules.findIndex((rule) => rule.name === name) !== i)
      faults.push([['rules', i, 'name'], `${name} is not unique`]);
    for (const link of [...(items?.follow ?? []), ...follow])
      if (typeof link === 'object' && link.as !== undefined && !names.has(link.as))
        faults.push([['rules', i], `there is no rule ${link.as}`]);
  }
  return faults;
}
