import * as z from 'zod';

/** Lists of `thresher delete`. Stored with a crawl, and carried over when its other settings change. */
export const DeletedSchema = z
  .strictObject({
    hosts: z.array(z.string().min(1)).default([]).describe('Hosts, with the port if it is not the default one.'),
    prefixes: z
      .array(z.url({ protocol: /^(https?|ftp)$/ }))
      .default([])
      .describe('Beginnings of URLs.'),
    urls: z
      .array(z.url({ protocol: /^(https?|ftp)$/ }))
      .default([])
      .describe('URLs, each for itself.'),
    records: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, 'the id of a record: 64 hexadecimal digits'))
      .default([])
      .describe('Ids of records. Their text is kept out at every URL.'),
  })
  .prefault({})
  .describe(
    'What `thresher delete` removed and keeps out: it is not fetched, kept or indexed again. The command writes these lists into the stored settings of a crawl, and they stay when a changed crawl.yaml is applied. `thresher delete --lift` removes an entry.',
  );
