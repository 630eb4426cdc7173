import * as z from 'zod';
import { credentialOrigin } from '../http/credential-origin.ts';
import { BINARY_EXTENSIONS } from '../url/extensions.ts';

const milliseconds = (min: number, preset: number) => z.int().min(min).max(60_000).default(preset);
const mediaTypes = (preset: readonly string[]) =>
  z.array(z.string().regex(/^[\w.+*-]+\/[\w.+*-]+$/, 'a media type, such as text/html or text/*')).default([...preset]);

export const GroupingSchema = z
  .enum(['host', 'domain', 'address'])
  .default('host')
  .describe(
    'Unit that receives one request at a time: a host name with all its ports, all hosts of a registrable domain, or all hosts at one IP address. On one machine a change applies to hosts that the crawl has not visited yet. A stack has one grouping for all crawls (`aws.grouping`).',
  );

/** Reference to a secret. The secret itself is never a setting, because settings are stored and shown. */
const SECRET = z
  .string()
  .regex(/^(?:env|secret):[\w/+=.@:-]+$/, '`env:NAME` or, on AWS, `secret:NAME`')
  .describe('`env:NAME`: an environment variable. `secret:NAME`: a secret in AWS Secrets Manager.');

const Credentials = z.strictObject({
  basic: SECRET.optional().describe('Secret of the form `name:password`, for HTTP Basic authentication.'),
  bearer: SECRET.optional().describe('Secret token, sent as `Authorization: Bearer …`.'),
  header: z
    .strictObject({
      name: z
        .string()
        .regex(/^[\w-]+$/, 'a header name')
        .describe('Name of the header, such as `X-Api-Key`.'),
      value: SECRET,
    })
    .optional()
    .describe(
      'Header with a secret value: an API key, or `Cookie` with the session of a person who has signed in to the site.',
    ),
});

const CREDENTIAL_KEY = 'must be `host`, `host:port` or `scheme://host:port` with the scheme https, http or ftp';

const ProxyRow = z.strictObject({
  url: z
    .string()
    .regex(/^http:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?\/?$/i, '`http://host:port`, without credentials')
    .describe('`http://host:port` of an HTTP proxy that supports CONNECT, for http and https.'),
  credentials: SECRET.optional().describe('Secret of the form `name:password` for the proxy.'),
  looksUp: z
    .boolean()
    .default(false)
    .describe(
      'Let the proxy resolve host names. The proxy must then keep the crawl out of private networks: Thresher refuses only private IP addresses and internal host names.',
    ),
});

/** Media types that no converter reads. They are not downloaded, whatever the extension of the URL. */
const UNREADABLE_TYPES = [
  ...['text/css', 'text/javascript', 'application/javascript', 'application/x-javascript', 'application/ecmascript'],
  ...['application/wasm', 'application/font-*', 'application/x-font-*', 'application/vnd.ms-fontobject'],
  ...['application/gzip', 'application/x-gzip', 'application/x-tar', 'application/x-bzip2', 'application/x-xz'],
  ...['application/x-7z-compressed', 'application/x-rar-compressed', 'application/vnd.rar', 'application/zstd'],
  ...['application/java-archive', 'application/x-msdownload', 'application/x-msdos-program', 'application/x-msi'],
  ...['application/vnd.android.package-archive', 'application/x-debian-package', 'application/x-rpm'],
  ...['application/x-iso9660-image', 'application/x-apple-diskimage', 'application/x-shockwave-flash'],
  ...['application/x-bittorrent', 'application/vnd.sqlite3', 'application/ogg', 'application/mp4'],
  ...['application/vnd.apple.mpegurl', 'application/x-mpegurl', 'application/dash+xml'],
];

/** Extensions of document formats that are large and often do not match the actual content. */
const DOCUMENT_EXTENSIONS = [
  'pdf',
  'ps',
  'eps',
  'dvi',
  'doc',
  'docx',
  'docm',
  'xls',
  'xlsx',
  'xlsm',
  'ppt',
  'pptx',
  'pps',
  'ppsx',
];
const MORE_DOCUMENT_EXTENSIONS = ['odt', 'ods', 'odp', 'odg', 'rtf', 'epub', 'mobi', 'zip', 'gz'];

export const FetchSchema = z
  .strictObject({
    connectTimeoutMs: milliseconds(100, 5_000).describe(
      'Timeout for a connection, in milliseconds: DNS lookup, TCP and TLS.',
    ),
    firstByteTimeoutMs: milliseconds(100, 10_000).describe(
      'Timeout for the first byte of a response, and for pauses within it, in milliseconds.',
    ),
    maxBytesPerSecond: z
      .int()
      .min(1_000)
      .max(1_000_000_000)
      .nullable()
      .default(null)
      .describe(
        'Maximum mean rate at which response bodies are received, of all hosts together, in bytes per second ([crawling.md](crawling.md#bandwidth)). In a stack it holds for each call of the fetch function. `null`: no limit.',
      ),
    maxHeaderBytes: z
      .int()
      .min(1_024)
      .max(1_048_576)
      .default(65_536)
      .describe('Maximum size of response headers, in bytes.'),
    maxUnpackRatio: z
      .int()
      .min(2)
      .max(100_000)
      .default(100)
      .describe('Maximum ratio of the unpacked to the packed size of a body. Up to 1 MB unpacked is always accepted.'),
    types: mediaTypes(['text/*', 'application/*', 'message/*', 'multipart/*']).describe(
      'Media types to download. Others are refused as soon as the response headers name them. A response without a media type is downloaded. `*/*`: all types, and URLs with any file extension.',
    ),
    exceptTypes: mediaTypes(UNREADABLE_TYPES).describe(
      'Media types to refuse even if `types` includes them. `application/gzip` does not refuse files that are named as documents, such as `paper.ps.gz`; `exclude` does.',
    ),
    headFirst: z
      .array(z.string().regex(/^[a-z0-9]{1,10}$/, 'a file extension without the dot'))
      .default([...new Set([...DOCUMENT_EXTENSIONS, ...MORE_DOCUMENT_EXTENSIONS, ...BINARY_EXTENSIONS])].sort())
      .describe(
        'File extensions of URLs that are checked with a HEAD request before the first download, so that a refused type or size costs no download.',
      ),
    acceptLanguage: z
      .string()
      .regex(/^[A-Za-z0-9,;=.* -]{1,200}$/, 'as in the header: `de, en;q=0.5`')
      .nullable()
      .default(null)
      .describe('`Accept-Language` header of every request, such as `de, en;q=0.5`. `null`: the header is not sent.'),
    headers: z
      .record(z.string(), z.record(z.string(), z.string()))
      .default({})
      .describe(
        'Further request headers by host: `example.org`, `example.org:8080`, `*.example.org`, or `*` for all hosts, such as `{"*": {DNT: "1"}, archive.example.org: {From: ada@example.org}}`. The most specific key wins. They are sent with every request to the host, also for robots.txt and after redirects to it, and are archived. Those that a request sets itself override them, such as `Accept` for robots.txt and sitemaps. Headers with known names of credentials are refused, such as `X-Api-Key`, and belong into `fetch.credentials`; names that only your server knows are not recognised.',
      ),
    http2: z.boolean().default(true).describe('Offer HTTP/2 to servers.'),
    ftp: z.boolean().default(true).describe('Also fetch `ftp:` URLs.'),
    cookies: z
      .boolean()
      .default(false)
      .describe('Send cookies back to the host that set them, within one visit of that host.'),
    credentials: z
      .record(z.string().min(1), Credentials)
      .superRefine((all, context) => {
        for (const key of Object.keys(all))
          if (!credentialOrigin(key)) context.addIssue({ code: 'custom', path: [key], message: CREDENTIAL_KEY });
      })
      .default({})
      .describe(
        'Credentials per origin: `intranet.example.org: {basic: env:INTRANET}`. They are sent over HTTPS to exactly this host (with its port if it is not the default one). To send them unencrypted, name the scheme: `http://intranet.example.org` or `ftp://files.example.org:2121`. They are never logged or archived.',
      ),
    proxy: ProxyRow.nullable()
      .default(null)
      .describe('HTTP proxy for all requests. FTP does not work through a proxy.'),
  })
  .prefault({});
