/**
 * The closed list of reason codes: why a URL was not fetched, not kept or not followed. Reports count under these names and
 * `thresher explain` shows them. Every new kind of refusal needs an entry here.
 */
export const REASONS = {
  // Invalid URLs.
  malformed: 'not a valid URL, even after the usual repairs',
  scheme: 'neither http, https nor ftp (fetch.ftp)',
  'too-long': 'longer than limits.maxUrlLength',
  // Rules of the crawl.
  scope: 'outside the scope of the crawl',
  'not-allowed': 'no allow rule matches',
  excluded: 'an exclude rule matches',
  deleted: 'removed with `thresher delete` and kept out until `thresher delete --lift`',
  alias: 'its host is an alias of another one, under whose name it is fetched (aliases)',
  'binary-extension': 'has the file extension of a binary format without a converter',
  'too-deep': 'more links from the seeds than limits.maxDepth',
  'path-depth': 'more directories than limits.maxPathDepth',
  'repeated-segment':
    'a path segment occurs three times or more, or a page repeats its own path in links below it, as in a loop of relative links',
  'query-parameters': 'eight query parameters or more',
  calendar: 'a calendar page, far from the seeds or in an implausible year',
  facets: 'a list filtered by three properties or more',
  'stop-directory':
    'in a directory of stopDirectories; with `strategy: cindi` also in one whose name has no relevant page on several sites',
  'avoided-directory':
    'already known, and in a directory that is skipped in revisits (avoidDirectories; with `strategy: cindi` by its rates)',
  'poor-site': 'too few pages of its site are relevant (cindi.minRelevancyRate)',
  anchor: 'the text of the link is not one that leads to relevant pages (cindi.anchorLists)',
  'host-budget': 'the host has reached its page limit (limits.maxPagesPerHost)',
  'template-budget': 'the URL template has reached its page limit (limits.maxPagesPerTemplate)',
  seen: 'already accepted before',
  'not-recycled': 'links are not followed (autoRecycleLinks)',
  nofollow: 'the page or the link has nofollow',
  'off-topic': 'found on an off-topic page',
  stopped: 'the crawl is stopped',
  'host-dead': 'visits to the host crashed too many workers; it is suspended',
  // robots.txt and the network guard.
  robots: 'robots.txt disallows it',
  'robots-unreachable': 'robots.txt could not be read (server error or no response), which counts as disallowed',
  'visit-time': 'outside the Visit-time of robots.txt: the host is visited when it begins',
  'crawl-delay-capped': 'robots.txt asks for a longer delay than politeness.crawlDelayCapS, which applies instead',
  'private-address': 'resolves to a private, loopback, link-local or otherwise reserved IP address',
  // Network and server.
  dns: 'the host name does not resolve',
  connect: 'no connection',
  tls: 'the TLS connection failed',
  timeout: 'no complete response in time',
  protocol: 'the response is not valid HTTP',
  truncated: 'the response ended early',
  'server-error': 'status 5xx',
  'client-error': 'status 4xx other than 404, 410 and 429',
  'too-many-requests': 'status 429',
  'not-found': 'status 404',
  held: 'gone, like too many pages of its host at once: its record is kept and it is fetched again',
  'soft-404':
    'has a text that many pages of its host got at the same time, like an error page: the previous record is kept',
  gone: 'status 410',
  closed: 'status 401 or 403 on two visits, or status 451, of a page that could be read before',
  moved: 'redirects permanently to another URL',
  'redirect-loop': 'too many consecutive redirects (limits.maxRedirects)',
  'redirect-nowhere': 'a redirect without a valid URL',
  'too-large':
    'larger than limits.maxPageBytes, packed or unpacked, or one of too many large documents that were fetched together',
  'header-too-large': 'headers larger than allowed',
  // Content.
  'not-modified': 'the content is the same as at the last visit, or the server reports no change',
  'no-content': 'an empty body, or a page or document without text and title',
  'unwanted-type': 'a media type that is not fetched or has no converter',
  'unwelcome-name': 'a document whose name contains a word of documents.unwelcomeNames',
  'too-small': 'a document smaller than documents.minBytes',
  'conversion-failed': 'a document that its converter could not read',
  'conversion-timeout': 'a document whose conversion took longer than documents.timeoutMs',
  'conversion-memory': 'a document that needs more memory than documents.memoryMb, or unpacks to too much data',
  encrypted: 'a document that requires a password',
  'no-converter': 'a document whose configured program is not installed',
  'not-a-sitemap': 'neither a sitemap, nor a feed, nor a list of URLs',
  sitemap: 'a list of URLs: read only for its entries',
  feed: 'a list of URLs given as a seed: its entries are seeds',
  listing: 'a list that is only followed for its links (an extract rule has keep: false)',
  'no-metadata': 'the page has none of the meta elements in metadata.required',
  plugin: 'a plug-in of the crawl dropped it',
  'plugin-failed': 'a plug-in of the crawl failed on it',
  noindex: 'the page has noindex',
  encoding: 'the content coding is unknown or broken',
  duplicate: 'the same content as another URL',
  poison: 'crashed its worker repeatedly',
  'crawl-paused': 'the crawl is paused',
} as const;

export type Reason = keyof typeof REASONS;
