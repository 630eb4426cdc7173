import { DIR_OPTION, type Values } from '../../command.ts';
import { SETTING_OPTIONS } from '../../crawl/crawl-arguments.ts';
import { SEED_KIND_OPTION } from '../seed-operand.ts';

/** Default number of seeds: as many as the CINDI robot starts a crawling cycle with. */
export const DEFAULT_LIMIT = 200;
/** Default lowest score. */
export const DEFAULT_MIN_SCORE = 0.05;

export const FIND_OPTIONS = {
  topic: {
    type: 'string',
    value: 'FILE',
    help: 'topic definition, model of `thresher train`, or a crawl.yaml that has a topic',
  },
  odp: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: '`content.rdf.u8` of an Open Directory dump, compressed or not; repeatable',
  },
  structure: {
    type: 'string',
    value: 'FILE',
    help: '`structure.rdf.u8` of the dump, for subcategories in other branches',
  },
  category: {
    type: 'string',
    multiple: true,
    value: 'PATTERN',
    help: 'only categories of the directory like `Top/Science/Biology`, with all below (`*`: one part, `**`: any number), or with this word in a name; repeatable',
  },
  query: { type: 'string', multiple: true, value: 'WORDS', help: 'query to send to the search engines; repeatable' },
  queries: { type: 'string', value: 'FILE', help: 'file with one query per line' },
  template: {
    type: 'string',
    multiple: true,
    value: 'TEXT',
    help: "form of a query with {subject}, such as '{subject} links'; repeatable",
  },
  provider: {
    type: 'string',
    multiple: true,
    value: 'ENGINE',
    help: 'search engine: searxng=URL, opensearch=URL or index=NAME of a crawl in the data folder; repeatable',
  },
  first: { type: 'string', value: 'N', help: 'maximum number of results per query and engine (default: 200)' },
  subject: {
    type: 'string',
    value: 'NAME',
    help: 'use the built-in categories and queries of a subject: computer-science',
  },
  kind: SEED_KIND_OPTION,
  fetch: { type: 'boolean', help: 'fetch the page of each candidate politely, and judge its text' },
  'min-score': { type: 'string', value: 'N', help: `lowest score of a seed, 0 to 1 (default: ${DEFAULT_MIN_SCORE})` },
  limit: { type: 'string', value: 'N', help: `maximum number of seeds (default: ${DEFAULT_LIMIT})` },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'write the seeds to this file, as JSON Lines that `seeds:` and `thresher seed` read',
  },
  json: { type: 'boolean', help: 'print JSON Lines: {url, score, source, title, why}' },
  name: {
    ...SETTING_OPTIONS.name,
    help: 'leave out URLs that this crawl knows (default: the crawl of the crawl.yaml)',
  },
  dir: DIR_OPTION,
  include: SETTING_OPTIONS.include,
  exclude: SETTING_OPTIONS.exclude,
  delay: SETTING_OPTIONS.delay,
  'user-agent': SETTING_OPTIONS['user-agent'],
  'allow-private': SETTING_OPTIONS['allow-private'],
  resolve: SETTING_OPTIONS.resolve,
} as const;

export type FindOptions = Values<typeof FIND_OPTIONS>;
