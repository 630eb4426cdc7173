import * as z from 'zod';
import { type FilterName, SEARCH_FILTERS } from '../../shared/index/search-fields.ts';
import { MAX_CRAWLS } from '../../shared/search/search-crawls.ts';
import { SNIPPET_LENGTH } from '../../shared/search/snippet.ts';
import { SORTS } from '../../shared/search/sort.ts';
import { ExplanationSchema } from '../api/schemas.ts';
import { LIMITS } from '../api/search-query.ts';

/** Maximum number of results of a search: each takes about 100 tokens of the model that reads it. */
const MAX_RESULTS = 25;

/** Default and maximum length of the text of one answer of `get_document`, in UTF-16 units. */
export const TEXT_LENGTH = { preset: 20_000, max: 100_000 };

/** Filters by their names, as `/search` and queries have them. */
const filters = Object.fromEntries(
  SEARCH_FILTERS.map(({ name, option, expects }) => [
    name,
    z.string().max(LIMITS.filterLength).optional().describe(`${option.help}; ${expects}`),
  ]),
) as Record<FilterName, z.ZodOptional<z.ZodString>>;

const crawl = z
  .string()
  .max(LIMITS.crawlsLength)
  .optional()
  .describe('Name of a crawl, from list_crawls. Default: the one that was created last.');

const crawls = z
  .string()
  .max(LIMITS.crawlsLength)
  .optional()
  .describe(
    `Name of a crawl, from list_crawls, or up to ${MAX_CRAWLS} names joined by commas. Default: the one that was created last.`,
  );

const citation = z
  .looseObject({
    title: z.string(),
    url: z.string().describe('The original page.'),
    author: z.string().nullable(),
    published: z.string().nullable().describe('Date of publication as the page declares it, ISO 8601.'),
    fetchedAt: z.string().describe('When the page was fetched. Its content may have changed since. ISO 8601.'),
    cached: z.string().nullable().describe('The copy of that time. Null if the publisher forbids copies.'),
    record: z.string().describe('Permanent link to the record.'),
  })
  .describe('What to cite.');

export const SearchInput = z.strictObject({
  query: z
    .string()
    .max(LIMITS.queryLength)
    .describe('Words, and operators: "a phrase", -excluded, AND, OR, NOT, brackets, title:word, date:2020..2021.'),
  crawl: crawls,
  ...filters,
  sort: z
    .enum(SORTS)
    .optional()
    .describe('Order: by date of the page or by the time of the fetch; a minus means newest first.'),
  from: z.int().min(0).max(9_999).optional().describe('Number of results to skip.'),
  size: z.int().min(1).max(MAX_RESULTS).optional().describe('Number of results. Default: 10.'),
  snippetLength: z
    .int()
    .min(SNIPPET_LENGTH.min)
    .max(SNIPPET_LENGTH.max)
    .optional()
    .describe(`Approximate length of snippets, in UTF-16 units. Default: ${SNIPPET_LENGTH.preset}.`),
});

export const SearchOutput = z.looseObject({
  total: z.int().describe('Number of matching documents.'),
  from: z.int(),
  next: z.int().nullable().describe('from of the next results; null if there are none.'),
  understood: z.string().optional().describe('How a query with operators was understood.'),
  ignored: z
    .array(z.string())
    .describe(
      'Parts of the query that were not applied, and why. If nothing is found, also its classes that no page has.',
    ),
  results: z.array(
    z.looseObject({
      id: z.string().describe('Id for get_document.'),
      crawl: z.string().describe('Crawl for get_document.'),
      citation,
      snippet: z.string().describe('The passage around the words of the query.'),
      snippetOffset: z
        .int()
        .nullable()
        .describe('Where the snippet begins in the text: offset for get_document. Null if it is no part of the text.'),
      score: z.number(),
      language: z.string(),
      type: z.string(),
    }),
  ),
});

export const DocumentInput = z.strictObject({
  id: z.string().max(LIMITS.filterLength).describe('Id of a document, from search.'),
  crawl,
  offset: z.int().min(0).optional().describe('Position in the text to begin at, in UTF-16 units. Default: 0.'),
  length: z
    .int()
    .min(1)
    .max(TEXT_LENGTH.max)
    .optional()
    .describe(`Maximum length of the text, in UTF-16 units. Default: ${TEXT_LENGTH.preset}.`),
});

export const DocumentOutput = z.looseObject({
  id: z.string(),
  citation,
  text: z.string().nullable().describe('A part of the main text. Null if the publisher forbids copies.'),
  offset: z.int(),
  textLength: z.int().describe('Length of the whole text.'),
  next: z.int().nullable().describe('offset of the next part; null if there is none.'),
  urls: z.array(z.string()).describe('All URLs with this text.'),
  headings: z.array(z.string()),
  description: z.string(),
  keywords: z.array(z.string()),
  language: z.string(),
  type: z.string(),
  classes: z.array(z.looseObject({ class: z.string(), score: z.number() })),
});

export const CrawlsInput = z.strictObject({});

const crawlSummary = {
  crawl: z.string(),
  state: z
    .string()
    .describe(
      'running, paused, stopped, incomplete (hosts rest, URLs wait, or objects could not be processed) or done.',
    ),
  unattended: z
    .literal(true)
    .optional()
    .describe('The state is running, but no process works on the crawl. Absent: one does, or it is in a stack.'),
  documents: z
    .number()
    .nullable()
    .describe('Number of searchable documents; null if the search engine does not respond.'),
  pages: z.number().describe('Number of pages fetched.'),
  hosts: z.number(),
};

export const CrawlsOutput = z.looseObject({ crawls: z.array(z.looseObject(crawlSummary)) });

export const StatusInput = z.strictObject({ crawl });

const counts = z.record(z.string(), z.int());

export const StatusOutput = z.looseObject({
  ...crawlSummary,
  outcomes: counts.describe('Number of URLs by outcome: fetched, unchanged, redirected, gone, refused or failed.'),
  reasons: counts.describe('Number of URLs by the reason of their outcome.'),
  verdicts: counts.describe('Number of pages by verdict: relevant, leads-on or off-topic.'),
  due: z.int().describe('Number of hosts that are due now.'),
  waiting: z.int().describe('Number of accepted URLs without an outcome.'),
  bytes: z.number().describe('Bytes received.'),
  seconds: z.number().describe('Duration of all runs.'),
  cost: z.number().describe('US dollars.'),
});

export const ExplainInput = z.strictObject({
  url: z.string().max(10_000).describe('A URL, also one that the crawl has never seen.'),
  crawl,
});

export const ExplainOutput = ExplanationSchema;
