/** Options of `normalize`. Plain data, so that they can be sent to worker threads. */
export type UrlRules = {
  /** Maximum length of a normalised URL, in characters. Longer URLs are refused. */
  maxUrlLength: number;
  /** Query parameters that track visitors: whole names in any case, or a prefix such as `utm_*`. */
  trackingParameters: readonly string[];
  /** Parameters of the query, or after a `;` in the path, that carry a session id. Written like tracking parameters. */
  sessionIds: readonly string[];
  /** Other names of a server (with a port if it has one) → the name to use. */
  aliases: Readonly<Record<string, string>>;
  /** Accept ftp besides http and https. Default: false. */
  ftp?: boolean;
  /** Replace `//` in a path by `/`. Default: false, because a few servers treat them differently. */
  foldSlashes?: boolean;
  /** Replace `/index.html` and similar names by `/`. Default: false. */
  dropIndexPages?: boolean;
  /** Sort query parameters. Default: false, because a few servers depend on their order. */
  sortParameters?: boolean;
};

/** Rules of a crawl whose settings say nothing else. */
export const DEFAULT_URL_RULES: UrlRules = {
  maxUrlLength: 2048,
  trackingParameters: [
    ...['utm_*', 'mtm_*', 'matomo_*', 'piwik_*', 'pk_campaign', 'pk_kwd', 'pk_source', 'pk_medium', 'pk_content'],
    ...['gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', '_ga', '_gl', 'msclkid', 'yclid', 'ysclid', '_openstat'],
    ...['fbclid', 'fb_action_ids', 'fb_action_types', 'fb_ref', 'fb_source', 'igshid', 'igsh', 'twclid', 'ttclid'],
    ...['mc_cid', 'mc_eid', '_hsenc', '_hsmi', '__hssc', '__hstc', '__hsfp', 'hsctatracking', 'mkt_tok'],
    ...['oly_anon_id', 'oly_enc_id', 'vero_id', 'vero_conv', 'wickedid', 'rb_clickid', 's_cid', 'wt_mc'],
  ],
  sessionIds: [
    ...['jsessionid', 'phpsessid', 'sessionid', 'session_id', 'sessid', 'sid', 'oscsid', 'zenid', 'xtcsid'],
    ...['_sessionid', '_sid', 'lsid', 'jsid', 'lsessionid', '_phpsessid', 'bv_sid', 'bv_sessionid'],
    ...['aspsessionid*', 'asp.net_sessionid', 'cfid', 'cftoken'],
  ],
  aliases: {},
};

/** URL rules compiled for fast lookups. */
export type CompiledUrlRules = {
  maxUrlLength: number;
  /** Tells whether a parameter is removed. @param name name of the parameter, in any case. */
  isIgnored: (name: string, value: string) => boolean;
  aliases: ReadonlyMap<string, string>;
  ftp: boolean;
  foldSlashes: boolean;
  dropIndexPages: boolean;
  sortParameters: boolean;
  /** Any of the last three is set, so every path has to be rewritten. */
  hasRewrites: boolean;
};

export type RuleFault = { rule: string; message: string };

/** @returns one fault per invalid rule. */
export function checkUrlRules(rules: UrlRules): RuleFault[] {
  const faults: RuleFault[] = [];
  for (const rule of [...rules.trackingParameters, ...rules.sessionIds])
    if (rule.slice(0, -1).includes('*') || rule === '' || rule === '*')
      faults.push({ rule, message: 'must be a parameter name, or the beginning of one followed by *' });
  for (const [from, to] of Object.entries(rules.aliases))
    for (const host of [from, to])
      if (canonicalHost(host) === undefined)
        faults.push({ rule: host, message: 'must be a host name, such as www.example.org' });
  return faults;
}

const compiled = new WeakMap<UrlRules, CompiledUrlRules>();

/** Compiles each set of rules once. Ignores invalid aliases, which `checkUrlRules` reports. */
export function compileUrlRules(rules: UrlRules): CompiledUrlRules {
  let result = compiled.get(rules);
  if (!result) {
    const { maxUrlLength, ftp = false, foldSlashes = false, dropIndexPages = false, sortParameters = false } = rules;
    const hasRewrites = foldSlashes || dropIndexPages || sortParameters;
    const options = { ftp, foldSlashes, dropIndexPages, sortParameters, hasRewrites };
    result = {
      maxUrlLength,
      isIgnored: compileIgnoredParameters(rules),
      aliases: resolveAliases(rules.aliases),
      ...options,
    };
    compiled.set(rules, result);
  }
  return result;
}

function compileIgnoredParameters({ trackingParameters, sessionIds }: UrlRules): CompiledUrlRules['isIgnored'] {
  const exact = new Set<string>();
  const prefixes: string[] = [];
  for (const rule of [...trackingParameters, ...sessionIds].map((rule) => rule.toLowerCase()))
    if (rule.endsWith('*')) prefixes.push(rule.slice(0, -1));
    else exact.add(rule);
  return (name, value) => {
    const lower = name.toLowerCase();
    // PHP-Nuke and similar systems number articles with `sid`: a short number is not a session id.
    if (exact.has(lower)) return lower !== 'sid' || !/^\d{1,9}$/.test(value);
    return prefixes.some((prefix) => lower.startsWith(prefix));
  };
}

/** Resolves aliases of aliases, so that one lookup suffices. Drops circular aliases. */
function resolveAliases(aliases: UrlRules['aliases']): Map<string, string> {
  const direct = new Map<string, string>();
  for (const [from, to] of Object.entries(aliases)) {
    const [alias, host] = [canonicalHost(from), canonicalHost(to)];
    if (alias !== undefined && host !== undefined && alias !== host) direct.set(alias, host);
  }
  const resolved = new Map<string, string>();
  for (const from of direct.keys()) {
    const visited = new Set([from]);
    let to = direct.get(from)!;
    while (direct.has(to) && !visited.has(to)) {
      visited.add(to);
      to = direct.get(to)!;
    }
    if (!visited.has(to)) resolved.set(from, to);
  }
  return resolved;
}

/** @returns the host as the URL parser writes it, or `undefined` if it is invalid. */
function canonicalHost(host: string): string | undefined {
  const url = URL.parse(`http://${host}/`);
  if (url?.pathname !== '/' || url.username || url.search || url.hash) return undefined;
  return url.host.replace(/\.(?=:|$)/, '') || undefined;
}
