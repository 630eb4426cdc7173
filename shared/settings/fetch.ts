import { z } from 'zod';
import { compileMediaTypes } from '../fetch/media-types.ts';
import type { VisitOptions } from '../fetch/visit-message.ts';
import { BINARY_EXTENSIONS } from '../url/extensions.ts';
import type { Settings } from './settings.ts';

const ms = (least: number, preset: number, meaning: string) =>
  z.int().min(least).max(60_000).default(preset).describe(meaning);
const mediaTypes = (preset: readonly string[], meaning: string) =>
  z
    .array(z.string().regex(/^[\w.+*-]+\/[\w.+*-]+$/, 'a media type, such as text/html or text/*'))
    .default([...preset])
    .describe(meaning);

export const GROUP = z
  .enum(['host', 'domain', 'address'])
  .default('host')
  .describe(
    'What is asked one request at a time: a host, all hosts of a registrable domain, or all at one address. On one machine, for hosts that a crawl has not met yet; a stack has one grouping for all crawls (`aws.grouping`).',
  );

/** Where a secret lies: never the secret itself, as settings are stored and shown. */
const SECRET = z
  .string()
  .regex(/^(?:env|secret):[\w/+=.@:-]+$/, '`env:NAME` or, on AWS, `secret:NAME`')
  .describe('`env:NAME`: a variable of the environment; `secret:NAME`: a secret of AWS Secrets Manager.');

const Credentials = z.strictObject({
  basic: SECRET.optional().describe('A secret `name:password`.'),
  bearer: SECRET.optional().describe('A secret token.'),
  header: z
    .strictObject({
      name: z
        .string()
        .regex(/^[\w-]+$/, 'a name of a header')
        .describe('Such as `X-Api-Key`.'),
      value: SECRET,
    })
    .optional()
    .describe('A header of its own.'),
});

const ProxyRow = z.strictObject({
  url: z
    .string()
    .regex(/^http:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?\/?$/i, '`http://host:port`, without credentials')
    .describe('`http://host:port` of an HTTP proxy that knows CONNECT, for http as for https.'),
  credentials: SECRET.optional().describe('A secret `name:password`.'),
  looksUp: z
    .boolean()
    .default(false)
    .describe(
      'Leave it to the proxy to look names up. Then it is the proxy that has to keep the crawl out of private networks: only addresses, and names of machines inside, are refused here.',
    ),
});

/** What nothing reads, whatever its name says: not downloaded. */
const UNREAD = [
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

/** Documents that are read, but are large and often something else than their name says. */
const DOCUMENTS = [
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
const MORE_DOCUMENTS = ['odt', 'ods', 'odp', 'odg', 'rtf', 'epub', 'mobi', 'zip', 'gz'];

export const FetchSchema = z
  .strictObject({
    connectTimeoutMs: ms(100, 5_000, 'Milliseconds for a connection: look-up, TCP and TLS.'),
    firstByteTimeoutMs: ms(100, 10_000, 'Milliseconds until an answer begins, and of silence within it.'),
    maxHeaderBytes: z.int().min(1_024).max(1_048_576).default(65_536).describe('Bytes of the head of an answer.'),
    maxUnpackRatio: z
      .int()
      .min(2)
      .max(100_000)
      .default(100)
      .describe('A packed body may become so many times as long (a small one a megabyte in any case).'),
    types: mediaTypes(
      ['text/*', 'application/*', 'message/*', 'multipart/*'],
      'Media types that are downloaded; others are refused when the head of an answer names them. An answer that names none is.',
    ),
    exceptTypes: mediaTypes(UNREAD, 'Of these the ones that are refused all the same.'),
    headFirst: z
      .array(z.string().regex(/^[a-z0-9]{1,10}$/, 'an ending without its dot'))
      .default([...new Set([...DOCUMENTS, ...MORE_DOCUMENTS, ...BINARY_EXTENSIONS])].sort())
      .describe(
        'Addresses with these endings are asked about (HEAD) before they are fetched for the first time: what is refused by type or length costs no download.',
      ),
    acceptLanguage: z
      .string()
      .regex(/^[A-Za-z0-9,;=.* -]{1,200}$/, 'as in the header: `de, en;q=0.5`')
      .nullable()
      .default(null)
      .describe('Accept-Language of every request: `de, en;q=0.5`. Not given: none is sent.'),
    http2: z.boolean().default(true).describe('Offer HTTP/2 to servers; they choose.'),
    ftp: z.boolean().default(true).describe('Follow addresses of FTP servers as well as those of http and https.'),
    cookies: z
      .boolean()
      .default(false)
      .describe('Send back what a host sets, within one visit of that host and no longer.'),
    credentials: z
      .record(z.string().min(1), Credentials)
      .default({})
      .describe(
        'What a host is told of who asks: `intranet.example.org: {basic: env:INTRANET}`. For this very host (with its port, if it is not the usual one); in no log and no archive.',
      ),
    proxy: ProxyRow.nullable().default(null).describe('All requests go through it; FTP cannot.'),
  })
  .prefault({});

/** For the client of the network, but for what is secret. */
export function fetcherOptionsOf({ userAgent, network, fetch }: Pick<Settings, 'userAgent' | 'network' | 'fetch'>) {
  const { connectTimeoutMs, firstByteTimeoutMs, maxHeaderBytes, acceptLanguage, http2 } = fetch;
  return {
    userAgent,
    resolve: network.resolve,
    allowPrivate: network.allowPrivate,
    connectMs: connectTimeoutMs,
    firstByteMs: firstByteTimeoutMs,
    maxHeaderBytes,
    http2,
    headers: acceptLanguage === null ? {} : { 'accept-language': acceptLanguage },
  };
}

/** For visits. */
export function answerRulesOf({
  fetch,
  limits,
}: Pick<Settings, 'fetch' | 'limits'>): Pick<VisitOptions, 'unwanted' | 'headFirst' | 'cookies'> {
  return {
    unwanted: compileMediaTypes({ types: fetch.types, except: fetch.exceptTypes, maxBytes: limits.maxPageBytes }),
    headFirst: new Set(fetch.headFirst),
    cookies: fetch.cookies,
  };
}
