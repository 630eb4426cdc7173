// Generated: npx thresher settings --types > shared/settings/schema/given-settings.ts
// biome-ignore-all format: generated

/** Settings as written in a crawl.yaml, without defaults. */
export type GivenSettings = {
  /** Name of the crawl. Several crawls can share one data folder or stack. Default: `main`. */
  crawl?: string | undefined;
  /**
   * Settings for a kind of crawl, used where this file gives no value. `topic` and `papers` need `topic.filters`.
   * docs/crawling.md describes the presets and lists their values.
   */
  preset?: "site" | "topic" | "news" | "library" | "papers" | "archive" | undefined;
  /**
   * Value of the `User-Agent` header. Include a URL or mail address where site owners can reach you; without one,
   * `thresher crawl` prints a warning if a seed is public. The part before the first slash or space is the name that
   * robots.txt and meta robots address. In browser-like values such as `Mozilla/5.0 (compatible; Bogbot/1.0; …)` and
   * `Mozilla/5.0 (X11) Bogbot/1.0` it is `Bogbot`. Default: `Thresher/0.1`.
   */
  userAgent?: string | undefined;
  /** Start URLs, and sources of start URLs: files, sitemaps, feeds, archives and search engines. */
  seeds: Array<string | {
    /** Start URL. */
    url: string;
    /** Priority class, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
    /** Metadata of the seed, such as a title or an id of your own: `listing` in the record of its page. */
    about?: Record<string, string> | undefined;
    /** File and line of the seed, for messages. */
    from?: string | undefined;
  } | {
    /** Text file with one URL per line, optionally followed by a priority and `name=value` pairs. `#` starts a comment. */
    file: string;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** Sitemap or sitemap index: a file, or a URL that the crawl fetches itself. */
    sitemap: string;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** RSS, Atom or JSON Feed: a URL or a file. */
    feed: string;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** OPML list of feeds: a URL or a file. */
    opml: string;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** `content.rdf.u8` of an Open Directory (DMOZ) dump, compressed or not. */
    odp: string;
    /**
     * Categories to include, with all subcategories: `Top/Science/Biology`. `*` matches one part of the path, `**` any
     * number. Empty: all categories.
     */
    categories?: Array<string> | undefined;
    /** `structure.rdf.u8` of the dump. It adds subcategories from other parts of the tree. */
    structure?: string | undefined;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** WARC files, compressed or not. Their pages are fetched again. */
    warc: string | Array<string>;
    /** Use only pages whose digest is listed in this file. */
    digests?: string | undefined;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** WACZ files. Their pages are fetched again. */
    wacz: string | Array<string>;
    /** Use only pages whose digest is listed in this file. */
    digests?: string | undefined;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** CDX or CDXJ files, compressed or not. Their pages are fetched again. */
    cdx: string | Array<string>;
    /** Use only pages whose digest is listed in this file. */
    digests?: string | undefined;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** File with digests of records, one per line. The pages of these records are fetched again. */
    digests: string;
    /** Name of the crawl that has the records. Default: this crawl. */
    index?: string | undefined;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** Queries to search engines: a list, or a file with one query per line. */
    queries: Array<string> | {
      file: string;
    };
    /** Search engines to query. Their results are merged. */
    providers: Array<{
      /** Base URL of a SearXNG instance that allows JSON output. */
      searxng: string;
    } | {
      /** An OpenSearch description, or a URL template with `{searchTerms}`. */
      opensearch: string;
    } | {
      /** Name of a crawl in the same data folder. Its records are searched. */
      index: string;
    }>;
    /** Maximum number of results per query and provider. Default: `200`. */
    first?: number | undefined;
    /** Skip URLs of PDF files and other documents, which rarely contain links. Default: `true`. */
    dropDocuments?: boolean | undefined;
    /** Priority class of seeds without one of their own, from 0 (fetched first) to 7 (last). Default: `0`. */
    priority?: number | undefined;
  } | {
    /** Written by Thresher: the source of seeds that are not listed here. */
    gathered: string;
    /** Written by Thresher: number of accepted seeds from this source. */
    seeds: number;
    /** Written by Thresher: packed scope keys of these seeds. Default: ``. */
    keys?: string | undefined;
  }>;
  /**
   * Read the sitemaps that robots.txt names, and follow their entries. `usual`: if robots.txt names none, try
   * `/sitemap.xml`. With `scope: any`, only on hosts of seeds. Default: `true`.
   */
  sitemaps?: boolean | "usual" | undefined;
  /**
   * Which links are in scope. `host`: the hosts of the seeds, with and without `www.`. `domain`: their registrable
   * domains. `prefix`: URLs in or below the directory of a seed. `any`: all URLs. Default: `host` without a topic, `any`
   * with one.
   */
  scope?: "host" | "domain" | "prefix" | "any" | undefined;
  /**
   * Which URLs are fetched first. `focused`: by a model that learns which links lead to the topic; without a topic, by
   * depth. docs/visits.md describes the others. Default: `focused`.
   */
  strategy?: "focused" | "cindi" | "best-first" | "breadth-first" | "depth-first" | "opic" | "two-queue" | undefined;
  /**
   * Number of seeds opened per cycle, with `two-queue`. The next cycle starts when no URL of these seeds, or found from
   * them, is queued. Default: `200`.
   */
  seedsACycle?: number | undefined;
  /**
   * Follow the links of pages, of all or of those on topic (`topic.follow`). `false`: record links with their page, and
   * fetch only seeds. Default: `true`.
   */
  autoRecycleLinks?: boolean | undefined;
  /** Treat URLs in the text of a page as links. Default: `false`. */
  extractLinksFromText?: boolean | undefined;
  /**
   * Also fetch the files that pages and stylesheets embed, from any host: images, stylesheets, scripts, fonts, audio and
   * video. `fetch.types` must allow their media types, such as `*\/*`. They have the depth of their page. Default:
   * `false`.
   */
  embeddedFiles?: boolean | undefined;
  /** Follow redirects within a host in the same visit. `false`: queue the target like any other link. Default: `true`. */
  followRedirects?: boolean | undefined;
  /**
   * Fetch only URLs that match one of these docs/patterns: a glob such as `/docs/*`, `*.example.org` or `*.pdf`, `HOST:
   * regex` or `URL regex`. Empty: all URLs.
   */
  allow?: Array<string> | undefined;
  /** Refuse URLs that match one of these patterns. Checked after `allow`. */
  exclude?: Array<string> | undefined;
  /**
   * Parameters that carry a session id. They are removed from URLs. A trailing `*` matches any ending. Default:
   * `jsessionid, phpsessid, sessionid, session_id, sessid, sid` and 15 more.
   */
  sessionIds?: Array<string> | undefined;
  /**
   * Parameters that only track visitors. They are removed from URLs. A trailing `*` matches any ending. Default: `utm_*,
   * mtm_*, matomo_*, piwik_*, pk_campaign, pk_kwd` and 40 more.
   */
  trackingParameters?: Array<string> | undefined;
  /** Host names of the same server: `www2.example.org: www.example.org`. The left name is replaced by the right one. */
  aliases?: Record<string, string> | undefined;
  /**
   * Aliases that `thresher aliases --apply` found. The command writes them into the stored settings of a crawl, and they
   * stay when a changed crawl.yaml is applied. `aliases` takes precedence.
   */
  foundAliases?: Record<string, string> | undefined;
  /** Replace `//` in a path by `/`. A few servers treat them differently. Default: `false`. */
  foldSlashes?: boolean | undefined;
  /** Replace `/index.html`, `/default.aspx` and similar names by `/`. Default: `false`. */
  dropIndexPages?: boolean | undefined;
  /** Sort query parameters alphabetically. A few servers depend on their order. Default: `false`. */
  sortParameters?: boolean | undefined;
  /** Names of directories to skip at any level of a path: `calendar`, `cgi-bin`. */
  stopDirectories?: Array<string> | undefined;
  /**
   * Directories that are fetched once and skipped when pages are fetched again: a path (`/old/`), a host with a path
   * (`www.example.org/old/`) or a host, including everything below.
   */
  avoidDirectories?: Array<string> | undefined;
  /**
   * Words that raise the priority of a link if they are a whole label of its host or a whole segment of its path. They
   * count more below `edu` and `ac`.
   */
  urlWords?: Array<string> | undefined;
  politeness?: {
    /**
     * Unit that receives one request at a time: a host name with all its ports, all hosts of a registrable domain, or all
     * hosts at one IP address. On one machine a change applies to hosts that the crawl has not visited yet. A stack has
     * one grouping for all crawls (`aws.grouping`). Default: `host`.
     */
    group?: "host" | "domain" | "address" | undefined;
    /** Minimum pause between two requests to a host, in milliseconds. A `Crawl-delay` can increase it. Default: `2000`. */
    hostPauseMs?: number | undefined;
    /** Maximum `Crawl-delay` that is honoured, in seconds. Longer delays are reduced to it. Default: `300`. */
    crawlDelayCapS?: number | undefined;
    /** Minimum pause as a multiple of the last response time, so that slow servers get longer pauses. Default: `1`. */
    answerTimeFactor?: number | undefined;
  } | undefined;
  limits?: {
    /**
     * Maximum number of pages to fetch. The crawl ends when it is reached. A page is one request for a URL other than
     * robots.txt, whatever the answer: redirects, errors, lists, unchanged pages, retries and revisits count. Default:
     * `null`.
     */
    pages?: number | null | undefined;
    /** Maximum number of links from the nearest seed. Default: `null`. */
    maxDepth?: number | null | undefined;
    /** Maximum number of pages per host. Default: `null`. */
    maxPagesPerHost?: number | null | undefined;
    /**
     * Maximum number of hosts of a registrable domain that links, redirects and sitemaps may add, against domains that
     * answer any host name. The domain itself, its `www` host and hosts that seeds have added do not count and are never
     * refused. Each blog below a public suffix, such as `github.io`, is a domain of its own. An IP address is a domain,
     * too, and its ports are hosts. Default: `5000`.
     */
    maxHostsPerDomain?: number | null | undefined;
    /**
     * Maximum number of pages per URL template and host, against endless calendars and lists. URLs share a template if
     * they differ only in numbers, dates and ids of the path, and in query values. With two query parameters the limit is
     * a third of this, with more a tenth. Default: `20000`.
     */
    maxPagesPerTemplate?: number | null | undefined;
    /** Maximum number of directories in the path of a URL that was found through a link. Default: `7`. */
    maxPathDepth?: number | undefined;
    /** Maximum length of a URL, in characters. Longer URLs are refused. Default: `2048`. */
    maxUrlLength?: number | undefined;
    /** Maximum number of consecutive redirects, also from host to host. Default: `5`. */
    maxRedirects?: number | undefined;
    /** Timeout for a whole page, in milliseconds. At most 60,000 in a stack. Default: `30000`. */
    fetchTimeoutMs?: number | undefined;
    /** Maximum size of a page, in bytes. The rest is not read. Default: `10485760`. */
    maxPageBytes?: number | undefined;
    /**
     * Maximum size of a sitemap, feed or other list, in bytes, both packed and unpacked. The rest is not read. Default:
     * `52428800`.
     */
    maxSitemapBytes?: number | undefined;
  } | undefined;
  budget?: {
    /**
     * Maximum cost of paid services, in US dollars. Local crawls cost nothing. When this or one of the limits below is
     * reached, nothing more is dispatched. Close to a limit, dispatch allows as many pages as fit at the average use per
     * page so far. Default: `null`.
     */
    usd?: number | null | undefined;
    /** Maximum number of requests to web servers, including robots.txt. Default: `null`. */
    requests?: number | null | undefined;
    /** Maximum number of bytes received in response bodies. Default: `null`. */
    bytes?: number | null | undefined;
    /** Maximum duration of the crawl, in days since it was created. Default: `null`. */
    days?: number | null | undefined;
  } | undefined;
  network?: {
    /** Private or reserved IP ranges that the crawl may access, such as `10.0.0.0/8`, for intranets and tests. */
    allowPrivate?: Array<string> | undefined;
    /**
     * Fixed IP addresses of host names, used instead of DNS: `"*.test": 127.0.0.1`. A port (`127.0.0.1:8080`) replaces
     * that of the URL.
     */
    resolve?: Record<string, string> | undefined;
  } | undefined;
  fetch?: {
    /** Timeout for a connection, in milliseconds: DNS lookup, TCP and TLS. Default: `5000`. */
    connectTimeoutMs?: number | undefined;
    /** Timeout for the first byte of a response, and for pauses within it, in milliseconds. Default: `10000`. */
    firstByteTimeoutMs?: number | undefined;
    /**
     * Maximum mean rate at which response bodies are received, of all hosts together, in bytes per second
     * (docs/crawling.md). In a stack it holds for each call of the fetch function. `null`: no limit. Default: `null`.
     */
    maxBytesPerSecond?: number | null | undefined;
    /** Maximum size of response headers, in bytes. Default: `65536`. */
    maxHeaderBytes?: number | undefined;
    /** Maximum ratio of the unpacked to the packed size of a body. Up to 1 MB unpacked is always accepted. Default: `100`. */
    maxUnpackRatio?: number | undefined;
    /**
     * Media types to download. Others are refused as soon as the response headers name them. A response without a media
     * type is downloaded. `*\/*`: all types, and URLs with any file extension. Default: `text/*, application/*, message/*,
     * multipart/*`.
     */
    types?: Array<string> | undefined;
    /**
     * Media types to refuse even if `types` includes them. `application/gzip` does not refuse files that are named as
     * documents, such as `paper.ps.gz`; `exclude` does. Default: `text/css, text/javascript, application/javascript,
     * application/x-javascript, application/ecmascript, application/wasm` and 29 more.
     */
    exceptTypes?: Array<string> | undefined;
    /**
     * File extensions of URLs that are checked with a HEAD request before the first download, so that a refused type or
     * size costs no download. Default: `3gp, 7z, aac, accdb, aif, aiff` and 138 more.
     */
    headFirst?: Array<string> | undefined;
    /** `Accept-Language` header of every request, such as `de, en;q=0.5`. `null`: the header is not sent. Default: `null`. */
    acceptLanguage?: string | null | undefined;
    /**
     * Further request headers by host: `example.org`, `example.org:8080`, `*.example.org`, or `*` for all hosts, such as
     * `{"*": {DNT: "1"}, archive.example.org: {From: ada@example.org}}`. The most specific key wins. They are sent with
     * every request to the host, also for robots.txt and after redirects to it, and are archived. Those that a request
     * sets itself override them, such as `Accept` for robots.txt and sitemaps. Headers with known names of credentials are
     * refused, such as `X-Api-Key`, and belong into `fetch.credentials`; names that only your server knows are not
     * recognised.
     */
    headers?: Record<string, Record<string, string>> | undefined;
    /** Offer HTTP/2 to servers. Default: `true`. */
    http2?: boolean | undefined;
    /** Also fetch `ftp:` URLs. Default: `true`. */
    ftp?: boolean | undefined;
    /** Send cookies back to the host that set them, within one visit of that host. Default: `false`. */
    cookies?: boolean | undefined;
    /**
     * Credentials per origin: `intranet.example.org: {basic: env:INTRANET}`. They are sent over HTTPS to exactly this host
     * (with its port if it is not the default one). To send them unencrypted, name the scheme:
     * `http://intranet.example.org` or `ftp://files.example.org:2121`. They are never logged or archived.
     */
    credentials?: Record<string, {
      /** Secret of the form `name:password`, for HTTP Basic authentication. */
      basic?: string | undefined;
      /** Secret token, sent as `Authorization: Bearer …`. */
      bearer?: string | undefined;
      /** Header with a secret value: an API key, or `Cookie` with the session of a person who has signed in to the site. */
      header?: {
        /** Name of the header, such as `X-Api-Key`. */
        name: string;
        /** `env:NAME`: an environment variable. `secret:NAME`: a secret in AWS Secrets Manager. */
        value: string;
      } | undefined;
    }> | undefined;
    /** HTTP proxy for all requests. FTP does not work through a proxy. Default: `null`. */
    proxy?: {
      /** `http://host:port` of an HTTP proxy that supports CONNECT, for http and https. */
      url: string;
      /** Secret of the form `name:password` for the proxy. */
      credentials?: string | undefined;
      /**
       * Let the proxy resolve host names. The proxy must then keep the crawl out of private networks: Thresher refuses
       * only private IP addresses and internal host names. Default: `false`.
       */
      looksUp?: boolean | undefined;
    } | null | undefined;
  } | undefined;
  /** Pages whose text is written by scripts are loaded in a browser (docs/rendering.md). Local crawls only; needs Chromium. */
  rendering?: {
    /** Render the pages whose URLs match one of these patterns, as in `allow`: `*.example.org`, `/app/*`. */
    pages?: Array<string> | undefined;
    /** Also render pages that have scripts and hardly any text as they are sent. Default: `false`. */
    emptyPages?: boolean | undefined;
    /** Path of Chromium, Chrome or Edge. `null`: the first one that is found in `PATH`. Default: `null`. */
    browser?: string | null | undefined;
    /** Maximum time to render a page, in milliseconds. A page that still loads then is read as it is. Default: `15000`. */
    timeoutMs?: number | undefined;
    /** Maximum number of requests for scripts and data of one page. The others are refused. Default: `60`. */
    maxRequests?: number | undefined;
    /**
     * Also send the POST requests of scripts to hosts of the same registrable domain, as pages with GraphQL need them.
     * They may change something on the server. Default: `false`.
     */
    posts?: boolean | undefined;
    /** Number of pages that are rendered at the same time. Default: `2`. */
    pagesAtOnce?: number | undefined;
  } | undefined;
  /** Maximum number of hosts visited at the same time. Default: `64`. */
  concurrency?: number | undefined;
  robots?: {
    /**
     * Your own hosts, by full name, whose robots.txt rules this crawl ignores. The file is still read: delays, visit times
     * and sitemaps apply. The start of a crawl, its status and `thresher explain` report these hosts. Do not list hosts of
     * others.
     */
    ignore?: Array<string> | undefined;
    /**
     * Request `/.well-known/tdmrep.json` of each site, once a day, and record which pages reserve the rights of text and
     * data mining (`about.reserved`). One more request a site. Default: `false`.
     */
    tdmrep?: boolean | undefined;
    /**
     * Request `/ai.txt` of each site, once a day, and record its line about each page (`about.reserved`), which says
     * whether AI may be trained on it. One more request a site. Default: `false`.
     */
    aiTxt?: boolean | undefined;
    /**
     * Store the answers to requests for robots.txt, and for the files of rights above, in the archive, as evidence of what
     * the site answered. `preset: archive` sets it. Default: `false`.
     */
    archive?: boolean | undefined;
  } | undefined;
  revisit?: {
    /**
     * How the interval between visits of a page is chosen. `fixed`: always `days`. `adaptive`: by an estimated change
     * rate, so that requests keep as many pages as possible up to date. `steps`: 1.5 times as long after a visit without a
     * change, half as long after a change. `change-rate`: former name of `adaptive`. docs/benchmarks.md compares them.
     * Default: `fixed`.
     */
    mode?: "fixed" | "adaptive" | "steps" | "change-rate" | undefined;
    /**
     * Interval in days. With `mode: fixed`: between all visits; `null`: pages are not fetched again. With other modes:
     * after the first visit only; `null`: 7 days. Default: `null`.
     */
    days?: number | null | undefined;
    /** Minimum learned interval, in days. With `mode: adaptive` it also sets the price of a request. Default: `1`. */
    minDays?: number | undefined;
    /** Maximum learned interval, in days. Default: `30`. */
    maxDays?: number | undefined;
    /**
     * Minimum time until a page is fetched again, in days, by the outcome of its last visit: `{unchanged: 20, gone: 90,
     * failed: 1}`. `fetched`: new or changed content. `unchanged`, `gone` (404, 410). `failed`: also delays retries.
     * `robots`: refused by robots.txt; such a URL is then also tried again with `days: null`.
     */
    minDaysAfter?: Partial<Record<"fetched" | "unchanged" | "gone" | "failed" | "robots", number>> | undefined;
    /**
     * Maximum share of the known pages of a host that may disappear within a week (404, 410, or redirected to a common
     * target). Above it, these pages keep their records and are fetched again, until `thresher recrawl --gone` confirms
     * the removal. `1` turns this check off. Default: `0.5`.
     */
    maxGoneShare?: number | undefined;
  } | undefined;
  /**
   * Actions at set times. On AWS they start on time. On one machine `thresher crawl --watch` starts them on time, and any
   * other run catches up on those that were due since the last run.
   */
  schedules?: Array<{
    /** Name of the schedule, unique in its crawl. */
    name: string;
    /**
     * What the schedule does. `recrawl`: fetch all known pages, or those under `prefix`, again. `retry`: fetch the seeds
     * again, and URLs known for at most `days` that have not yielded a page. `new`: follow the links found since the last
     * run; without such a schedule links are followed at once.
     */
    run: "recrawl" | "retry" | "new";
    /**
     * When to run: `rate(7 days)`, or `cron(10 0 ? * MON,WED,FRI *)` with minutes, hours, day of the month, month, day of
     * the week and year. One of the two day fields must be `?`.
     */
    at: string;
    /** Time zone of a `cron` timing, such as `Europe/Stockholm`. Default: `UTC`. */
    timezone?: string | undefined;
    /** Only pages whose URL starts with this prefix. The prefix includes the host. */
    prefix?: string | undefined;
    /** With `run: retry`: maximum age of a URL, in days since it was found. Default: 14. */
    days?: number | undefined;
    /** Skip pages that were fetched within this many days: `30` means at most once a month. */
    notWithinDays?: number | undefined;
  }> | undefined;
  topic?: {
    /** Topic filters, in order. The first filter that decides ends the evaluation. Empty: every document is relevant. */
    filters?: Array<{
      /**
       * Hosts, such as `example.org`, with all subdomains, whose pages are relevant whatever their content: a list, or a
       * file with one host per line.
       */
      sitesOk: Array<string> | {
        file: string;
      };
    } | {
      /** Rules about the metadata of a page, which must all be met. */
      metadata: Array<{
        /**
         * Name of a meta element, of a field of `metadata.fields`, or `title`, `author`, `date`, `modified`, `publisher`,
         * `description`, `keywords`, `language`, `genre` or `type`; in any case. A trailing `*` matches any ending.
         */
        field: string;
        /** Regular expression (RE2, any case) that a value must match. Absent: the field must have a value. */
        matches?: string | undefined;
        /** Invert the rule: no value, or no value that matches. Default: `false`. */
        not?: boolean | undefined;
      }>;
      /**
       * `accept`: a page that meets the rules is relevant; others go to the next filter. `require`: a page that does not
       * meet them is off-topic; others go to the next filter. Default: `accept`.
       */
      action?: "accept" | "require" | undefined;
      /** `all`: a page that does not meet the rules is not kept, but all its links in scope are followed. Default: `topic`. */
      follow?: "topic" | "all" | undefined;
    } | {
      /**
       * Words, phrases and expressions, as in a topic definition. A page with one of them in its title or meta keywords is
       * relevant. A list, or a file with one per line.
       */
      domainWords: Array<string> | {
        file: string;
      };
    } | {
      /** Accept or reject documents by their type: files, papers in HTML, and pages of one of the types. */
      documents: {
        /**
         * Types of documents to accept: `thesis`, `technical-paper`, `academic-paper`, `faq`, by section words. Default:
         * `thesis, technical-paper, academic-paper, faq`.
         */
        accept?: Array<"thesis" | "technical-paper" | "academic-paper" | "faq"> | undefined;
        /** Types of documents that are off-topic. They take precedence over `accept`. */
        reject?: Array<"thesis" | "technical-paper" | "academic-paper" | "faq"> | undefined;
      };
      /**
       * `accept`: documents of an accepted type are relevant; other pages go to the next filter. `require`: documents of
       * no accepted type are off-topic; other pages go to the next filter. Default: `accept`.
       */
      action?: "accept" | "require" | undefined;
    } | {
      /** File with a topic definition in Combine's format: `weight: term [@and term]=CLASS`. */
      terms: string;
      /** Text of the topic definition, used instead of the file. */
      termsText?: string | undefined;
      /** Documents with a score above this value are relevant. Default: `0`. */
      cutOff?: number | undefined;
      /**
       * How a topic definition scores a document, as in Combine. `1`: weight of the term times weight of the place, for
       * each match. `2`: weight of the term, less for late matches and for parts of a Boolean term that are far apart; no
       * regular expressions, `weights` or `normalise`. Default: `1`.
       */
      algorithm?: 1 | 2 | undefined;
      /** Weight of a match by its place in the document. */
      weights?: {
        /** Weight of a match in the title. Default: `10`. */
        title?: number | undefined;
        /** Weight of a match in the description or keywords. Default: `4`. */
        metadata?: number | undefined;
        /** Weight of a match in headings. Default: `2`. */
        headings?: number | undefined;
        /** Weight of a match in the plain text. Default: `1`. */
        text?: number | undefined;
      } | undefined;
      /** Divide the score by the length of the text. Default: `false`. */
      normalise?: boolean | undefined;
    } | {
      /** File with a model of `thresher train`. */
      model: string;
      /** Content of the file in Base64, used instead of the file. */
      modelData?: string | undefined;
      /**
       * Documents with a score above this value are relevant. At 0.5 a document is relevant if its most likely class is on
       * topic. Default: `0.5`.
       */
      cutOff?: number | undefined;
      /**
       * Train the model again with pages of the crawl after so many judged pages, such as 50000. Absent: never. On one
       * machine only; a stack does not train.
       */
      retrainPages?: number | undefined;
    } | {
      /** JavaScript or TypeScript module that exports `classify(document)`, which returns a verdict or nothing. */
      plugin: string;
      /** Maximum time for one document, in milliseconds. After that the next filter judges the document. Default: `1000`. */
      timeoutMs?: number | undefined;
    }> | undefined;
    /**
     * Pages whose links are followed. `all`: the verdict of a page only ranks its links. `relevant`: links of off-topic
     * pages are dropped, except those of seeds. Default: `all`.
     */
    follow?: "all" | "relevant" | undefined;
  } | undefined;
  /**
   * Known pages on topic that the crawl does not start from: a list of URLs, or a file with one per line; at most 1,000.
   * `thresher status` and the crawl page say how many of them have a record, which estimates the recall. Nothing is
   * fetched because of them, and seeds among them do not count.
   */
  targets?: Array<string> | {
    file: string;
  } | undefined;
  /** Rules of `strategy: cindi`. Other strategies do not read them. */
  cindi?: {
    /**
     * Follow off-topic pages that lead to relevant ones (Layer 2). `false`: drop links of off-topic pages. Default:
     * `true`.
     */
    contextGraph?: boolean | undefined;
    /** Drop links by their text: the pruning list for Layer 1, the extracting list for Layer 2. Default: `true`. */
    anchorLists?: boolean | undefined;
    /** Decide by URLs, stop directories and the rates of sites and directories. Default: `true`. */
    urlInspection?: boolean | undefined;
    /**
     * How Layer 2 is accepted while no link of the high queue waits. `meant`: log P(in) > log P(out) / `biasFactor`.
     * `printed`: log P(in) > `biasFactor` · log P(out), which is stricter than without tunnelling. Default: `meant`.
     */
    tunnelling?: "meant" | "printed" | "off" | undefined;
    /** γ of the tunnelling rule. 1: no change of Layer 2. Default: `0.75`. */
    biasFactor?: number | undefined;
    /** Number of new sites with a relevant page that ends tunnelling. Default: `30`. */
    sitesToEndTunnelling?: number | undefined;
    /** A directory name without a relevant page on more sites than this is a stop directory. Default: `5`. */
    stopDirectorySites?: number | undefined;
    /** Number of pages of a site before it can be dropped because of `minRelevancyRate`. Default: `200`. */
    sitePages?: number | undefined;
    /** Number of pages of a site between two decisions about it. Default: `100`. */
    siteStep?: number | undefined;
    /** Number of pages of a directory or site before its pages are left out of revisits. Default: `20`. */
    directoryPages?: number | undefined;
    /**
     * Minimum page relevancy rate (PRR): relevant pages / visited pages. A site below it is dropped. A directory or site
     * below it is not revisited. Default: `0.05`.
     */
    minRelevancyRate?: number | undefined;
    /**
     * Minimum document download rate (DDR): links to documents / visited pages. A directory or site below it is not
     * revisited. Needs a `documents` filter. Default: `0.01`.
     */
    minDownloadRate?: number | undefined;
    /**
     * Minimum accepted document rate (ADR): accepted documents / fetched documents. A directory or site below it is not
     * revisited. Needs a `documents` filter. Default: `0.05`.
     */
    minAcceptedRate?: number | undefined;
    /**
     * Number of relevant pages from which a model with `retrainPages` is trained again as weighted naive Bayes. Before, it
     * keeps its algorithm, such as `rbf`. Default: `5000`.
     */
    bayesRelevantPages?: number | undefined;
    /** Number of other pages that naive Bayes needs, too. Default: `10000`. */
    bayesOtherPages?: number | undefined;
  } | undefined;
  /** Detect the language and country of pages. `false`: the language is `und`, and there is no country. Default: `true`. */
  analyse?: boolean | undefined;
  documents?: {
    /**
     * Document formats to keep, from `pdf`, `docx`, `xlsx`, `pptx`, `odt`, `ods`, `odp`, `rtf`, `epub`, `latex`, `xml`,
     * `mail`, `image`, `doc`, `xls`, `ppt`, `ps`. Default: `pdf, docx, xlsx, pptx, odt, ods` and 10 more.
     */
    types?: Array<"pdf" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" | "rtf" | "epub" | "latex" | "xml" | "mail" | "image" | "doc" | "xls" | "ppt" | "ps"> | undefined;
    /** Drop documents whose file name contains one of these words, such as `homework` or `cv`. */
    unwelcomeNames?: Array<string> | undefined;
    /** Minimum size per format, in bytes; smaller documents are dropped: `pdf: 8192`. */
    minBytes?: Partial<Record<"pdf" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" | "rtf" | "epub" | "latex" | "xml" | "mail" | "image" | "doc" | "xls" | "ppt" | "ps", number>> | undefined;
    /**
     * External programs that convert a format. They replace the built-in converter or add a missing one (`ps`). They run
     * in local crawls only.
     */
    programs?: Partial<Record<"pdf" | "docx" | "xlsx" | "pptx" | "odt" | "ods" | "odp" | "rtf" | "epub" | "latex" | "xml" | "mail" | "image" | "doc" | "xls" | "ppt" | "ps", {
      /** Program and arguments. `{in}` is replaced by the path of the document. No shell is involved. */
      command: Array<string>;
      /** Format that the program writes to standard output, in UTF-8. Default: `text`. */
      output?: "text" | "html" | undefined;
    }>> | undefined;
    /** Maximum time to convert one document, in milliseconds. Default: `20000`. */
    timeoutMs?: number | undefined;
    /**
     * Maximum memory to convert one document, in megabytes. On AWS it is capped by the memory that the function has to
     * spare. Default: `512`.
     */
    memoryMb?: number | undefined;
    /** Maximum unpacked size of one document, in bytes. Default: `100000000`. */
    unpackedBytes?: number | undefined;
  } | undefined;
  clean?: {
    /**
     * How the main text is separated from navigation and other boilerplate. `model`: boosted trees trained on pages with
     * annotated main text. `density`: the densest paragraphs outside of elements that mark navigation. `density-strings`
     * and `density-as-written`: text density between structural tags only, where empty strings are skipped
     * (`density-strings`) or counted (`density-as-written`); `density-two-peaks` compares the regions around the two
     * longest strings. Default: `model`.
     */
    mainText?: "model" | "density" | "density-strings" | "density-as-written" | "density-two-peaks" | undefined;
    /**
     * Treat text that most pages of a host repeat as site boilerplate. Applies if one batch contains several pages of the
     * host, and only with `mainText: model`. Default: `true`.
     */
    siteTemplates?: boolean | undefined;
    /** Maximum length of the main text of a document, in characters. Longer text is truncated. Default: `2000000`. */
    maxText?: number | undefined;
    /**
     * Maximum number of links listed per page, including URLs found in its text. Further links are ignored, and so are
     * those after 2,000,000 characters of URLs. Default: `10000`.
     */
    maxLinks?: number | undefined;
    /**
     * Maximum number of images, videos and audio files listed per page (`media`), each with all sizes from `srcset`. `0`
     * lists none. Default: `0`.
     */
    maxMedia?: number | undefined;
    /** Maximum nesting depth of HTML elements. Deeper elements are treated as one. Default: `512`. */
    maxDepth?: number | undefined;
    /** Maximum number of tags and text nodes read per page. The rest of the page is ignored. Default: `5000000`. */
    maxNodes?: number | undefined;
    /** Maximum number of attributes read per tag. Further attributes are ignored. Default: `100000`. */
    maxAttributes?: number | undefined;
    /**
     * MaxMind database (`.mmdb`, such as GeoLite2 Country or DB-IP Lite) that maps the IP address of a server to a
     * country. On AWS: the object `files/<name>` in the data bucket. It takes precedence over the top-level domain, so a
     * page delivered by a CDN gets the country of the CDN server. `null`: the country follows from the top-level domain.
     * Default: `null`.
     */
    geoip?: string | null | undefined;
    /** Also store the main text as Markdown, with headings, lists, tables, code examples and links. Default: `false`. */
    markdown?: boolean | undefined;
  } | undefined;
  duplicates?: {
    /**
     * Pages whose 64-bit text fingerprints (SimHash) differ in at most this many bits are shown as one hit. 6 finds nine
     * of ten pages in which one word in a hundred was replaced; 3 finds six of ten. `null`: every page is a hit of its
     * own. The value applies at search time, so you can change it at any time. Default: `6`.
     */
    nearBits?: number | null | undefined;
  } | undefined;
  metadata?: {
    /** Meta elements to store as record fields. A repeated element gives several values. */
    fields?: Array<{
      /** Name of the meta element, such as `DC.Subject`, in any case. */
      meta: string;
      /** Match only elements with this `scheme` attribute. */
      scheme?: string | undefined;
      /** Name of the field in documents, records and search results. */
      field: string;
      /** Type of the value: `text`, `list`, `number`, `date`, `url`, `course-event` or one of `grammars`. Default: `text`. */
      type?: string | undefined;
    }> | undefined;
    /**
     * Grammars for structured values: name → separator and parts. A value that does not match is kept as text, with the
     * reason.
     */
    grammars?: Record<string, {
      /** Separator between the parts. A trailing separator is dropped. Default: `;`. */
      separator?: string | undefined;
      /** Parts in order. A value must have all of them. */
      parts: Array<{
        /** Name of the part. */
        name: string;
        /**
         * Allowed values: alternatives separated by `|`, each a literal word or one of `<id>` `<digits>` `<number>`
         * `<date>` `<period>` `<text>` `<any>`.
         */
        of: string;
      }>;
    }> | undefined;
    /**
     * Keep only pages with a value in at least one of these meta elements, such as `DC.*` (in any case; a trailing `*`
     * matches any ending). The links of other pages are followed. Empty: keep all pages.
     */
    required?: Array<string> | undefined;
    /** Do not follow links whose `rel` contains one of these words. Default: `nofollow`. */
    linksNotFollowed?: Array<"nofollow" | "ugc" | "sponsored"> | undefined;
  } | undefined;
  extract?: {
    /** Extraction rules. The first rule that a link names, or whose patterns match, reads the page. */
    rules?: Array<{
      /** Name of the rule, used by other rules and stored in documents. */
      name: string;
      /** URL patterns, as in `allow`. Empty: the rule reads only pages that another rule links to. */
      pages?: Array<string> | undefined;
      /** Fields of the record: name → CSS selector, or an object with the location and type of the value. */
      fields?: Record<string, string | {
        /** CSS selector. Default: the item itself, or the page. */
        select?: string | undefined;
        /** Attribute to read. Default: the text of the element; `href` or `src` for URLs; `datetime` for dates. */
        attribute?: string | undefined;
        /**
         * JSON path, such as `$.articles[*].url`. It applies to JSON responses, to items selected from them, and to JSON
         * in the scripts of a page.
         */
        json?: string | undefined;
        /** Type of the value. Values of another type are dropped. Default: `text`. */
        type?: "text" | "markdown" | "number" | "date" | "url" | undefined;
        /** Keep every value instead of only the first. Default: `false`. */
        all?: boolean | undefined;
      }> | undefined;
      /** Repeated parts of the page, such as the entries of a list. */
      items?: {
        /** CSS selector. Default: the item itself, or the page. */
        select?: string | undefined;
        /** Attribute to read. Default: the text of the element; `href` or `src` for URLs; `datetime` for dates. */
        attribute?: string | undefined;
        /**
         * JSON path, such as `$.articles[*].url`. It applies to JSON responses, to items selected from them, and to JSON
         * in the scripts of a page.
         */
        json?: string | undefined;
        /** Fields of each item, looked up inside the item. */
        fields?: Record<string, string | {
          /** CSS selector. Default: the item itself, or the page. */
          select?: string | undefined;
          /** Attribute to read. Default: the text of the element; `href` or `src` for URLs; `datetime` for dates. */
          attribute?: string | undefined;
          /**
           * JSON path, such as `$.articles[*].url`. It applies to JSON responses, to items selected from them, and to JSON
           * in the scripts of a page.
           */
          json?: string | undefined;
          /** Type of the value. Values of another type are dropped. Default: `text`. */
          type?: "text" | "markdown" | "number" | "date" | "url" | undefined;
          /** Keep every value instead of only the first. Default: `false`. */
          all?: boolean | undefined;
        }> | undefined;
        /** Links to follow in each item. The fields of the item are passed on to the linked page. */
        follow?: Array<string | {
          /** CSS selector. Default: the item itself, or the page. */
          select?: string | undefined;
          /** Attribute to read. Default: the text of the element; `href` or `src` for URLs; `datetime` for dates. */
          attribute?: string | undefined;
          /**
           * JSON path, such as `$.articles[*].url`. It applies to JSON responses, to items selected from them, and to JSON
           * in the scripts of a page.
           */
          json?: string | undefined;
          /** Name of the rule that reads the linked pages, whatever their URLs. */
          as?: string | undefined;
        }> | undefined;
      } | undefined;
      /**
       * Links to follow, such as the next page of a list. `[]`: none. Default: the links of the items, or all links if
       * there are none.
       */
      follow?: Array<string | {
        /** CSS selector. Default: the item itself, or the page. */
        select?: string | undefined;
        /** Attribute to read. Default: the text of the element; `href` or `src` for URLs; `datetime` for dates. */
        attribute?: string | undefined;
        /**
         * JSON path, such as `$.articles[*].url`. It applies to JSON responses, to items selected from them, and to JSON
         * in the scripts of a page.
         */
        json?: string | undefined;
        /** Name of the rule that reads the linked pages, whatever their URLs. */
        as?: string | undefined;
      }> | undefined;
      /** `false`: follow the links of the page, but do not store a record of it. Default: `true`. */
      keep?: boolean | undefined;
    }> | undefined;
    /** Do not follow links of pages that no rule matches. Default: `false`. */
    followOnly?: boolean | undefined;
    /** Maximum length of a page that rules read, in characters. Rules skip longer pages. Default: `2000000`. */
    maxPageLength?: number | undefined;
  } | undefined;
  /**
   * News profile; `{}` enables it. Each document gets the fields `source`, `entity` and `category`, and `listedTitle` and
   * `summary` from the list that linked to it. Default: `null`.
   */
  news?: {
    /** Providers of pages. The first one that matches a page is stored with it. */
    entities?: Array<{
      /** Name of the provider. */
      name: string;
      /** URL patterns of its pages, as in `allow`. */
      pages: Array<string>;
    }> | undefined;
  } | null | undefined;
  /**
   * Modules that process each document before classification. `export function document(doc)` returns the document,
   * changed or not, or `null` to drop it. Paths are relative to the crawl.yaml. For AWS, `thresher deploy crawl.yaml`
   * bundles the modules.
   */
  plugins?: Array<string> | undefined;
  /**
   * Controlled vocabularies: name of a field (of `metadata.fields` or `extract.rules`, or `keywords`) → file with its
   * terms. A relevant document has the class of each of its terms, such as `subject.Science.Botany`, to browse, search and
   * export.
   */
  vocabularies?: Record<string, string | {
    /** File with the terms. */
    file: string;
    /** Text of the vocabulary, used instead of the file. */
    vocabularyText?: string | undefined;
  }> | undefined;
  search?: {
    /**
     * Languages (ISO 639-1) in which queries are read, the likeliest first. Empty: the twelve most frequent languages of
     * the pages.
     */
    languages?: Array<string> | undefined;
    /**
     * Menus of the search page: filter (`language`, `class`, `site`, `author`, `field`) → values in their order, each
     * alone or as `{value, name}`, or a file with that list (YAML, JSON, or XML whose elements have a `name` and a
     * `shortname`). Default: languages and classes of the pages, if there are at most 25.
     */
    menus?: Partial<Record<"language" | "class" | "site" | "author" | "field", string | Array<string | {
      /** Value of the filter, such as `en` or `Plants.Bog`. */
      value: string;
      /** Name that people see. Default: the value. */
      name?: string | undefined;
    }>>> | undefined;
    ranking?: {
      /** Rank pages with all words of a query above those with some. Default: `true`. */
      allWordsFirst?: boolean | undefined;
      /**
       * Maximum score of two neighbouring words of a query that are neighbours in the page too. A rare word scores 5 to
       * 10. Default: `1`.
       */
      pairWeight?: number | undefined;
      /**
       * Weight of the terms that the first five hits have in common, relative to the query (pseudo-relevance feedback). 0:
       * off. Default: `0.2`.
       */
      feedbackWeight?: number | undefined;
      /**
       * What a page gains whose title consists of the words of the query, as a share of the best score. 1: such a page
       * comes first. Default: `1`.
       */
      titleBoost?: number | undefined;
      /** What a page with the topic score 1 gains, as a share of the best score. Default: `0.05`. */
      qualityBoost?: number | undefined;
      /** What a page that is dated today gains, as a share of the best score. Default: `0.05`. */
      freshnessBoost?: number | undefined;
      /** Age in days at which that gain has halved. Default: `365`. */
      freshnessDays?: number | undefined;
      /**
       * Pages that rank higher or lower by their URLs: `[{prefix: https://example.org/help/, boost: 0.2}, {prefix:
       * https://example.org/archive/, boost: -0.3}]`.
       */
      urlBoosts?: Array<{
        /** Beginning of the URLs. The longest one that fits counts. */
        prefix: string;
        /** What such a page gains, as a share of the best score; negative: what it loses, as a share of its own. */
        boost: number;
      }> | undefined;
    } | undefined;
    /**
     * Groups of words that are searched for with each other: `[[Handy, Mobiltelefon], [RDM, research data management]]`. A
     * query with one of them, in any of its forms, finds pages with the others. The value applies at search time.
     */
    synonyms?: Array<Array<string>> | undefined;
    /**
     * Pages that the search page and JSON (`promoted`) show above the hits of a query: `[{queries: [opening hours], urls:
     * [https://example.org/visit]}]`. The value applies at search time.
     */
    promotions?: Array<{
      /** Queries, each of the words that a reader may type, in any of their forms and in any order. */
      queries: Array<string>;
      /** Pages of the crawl, the first one on top. */
      urls: Array<string>;
    }> | undefined;
  } | undefined;
  /**
   * Saved searches that report new matching records to a webhook or by mail. Evaluated while a crawl runs, at its end, and
   * by `thresher alerts`; in a stack every five minutes.
   */
  alerts?: Array<{
    /** Name of the alert, unique in its crawl. With another name or query it is a new alert. */
    name: string;
    /**
     * The saved search, in the syntax of `thresher search`. It matches the records that the search finds: `bog moss` those
     * with one of the words, `bog AND moss` those with both.
     */
    query: string;
    /**
     * URL that messages are posted to, or `env:NAME`, in a stack `secret:NAME`: an environment variable or a secret with
     * the URL. A private address needs `network.allowPrivate`.
     */
    webhook?: string | undefined;
    /**
     * `env:NAME`, in a stack `secret:NAME`: the environment variable or the secret with the key that signs messages to the
     * webhook: `whsec_` and 24 to 64 bytes in Base64. Default: they are not signed.
     */
    secret?: string | undefined;
    /**
     * Mail address that messages are sent to, through the server of the setting `mail`. There is a webhook, a mail
     * address, or both.
     */
    mail?: string | undefined;
  }> | undefined;
  /**
   * Reports the end of a crawl, a limit, an error or a standstill to a webhook, by mail through the server of `mail`, or
   * both. A stack looks every five minutes, and its own faults are for alarms (`aws.alarmEmail`). Null: nothing is
   * reported. Default: `null`.
   */
  notify?: {
    /**
     * URL that messages are posted to, or `env:NAME`, in a stack `secret:NAME`: an environment variable or a secret with
     * the URL. A private address needs `network.allowPrivate`.
     */
    webhook?: string | undefined;
    /**
     * `env:NAME`, in a stack `secret:NAME`: the environment variable or the secret with the key that signs messages to the
     * webhook: `whsec_` and 24 to 64 bytes in Base64. Default: they are not signed.
     */
    secret?: string | undefined;
    /**
     * Mail address that messages are sent to, through the server of the setting `mail`. There is a webhook, a mail
     * address, or both.
     */
    mail?: string | undefined;
    /**
     * Events that are reported. `done`: the crawl has ended and nothing is left. `incomplete`: it has ended and something
     * is left (hosts that rest, URLs that wait, dead letters). `limit`: a limit or budget has ended it. `failed`: an error
     * has ended it, such as a full disk; not in a stack. `stalled`: it runs and gets no page. Default: `done, incomplete,
     * limit, failed, stalled`.
     */
    on?: Array<"done" | "incomplete" | "limit" | "failed" | "stalled"> | undefined;
    /** Minutes without a page after which a running crawl with pages to fetch is `stalled`. Default: `60`. */
    stalledMinutes?: number | undefined;
  } | null | undefined;
  /**
   * How `alerts` and `notify` send mails. `smtp`: the mail server, `smtp://HOST:PORT` (default port 587) or
   * `smtps://HOST:PORT` (465), or `env:NAME`, in a stack `secret:NAME`: an environment variable or a secret with such a
   * URL, which may have a name and password (`smtps://name:password@HOST`). `from`: address of the sender. Null: they
   * cannot send mails. Default: `null`.
   */
  mail?: {
    /** Mail server. */
    smtp: string;
    /** Address of the sender. */
    from: string;
  } | null | undefined;
  annotations?: {
    /**
     * People who may annotate pages on `thresher serve`. All others only read annotations and search them. A stack has
     * those of `annotatorClaim` instead.
     */
    users?: Array<{
      /** Name of the person, which everybody sees beside the annotations. Unique in its crawl. */
      name: string;
      /**
       * `env:NAME`: the environment variable of `thresher serve` with the secret by which the person signs in, of 16 to
       * 256 characters. `openssl rand -hex 16` makes one.
       */
      token: string;
      /**
       * The person may also hand in documents, which are imported into the crawl. They choose the addresses of their
       * documents. Default: `false`.
       */
      contributor?: boolean | undefined;
    }> | undefined;
  } | undefined;
  aws?: {
    /** AWS Region of the stack, such as `eu-north-1`. */
    region?: string | undefined;
    /** Name of the stack. One account can hold several stacks. */
    stackName?: string | undefined;
    /** Search engine: an OpenSearch domain, a serverless collection, an external cluster, or none. */
    search?: "domain" | "serverless" | "external" | "none" | undefined;
    /** URL of the search engine, with `search: external`. */
    searchEndpoint?: string | undefined;
    /**
     * How requests to an external search engine are signed: for OpenSearch Service (`es`), for OpenSearch Serverless
     * (`aoss`), or not at all.
     */
    searchSigning?: "es" | "aoss" | "none" | undefined;
    /** Maximum number of compute units (OCU) of a serverless collection. */
    searchUnits?: number | undefined;
    /** Who may search: everyone (`public`), holders of a JSON Web Token (`jwt`), or IAM principals (`iam`). */
    searchAccess?: "public" | "jwt" | "iam" | undefined;
    /** URL of the token issuer, with `searchAccess: jwt` or `annotatorClaim`. */
    jwtIssuer?: string | undefined;
    /** Accepted token audiences, separated by commas, with `searchAccess: jwt` or `annotatorClaim`. */
    jwtAudience?: string | undefined;
    /**
     * Lets holders of a token of `jwtIssuer` annotate pages. The value is the claim of the token that has the name of the
     * person, such as `username`. Names must be unique, and people must not be able to change their own. Absent: the stack
     * has no annotations.
     */
    annotatorClaim?: string | undefined;
    /** Unit that receives one request at a time: a host, a registrable domain, or an IP address. */
    grouping?: "host" | "domain" | "address" | undefined;
    /** Maximum number of concurrent instances of the fetch function. */
    maxFetch?: number | undefined;
    /** Maximum number of concurrent instances of the clean function. */
    maxClean?: number | undefined;
    /** Maximum number of concurrent instances of the classify function. */
    maxClassify?: number | undefined;
    /** Maximum number of concurrent instances of the index function. */
    maxIndex?: number | undefined;
    /** Maximum rate of public searches, per second. */
    searchRate?: number | undefined;
    /** Maximum burst of public searches. */
    searchBurst?: number | undefined;
    /** Websites whose scripts may read search results (CORS), separated by commas; `*` for all. */
    searchOrigins?: string | undefined;
    /** Language of the search pages for visitors whose browser asks for none that the pages have. */
    searchLanguage?: "en" | "sv" | "de" | "fr" | undefined;
    /** Maximum reads per second, and maximum writes per second, of each table. */
    tableRate?: number | undefined;
    /** Email address that receives alarms. */
    alarmEmail?: string | undefined;
    /** Monthly cost, in US dollars, at which `alarmEmail` receives a warning. */
    budgetUsd?: number | undefined;
    /**
     * Names or ARNs of secrets that fetch may read, separated by commas. Secrets that this file references are added
     * automatically.
     */
    secrets?: string | undefined;
    /**
     * Names or ARNs of secrets that the evaluation of alerts may read, separated by commas. Secrets that this file
     * references are added automatically.
     */
    alertSecrets?: string | undefined;
    /**
     * Tags of the stack and all its resources, separated by commas, such as `team=search,costCenter=42`. CloudFormation
     * passes them on.
     */
    tags?: string | undefined;
    /** Name or ARN of the IAM policy that is the permissions boundary of all roles of the stack. */
    permissionsBoundary?: string | undefined;
    /** `false`: stored objects stay in the standard class of S3 instead of moving to a colder one. */
    coldStorage?: boolean | undefined;
    /** `false`: deleting the stack also deletes the stored data. */
    keepData?: boolean | undefined;
  } | undefined;
  /**
   * What `thresher delete` removed and keeps out: it is not fetched, kept or indexed again. The command writes these lists
   * into the stored settings of a crawl, and they stay when a changed crawl.yaml is applied. `thresher delete --lift`
   * removes an entry.
   */
  deleted?: {
    /** Hosts, with the port if it is not the default one. */
    hosts?: Array<string> | undefined;
    /** Beginnings of URLs. */
    prefixes?: Array<string> | undefined;
    /** URLs, each for itself. */
    urls?: Array<string> | undefined;
    /** Ids of records. Their text is kept out at every URL. */
    records?: Array<string> | undefined;
  } | undefined;
};
