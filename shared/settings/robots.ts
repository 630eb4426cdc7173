import { z } from 'zod';
import { PRODUCT_TOKEN, productToken } from '../robots/product-token.ts';

export const USER_AGENT = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x20-\x7e]+$/, 'printable ASCII only')
  .refine((name) => PRODUCT_TOKEN.test(productToken(name)), {
    error: ({ input }) =>
      `no robots.txt can name ${JSON.stringify(productToken(String(input)))}: what stands before the first slash or blank may have letters, digits and - _ . only, as in Bogbot/1.0 (+https://example.org/bot)`,
  })
  .default('Thresher/0.1')
  .describe(
    'How the crawler names itself; put in an address where a site owner can reach you. What stands before the first slash or blank (of `Mozilla/5.0 (compatible; Bogbot/1.0; …)`: `Bogbot`) is the name that robots.txt and meta robots may speak to.',
  );

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

export const RobotsSchema = z
  .strictObject({
    ignore: z
      .array(z.string().regex(HOST, 'the name of a host, with its port if it is not the usual one; no patterns'))
      .default([])
      .describe(
        'Hosts of your own, each by its whole name, whose robots.txt forbids nothing to this crawl. It is read all the same: pauses, hours and sitemaps count. Said at the start of a crawl, in its status, and by explain of each address. Nobody else’s hosts belong here.',
      ),
  })
  .prefault({});

/** @returns a question to a host as `hostOf` gives it; undefined: none is ignored. */
export function ignoresRobots({ ignore }: z.output<typeof RobotsSchema>): ((host: string) => boolean) | undefined {
  if (ignore.length === 0) return undefined;
  const hosts = new Set(ignore.map((host) => host.toLowerCase()));
  return (host) => hosts.has(host);
}
