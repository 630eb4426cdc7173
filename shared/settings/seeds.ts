import * as z from 'zod';

/** Settings of seeds and sitemaps. */

const priority = z
  .int()
  .min(0)
  .max(7)
  .default(0)
  .describe('Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last).');

const file = () => z.string().min(1);
const files = () => z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const digestFilter = file().describe('Use only pages whose digest is listed in this file.').optional();

const Provider = z.union(
  [
    z.strictObject({ searxng: z.string().min(1).describe('Base URL of a SearXNG instance that allows JSON output.') }),
    z.strictObject({
      opensearch: z.string().min(1).describe('An OpenSearch description, or a URL template with `{searchTerms}`.'),
    }),
    z.strictObject({
      index: z.string().min(1).describe('Name of a crawl in the same data folder. Its records are searched.'),
    }),
  ],
  { error: '{searxng}, {opensearch} or {index}' },
);

const Source = {
  url: z.strictObject({
    url: z.string().min(1).describe('Start URL.'),
    priority: priority.describe('Priority class, from 0 (fetched first) to 7 (last).'),
    about: z
      .record(z.string(), z.string())
      .optional()
      .describe('Metadata of the seed, such as a title or an id of your own: `listing` in the record of its page.'),
    from: z.string().optional().describe('File and line of the seed, for messages.'),
  }),
  file: z.strictObject({
    file: file().describe(
      'Text file with one URL per line, optionally followed by a priority and `name=value` pairs. `#` starts a comment.',
    ),
    priority,
  }),
  sitemap: z.strictObject({
    sitemap: file().describe('Sitemap or sitemap index: a file, or a URL that the crawl fetches itself.'),
    priority,
  }),
  feed: z.strictObject({ feed: file().describe('RSS, Atom or JSON Feed: a URL or a file.'), priority }),
  opml: z.strictObject({ opml: file().describe('OPML list of feeds: a URL or a file.'), priority }),
  odp: z.strictObject({
    odp: file().describe('`content.rdf.u8` of an Open Directory (DMOZ) dump, compressed or not.'),
    categories: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Categories to include, with all subcategories: `Top/Science/Biology`. `*` matches one part of the path, `**` any number. Empty: all categories.',
      ),
    structure: file()
      .describe('`structure.rdf.u8` of the dump. It adds subcategories from other parts of the tree.')
      .optional(),
    priority,
  }),
  warc: z.strictObject({
    warc: files().describe('WARC files, compressed or not. Their pages are fetched again.'),
    digests: digestFilter,
    priority,
  }),
  wacz: z.strictObject({
    wacz: files().describe('WACZ files. Their pages are fetched again.'),
    digests: digestFilter,
    priority,
  }),
  cdx: z.strictObject({
    cdx: files().describe('CDX or CDXJ files, compressed or not. Their pages are fetched again.'),
    digests: digestFilter,
    priority,
  }),
  digests: z.strictObject({
    digests: file().describe(
      'File with digests of records, one per line. The pages of these records are fetched again.',
    ),
    index: z.string().min(1).optional().describe('Name of the crawl that has the records. Default: this crawl.'),
    priority,
  }),
  queries: z.strictObject({
    queries: z
      .union([z.array(z.string().min(1)).min(1), z.strictObject({ file: z.string().min(1) })])
      .describe('Queries to search engines: a list, or a file with one query per line.'),
    providers: z.array(Provider).min(1).describe('Search engines to query. Their results are merged.'),
    first: z.int().min(1).max(10_000).default(200).describe('Maximum number of results per query and provider.'),
    dropDocuments: z
      .boolean()
      .default(true)
      .describe('Skip URLs of PDF files and other documents, which rarely contain links.'),
    priority,
  }),
  gathered: z.strictObject({
    gathered: z.string().describe('Written by Thresher: the source of seeds that are not listed here.'),
    seeds: z.int().min(0).describe('Written by Thresher: number of accepted seeds from this source.'),
    keys: z.string().default('').describe('Written by Thresher: packed scope keys of these seeds.'),
  }),
};

const Seed = z.union([z.string().min(1), ...Object.values(Source)] as [z.ZodString, ...Given[]], {
  error: 'a URL, {url, priority}, {file} or another source of seeds',
});
type Given = (typeof Source)[keyof typeof Source];

/** An entry of `seeds`, with its defaults. */
export type SeedSetting = z.output<typeof Seed>;
/** An entry that lists seeds and is not a seed itself. */
export type SeedSource = Exclude<SeedSetting, string | { url: string } | { gathered: string }>;

export const SEED_SETTINGS = {
  seeds: z
    .array(Seed)
    .min(1, 'at least one seed')
    .describe('Start URLs, and sources of start URLs: files, sitemaps, feeds, archives and search engines.'),
  sitemaps: z
    .union([z.boolean(), z.literal('usual')], { error: 'true, false or usual' })
    .default(true)
    .describe(
      'Read the sitemaps that robots.txt names, and follow their entries. `usual`: if robots.txt names none, try `/sitemap.xml`. With `scope: any`, only on hosts of seeds.',
    ),
};
