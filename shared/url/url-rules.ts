/** What `normalize` is told by the settings: plain data, so that it travels to worker threads as it is. */
export type UrlRules = {
  /** Characters of the normalised address; longer ones are refused. */
  maxUrlLength: number;
  /** Query parameters that tell where a visitor came from: whole names in any case, or `utm_*` for all that begin so. */
  trackingParameters: readonly string[];
  /** Parameters, of the query or behind a `;` in the path, that name a visit and not a page. Written like the above. */
  sessionIds: readonly string[];
  /** Another name of a server (with its port where it has one) → the name that it is known by here. */
  aliases: Readonly<Record<string, string>>;
  /** ftp counts as well as http and https. Not said: no. */
  ftp?: boolean;
  /** `//` in a path becomes `/`. Not said: no, for a few servers mean something by it. */
  foldSlashes?: boolean;
  /** `/index.html` and the like become `/`. Not said: no. */
  dropIndexPages?: boolean;
  /** Parameters are put in the order of their letters. Not said: no, for a few servers mind theirs. */
  sortParameters?: boolean;
};

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

/** The rules in the form that the work is done with. */
export type CompiledUrlRules = {
  maxUrlLength: number;
  /** @param name in any case. */
  isIgnored: (name: string, value: string) => boolean;
  aliases: ReadonlyMap<string, string>;
  ftp: boolean;
  foldSlashes: boolean;
  dropIndexPages: boolean;
  sortParameters: boolean;
  /** Any of the last three: no path is fine as it is. */
  hasRewrites: boolean;
};

export type RuleFault = { rule: string; message: string };

/** @returns what is wrong with the rules; none: nothing. */
export function checkUrlRules(rules: UrlRules): RuleFault[] {
  const faults: RuleFault[] = [];
  for (const rule of [...rules.trackingParameters, ...rules.sessionIds])
    if (rule.slice(0, -1).includes('*') || rule === '' || rule === '*')
      faults.push({ rule, message: 'must be a parameter name, or the beginning of one followed by *' });
  for (const [from, to] of Object.entries(rules.aliases))
    for (const host of [from, to])
      if (hostAsWritten(host) === undefined)
        faults.push({ rule: host, message: 'must be a host name, such as www.example.org' });
  return faults;
}

const compiled = new WeakMap<UrlRules, CompiledUrlRules>();

/** Compiles each set of rules once; faulty aliases are passed over (`checkUrlRules` names them). */
export function compileUrlRules(rules: UrlRules): CompiledUrlRules {
  let made = compiled.get(rules);
  if (!made) {
    const { maxUrlLength, ftp = false, foldSlashes = false, dropIndexPages = false, sortParameters = false } = rules;
    const hasRewrites = foldSlashes || dropIndexPages || sortParameters;
    const options = { ftp, foldSlashes, dropIndexPages, sortParameters, hasRewrites };
    made = { maxUrlLength, isIgnored: idleParameters(rules), aliases: resolveAliases(rules.aliases), ...options };
    compiled.set(rules, made);
  }
  return made;
}

function idleParameters({ trackingParameters, sessionIds }: UrlRules): CompiledUrlRules['isIgnored'] {
  const exact = new Set<string>();
  const beginnings: string[] = [];
  for (const rule of [...trackingParameters, ...sessionIds].map((rule) => rule.toLowerCase()))
    if (rule.endsWith('*')) beginnings.push(rule.slice(0, -1));
    else exact.add(rule);
  return (name, value) => {
    const lower = name.toLowerCase();
    // PHP-Nuke and its kin number their stories `sid`: a short number is no session.
    if (exact.has(lower)) return lower !== 'sid' || !/^\d{1,9}$/.test(value);
    return beginnings.some((beginning) => lower.startsWith(beginning));
  };
}

/** Follows aliases of aliases, so that one look-up is enough; those that lead in a circle lead nowhere. */
function resolveAliases(aliases: UrlRules['aliases']): Map<string, string> {
  const direct = new Map<string, string>();
  for (const [from, to] of Object.entries(aliases)) {
    const [name, known] = [hostAsWritten(from), hostAsWritten(to)];
    if (name !== undefined && known !== undefined && name !== known) direct.set(name, known);
  }
  const resolved = new Map<string, string>();
  for (const from of direct.keys()) {
    const passed = new Set([from]);
    let to = direct.get(from)!;
    while (direct.has(to) && !passed.has(to)) {
      passed.add(to);
      to = direct.get(to)!;
    }
    if (!passed.has(to)) resolved.set(from, to);
  }
  return resolved;
}

function hostAsWritten(host: string): string | undefined {
  const url = URL.parse(`http://${host}/`);
  if (url?.pathname !== '/' || url.username || url.search || url.hash) return undefined;
  return url.host.replace(/\.(?=:|$)/, '') || undefined;
}
