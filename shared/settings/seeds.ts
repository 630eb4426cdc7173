import { z } from 'zod';

/** What leads into the web, and into a site beside its links: rows of the settings. */

const priority = z
  .int()
  .min(0)
  .max(7)
  .default(0)
  .describe('Class in the frontier of seeds that have none of their own: 0 is fetched first, 7 last.');

const file = (meaning: string) => z.string().min(1).describe(meaning);
const files = (meaning: string) => z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).describe(meaning);

const onlyThese = file('Only those whose digest stands in this file.').optional();

const Provider = z.union(
  [
    z.strictObject({ searxng: z.string().min(1).describe('Where a SearXNG lives that allows JSON.') }),
    z.strictObject({
      opensearch: z.string().min(1).describe('An OpenSearch description, or a URL template with `{searchTerms}`.'),
    }),
    z.strictObject({ index: z.string().min(1).describe('A crawl of this folder, whose records are searched.') }),
  ],
  { error: '{searxng}, {opensearch} or {index}' },
);

const Source = {
  url: z.strictObject({
    url: z.string().min(1).describe('An address.'),
    priority: priority.describe('Class in the frontier: 0 is fetched first, 7 last.'),
    about: z.record(z.string(), z.string()).optional().describe('Kept with it: a title, a description.'),
    from: z.string().optional().describe('The file and line that it stands in, for messages.'),
  }),
  file: z.strictObject({
    file: file('A file with an address a line, perhaps a priority and `name=value` behind it, and `#` comments.'),
    priority,
  }),
  sitemap: z.strictObject({
    sitemap: file('A sitemap or an index of them: an address, fetched by the crawl itself, or a file.'),
    priority,
  }),
  feed: z.strictObject({ feed: file('RSS, Atom or JSON Feed: an address or a file.'), priority }),
  opml: z.strictObject({ opml: file('A list of feeds: an address or a file.'), priority }),
  odp: z.strictObject({
    odp: file('`content.rdf.u8` of an Open Directory (DMOZ) dump, packed or not.'),
    categories: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Categories with all below them: `Top/Science/Biology`; `*` for any part, `**` for any number. None: all.',
      ),
    structure: file('`structure.rdf.u8`: also sub-categories that stand elsewhere in its tree.').optional(),
    priority,
  }),
  warc: z.strictObject({
    warc: files('WARC files whose pages are fetched again, packed or not.'),
    digests: onlyThese,
    priority,
  }),
  wacz: z.strictObject({
    wacz: files('WACZ files whose pages are fetched again.'),
    digests: onlyThese,
    priority,
  }),
  cdx: z.strictObject({
    cdx: files('CDX or CDXJ files whose pages are fetched again, packed or not.'),
    digests: onlyThese,
    priority,
  }),
  digests: z.strictObject({
    digests: file('Digests of records, one a line: their pages are fetched again.'),
    index: z.string().min(1).optional().describe('The crawl that has the records. Not given: this one.'),
    priority,
  }),
  queries: z.strictObject({
    queries: z
      .union([z.array(z.string().min(1)).min(1), z.strictObject({ file: z.string().min(1) })])
      .describe('Questions to search engines: a list, or a file with one a line.'),
    providers: z.array(Provider).min(1).describe('Who is asked; what they answer is taken together.'),
    first: z.int().min(1).max(10_000).default(200).describe('Answers of each provider to each question that count.'),
    dropDocuments: z
      .boolean()
      .default(true)
      .describe('Addresses of PDF files and the like are left out: they lead nowhere.'),
    priority,
  }),
  gathered: z.strictObject({
    gathered: z.string().describe('Written by the crawl itself: where seeds came from that are not listed here.'),
    seeds: z.int().min(0).describe('How many of them were accepted.'),
    keys: z.string().default('').describe('Written by the crawl itself: what the scope needs of them.'),
  }),
};

const Seed = z.union([z.string().min(1), ...Object.values(Source)] as [z.ZodString, ...Given[]], {
  error: 'an address, {url, priority}, {file} or another source of seeds',
});
type Given = (typeof Source)[keyof typeof Source];

/** A row of `seeds`, with its defaults. */
export type SeedSetting = z.output<typeof Seed>;
/** One that leads to seeds, and is none itself. */
export type SeedSource = Exclude<SeedSetting, string | { url: string } | { gathered: string }>;

export const SEED_ROWS = {
  seeds: z
    .array(Seed)
    .min(1, 'at least one seed')
    .describe('Where the crawl starts: addresses, and sources of addresses of many kinds.'),
  sitemaps: z
    .union([z.boolean(), z.literal('usual')], { error: 'true, false or usual' })
    .default(true)
    .describe(
      'Sitemaps that the robots.txt of a site names are read, and their entries followed; with `usual` also `/sitemap.xml` where none is named. With `scope: any` only on hosts of seeds.',
    ),
};

const WEB = /^https?:\/\//i;

/** A list on the web is fetched by the crawl itself, as any page is. @returns its address; undefined: it is none. */
export function listOnTheWeb(seed: SeedSetting): string | undefined {
  if (typeof seed === 'string') return undefined;
  const address = 'sitemap' in seed ? seed.sitemap : 'feed' in seed ? seed.feed : 'opml' in seed ? seed.opml : '';
  return WEB.test(address) ? address : undefined;
}

/** Whether it has to be read from elsewhere before the crawl can begin. */
export function isToGather(seed: SeedSetting): seed is SeedSource {
  return typeof seed !== 'string' && !('url' in seed) && !('gathered' in seed) && listOnTheWeb(seed) === undefined;
}
