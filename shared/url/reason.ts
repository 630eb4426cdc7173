/**
 * The closed list of words that say why a URL was not fetched, not kept or not followed. They are counted under these
 * names in every report and shown by `explain`, so each says one thing. A new refusal starts with a row here.
 */
export const REASONS = {
  // An address that cannot be one of ours.
  malformed: 'not an address, also after the usual repairs',
  scheme: 'neither http nor https',
  'too-long': 'longer than limits.maxUrlLength',
  // The crawl's own rules.
  scope: 'outside the scope of the crawl',
  'not-allowed': 'no allow rule matches',
  excluded: 'an exclude rule matches',
  'binary-extension': 'ends like a binary format that nothing here reads',
  'too-deep': 'further from the seeds than limits.maxDepth',
  'path-depth': 'more directories than limits.maxPathDepth',
  'repeated-segment': 'a path segment comes three times or more, as in a loop of relative links',
  'query-parameters': 'eight query parameters or more',
  calendar: 'a view of a calendar, far from the seeds or in a year that is out of reach',
  facets: 'a list narrowed down by three properties or more',
  'stop-directory': 'lies in a directory that is left out (stopDirectories)',
  'avoided-directory': 'known, and in a directory that is left out when pages are fetched again (avoidDirectories)',
  'host-budget': 'the host has had its pages (limits.maxPagesPerHost)',
  seen: 'already accepted before',
  nofollow: 'the page or the link asks not to be followed',
  'off-topic': 'found on a page that is off topic',
  stopped: 'the crawl is stopped',
  'host-dead': 'the host failed too often and rests',
  // Robots and the guard.
  robots: 'robots.txt disallows it',
  'robots-unreachable': 'robots.txt could not be read (server error or no answer), which counts as disallowed',
  'private-address': 'resolves to a private, loopback, link-local or otherwise reserved address',
  // What the network or the server did.
  dns: 'the name does not resolve',
  connect: 'no connection',
  tls: 'the secure connection failed',
  timeout: 'no whole answer in time',
  protocol: 'the answer is not HTTP',
  truncated: 'the answer ended early',
  'server-error': 'status 5xx',
  'client-error': 'status 4xx other than 404, 410 and 429',
  'too-many-requests': 'status 429',
  'not-found': 'status 404',
  gone: 'status 410',
  moved: 'leads to another address for good',
  'redirect-loop': 'too many redirects in a row (limits.maxRedirects)',
  'redirect-nowhere': 'a redirect without a usable address',
  'too-large': 'longer than limits.maxPageBytes, also after decompression',
  'header-too-large': 'headers longer than allowed',
  // Content.
  'not-modified': 'the server says it has not changed',
  'no-content': 'an empty body',
  'unwanted-type': 'a media type that nothing here reads',
  'unwelcome-name': 'a document whose name has a word of documents.unwelcomeNames',
  'too-small': 'a document with fewer bytes than documents.minBytes asks for',
  'conversion-failed': 'a document that its converter could not read',
  'conversion-timeout': 'a document whose conversion took longer than documents.timeoutMs',
  'conversion-memory': 'a document that needs more memory than documents.memoryMb, or unpacks to too much',
  encrypted: 'a document that asks for a password',
  'no-converter': 'a document for which the program that is set is not there',
  'not-a-sitemap': 'neither a sitemap, nor a feed, nor a list of addresses',
  noindex: 'the page asks not to be indexed',
  encoding: 'the content coding is unknown or broken',
  duplicate: 'the same content as another URL',
  poison: 'stopped the worker twice',
  'crawl-paused': 'the crawl is paused',
} as const;

export type Reason = keyof typeof REASONS;
