import { z } from 'zod';
import { DISGUISE, PRODUCT_TOKEN, productToken } from '../robots/product-token.ts';
import { normalize } from '../url/normalize.ts';
import { hostOf } from '../url/url.ts';
import { DEFAULT_URL_RULES } from '../url/url-rules.ts';

export const USER_AGENT = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x20-\x7e]+$/, 'printable ASCII only')
  .refine((name) => PRODUCT_TOKEN.test(productToken(name)), {
    error: ({ input }) =>
      `no robots.txt can name ${JSON.stringify(productToken(String(input)))}: what stands before the first slash or blank may have letters, digits and - _ . only, as in Bogbot/1.0 (+https://example.org/bot)`,
  })
  .refine((name) => productToken(name) !== DISGUISE, {
    error:
      'only a browser’s names are in it, and no robots.txt can name that: name the crawler, as in Mozilla/5.0 (compatible; Bogbot/1.0; +https://example.org/bot)',
  })
  .default('Thresher/0.1')
  .describe(
    'How the crawler names itself; put in an address where a site owner can reach you. What stands before the first slash or blank (of `Mozilla/5.0 (compatible; Bogbot/1.0; …)` and `Mozilla/5.0 (X11) Bogbot/1.0`: `Bogbot`) is the name that robots.txt and meta robots may speak to.',
  );

/** What an address has besides a host, and patterns. */
const NO_HOST = /[\s/\\?#@*%]/;
/** Those of https and http; the frontier's names of hosts are without. */
const USUAL_PORT = /:(?:80|443)$/;

/** @returns as `hostOf` writes it; undefined for what can be no host. */
function spelledHost(host: string): string | undefined {
  if (NO_HOST.test(host)) return undefined;
  const normalized = normalize(`http://${host}/`, undefined, DEFAULT_URL_RULES);
  return normalized.kind === 'url' ? hostOf(normalized.url).replace(USUAL_PORT, '') : undefined;
}

export const RobotsSchema = z
  .strictObject({
    ignore: z
      .array(
        z
          .string()
          .refine(
            (host) => spelledHost(host) !== undefined,
            'the name of a host, with its port if it is not the usual one; no patterns',
          ),
      )
      .default([])
      .describe(
        'Hosts of your own, each by its whole name, whose robots.txt forbids nothing to this crawl. It is read all the same: pauses, hours and sitemaps count. Said at the start of a crawl, in its status, and by explain of each address. Nobody else’s hosts belong here.',
      ),
  })
  .prefault({});

/** @returns a question to a host as `hostOf` gives it; undefined: none is ignored. */
export function ignoresRobots({ ignore }: z.output<typeof RobotsSchema>): ((host: string) => boolean) | undefined {
  if (ignore.length === 0) return undefined;
  const hosts = new Set(ignore.map(spelledHost));
  return (host) => hosts.has(host);
}
