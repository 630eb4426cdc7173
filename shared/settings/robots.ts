import * as z from 'zod';
import { BROWSER_TOKEN, PRODUCT_TOKEN, productToken } from '../robots/product-token.ts';
import { normalize } from '../url/normalize.ts';
import { hostOf } from '../url/url.ts';
import { DEFAULT_URL_RULES } from '../url/url-rules.ts';

export const UserAgentSchema = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x20-\x7e]+$/, 'printable ASCII only')
  .refine((name) => PRODUCT_TOKEN.test(productToken(name)), {
    error: ({ input }) =>
      `robots.txt cannot address ${JSON.stringify(productToken(String(input)))}: the part before the first slash or space may contain only letters, digits and - _ ., as in Bogbot/1.0 (+https://example.org/bot)`,
  })
  .refine((name) => productToken(name) !== BROWSER_TOKEN, {
    error:
      'contains only names of browsers, which robots.txt cannot address: add the name of the crawler, as in Mozilla/5.0 (compatible; Bogbot/1.0; +https://example.org/bot)',
  })
  .default('Thresher/0.1')
  .describe(
    'Value of the `User-Agent` header. Include a URL or mail address where site owners can reach you; without one, `thresher crawl` prints a warning if a seed is public. The part before the first slash or space is the name that robots.txt and meta robots address. In browser-like values such as `Mozilla/5.0 (compatible; Bogbot/1.0; …)` and `Mozilla/5.0 (X11) Bogbot/1.0` it is `Bogbot`.',
  );

/** Characters of URL parts other than the host, and of patterns. */
const NOT_IN_HOST = /[\s/\\?#@*%]/;
/** Default ports of http and https, which the frontier's host names omit. */
const DEFAULT_PORT = /:(?:80|443)$/;

/** @returns the host as `hostOf` writes it, or `undefined` if it is not a valid host. */
function normalizeHost(host: string): string | undefined {
  if (NOT_IN_HOST.test(host)) return undefined;
  const normalized = normalize(`http://${host}/`, undefined, DEFAULT_URL_RULES);
  return normalized.kind === 'url' ? hostOf(normalized.url).replace(DEFAULT_PORT, '') : undefined;
}

export const RobotsSchema = z
  .strictObject({
    ignore: z
      .array(
        z
          .string()
          .refine(
            (host) => normalizeHost(host) !== undefined,
            'must be a host name, with its port if it is not the default one; patterns are not allowed',
          ),
      )
      .default([])
      .describe(
        'Your own hosts, by full name, whose robots.txt rules this crawl ignores. The file is still read: delays, visit times and sitemaps apply. The start of a crawl, its status and `thresher explain` report these hosts. Do not list hosts of others.',
      ),
    tdmrep: z
      .boolean()
      .default(false)
      .describe(
        'Request `/.well-known/tdmrep.json` of each site, once a day, and record which pages reserve the rights of text and data mining (`about.reserved`). One more request a site.',
      ),
    aiTxt: z
      .boolean()
      .default(false)
      .describe(
        'Request `/ai.txt` of each site, once a day, and record its line about each page (`about.reserved`), which says whether AI may be trained on it. One more request a site.',
      ),
    archive: z
      .boolean()
      .default(false)
      .describe(
        'Store the answers to requests for robots.txt, and for the files of rights above, in the archive, as evidence of what the site answered. `preset: archive` sets it.',
      ),
  })
  .prefault({});

/** @returns a predicate on hosts as `hostOf` writes them, or `undefined` if no host is ignored. */
export function ignoredRobotsHosts({ ignore }: z.output<typeof RobotsSchema>): ((host: string) => boolean) | undefined {
  if (ignore.length === 0) return undefined;
  const hosts = new Set(ignore.map(normalizeHost));
  return (host) => hosts.has(host);
}
