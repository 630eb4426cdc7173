/** What is taken out of pages that the crawl knows, the profile of news, and plug-ins. */
import { z } from 'zod';
import {
  EXTRACT_TYPES,
  type ExtractRule,
  type ExtractRules,
  type FieldPlan,
  type ItemPlan,
} from '../clean/extract/extract-rules.ts';

const NAME = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'letters, digits, _ and -');
const SELECTOR = z.string().min(1).max(1_000);

const PLACE = {
  select: SELECTOR.optional().describe('CSS selector; not said: the item, or the page, itself.'),
  attribute: NAME.optional().describe(
    'Of the element; not said: its text, of addresses `href` or `src`, of dates `datetime`.',
  ),
  json: SELECTOR.optional().describe(
    'JSON path, such as `$.articles[*].url`: in answers in JSON, in items of such, and in the scripts of a page that hold JSON.',
  ),
};

const Field = z.union(
  [
    SELECTOR,
    z.strictObject({
      ...PLACE,
      type: z.enum(EXTRACT_TYPES).default('text').describe('What does not fit is left out.'),
      all: z.boolean().default(false).describe('Every value, and not only the first.'),
    }),
  ],
  { error: 'a CSS selector, or {select, attribute, json, type, all}' },
);
const Fields = z.record(NAME, Field).default({});

const Follow = z.union(
  [
    SELECTOR,
    z.strictObject({
      ...PLACE,
      as: NAME.optional().describe('Name of the rule for the pages that they lead to, wherever they are.'),
    }),
  ],
  { error: 'a CSS selector, or {select, attribute, json, as}' },
);

const Items = z.strictObject({
  ...PLACE,
  fields: Fields.describe('Of each item, looked for within it.'),
  follow: z.array(Follow).max(20).default([]).describe('Links of each item; its fields travel with them.'),
});

const Rule = z.strictObject({
  name: NAME.describe('How other rules and documents name it.'),
  pages: z
    .array(z.string().min(1))
    .max(100)
    .default([])
    .describe('Patterns of addresses, as in `allow`; none: only pages that another rule leads to.'),
  fields: Fields.describe(
    'Name → CSS selector, or where the value stands and of which type it is. They become fields of the record.',
  ),
  items: Items.optional().describe('What is repeated on the page, such as the entries of a list.'),
  follow: z
    .array(Follow)
    .max(20)
    .optional()
    .describe(
      'Links that are followed, such as the next page of a list; `[]`: none. Not said: those of the items, or, without any, all links.',
    ),
  keep: z.boolean().default(true).describe('`false`: a list that leads to pages and becomes no record.'),
});

const EntitySchema = z.strictObject({
  name: z.string().min(1).max(200).describe('Who provides the pages.'),
  pages: z.array(z.string().min(1)).min(1).max(100).describe('Patterns of addresses, as in `allow`.'),
});

export const EXTRACTION_ROWS = {
  extract: z
    .strictObject({
      rules: z
        .array(Rule)
        .max(100)
        .default([])
        .describe('The first that a link names, or whose patterns match, reads the page.'),
      followOnly: z.boolean().default(false).describe('Of pages that no rule knows nothing is followed.'),
      maxPageLength: z
        .int()
        .min(1_000)
        .max(20_000_000)
        .default(2_000_000)
        .describe('A longer page is not looked into by rules. Characters.'),
    })
    .superRefine(({ rules }, context) => {
      for (const [path, message] of faultyNames(rules)) context.addIssue({ code: 'custom', path, message });
    })
    .prefault({}),
  news: z
    .strictObject({
      entities: z
        .array(EntitySchema)
        .max(1_000)
        .default([])
        .describe('Who provides which pages; the first that matches.'),
    })
    .nullable()
    .default(null)
    .describe(
      'Given, also as `{}`: each document has the fields `source`, `entity`, `category`, and `listedTitle` and `summary` as the list said that led to it.',
    ),
  plugins: z
    .array(z.string().min(1).max(500))
    .max(20)
    .default([])
    .describe(
      'Modules that see each document before it is judged: `export function document(doc)` returns it, changed or not, or `null`. Relative to the crawl.yaml; in a stack they are bundled by `thresher deploy crawl.yaml`.',
    ),
};

type GivenRule = z.output<typeof Rule>;

function faultyNames(rules: readonly GivenRule[]): [path: (string | number)[], message: string][] {
  const names = new Set(rules.map(({ name }) => name));
  const faults: [(string | number)[], string][] = [];
  for (const [i, { name, items, follow = [] }] of rules.entries()) {
    if (rules.findIndex((rule) => rule.name === name) !== i) faults.push([['rules', i, 'name'], `${name} comes twice`]);
    for (const one of [...(items?.follow ?? []), ...follow])
      if (typeof one === 'object' && one.as !== undefined && !names.has(one.as))
        faults.push([['rules', i], `no rule ${one.as}`]);
  }
  return faults;
}

/** @returns undefined: pages are read as everywhere. */
export function extractRulesOf(given: z.output<typeof EXTRACTION_ROWS.extract>): ExtractRules | undefined {
  const { rules, followOnly, maxPageLength } = given;
  if (rules.length === 0 && !followOnly) return undefined;
  return { rules: rules.map(ruleOf), followOnly, maxPageLength };
}

function ruleOf({ items, follow, fields, ...rule }: GivenRule): ExtractRule {
  return {
    ...rule,
    fields: fieldsOf(fields),
    ...(items && {
      items: { ...items, fields: fieldsOf(items.fields), follow: items.follow.map(placeOf) } satisfies ItemPlan,
    }),
    ...(follow && { follow: follow.map(placeOf) }),
  };
}

function fieldsOf(fields: GivenRule['fields']): Record<string, FieldPlan> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      typeof field === 'string' ? { select: field, type: 'text' } : field,
    ]),
  );
}

const placeOf = (follow: z.output<typeof Follow>) => (typeof follow === 'string' ? { select: follow } : follow);
