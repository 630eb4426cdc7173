/** A link of a `Link` header (RFC 8288). `relation`: its relations in lower case, separated by blanks; '' if it has none. */
export type HeaderLink = { target: string; relation: string; hreflang: string | undefined };

/** Maximum length of a value that is read, in UTF-16 units. */
const MAX_LENGTH = 16_384;

const LINK = /<([^<>]*)>((?:\s*;\s*[^\s=;,<>]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;<>]*))?)*)/gs;
const PARAMETER = /;\s*([^\s=;,]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/gs;

/** Returns the links of a value, in their order. Links with another context than the page (`anchor`) are left out. */
export function parseLinkHeader(value: string): HeaderLink[] {
  return [...value.slice(0, MAX_LENGTH).matchAll(LINK)].flatMap(([, target = '', rest = '']) => {
    const parameters = new Map<string, string>();
    for (const [, name = '', quoted, token = ''] of rest.matchAll(PARAMETER)) {
      const key = name.toLowerCase();
      // The first one of a name counts (RFC 8288, 3.3).
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? token);
    }
    if (parameters.has('anchor')) return [];
    const relation = (parameters.get('rel') ?? '').trim().toLowerCase().replace(/\s+/g, ' ');
    return [{ target: target.trim(), relation, hreflang: parameters.get('hreflang')?.trim() || undefined }];
  });
}
