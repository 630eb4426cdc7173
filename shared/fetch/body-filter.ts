/** Decides by the headers of a response whether its body is read. */
import { headerValue } from '../http/headers.ts';
import { GZIP_TYPES, packedExtensionOf } from '../http/packed-name.ts';
import type { ResponseHead } from '../ports/fetcher.ts';
import type { Reason } from '../url/reason.ts';

export type MediaTypeRules = {
  /** Media types that are read, in lower case: `text/html`, `text/*`, `application/font-*`. */
  types: readonly string[];
  /** Exceptions from `types`, in the same form. */
  except: readonly string[];
  /** Maximum length of a body in bytes. Longer text is cut; longer bodies of other types are not read. */
  maxBytes: number;
};

/** Returns the reason not to read the body of a response from a URL, or undefined if it is read. */
export type BodyFilter = (
  head: ResponseHead,
  url: string,
) => Extract<Reason, 'unwanted-type' | 'too-large'> | undefined;

/** Compiles the rules into a filter. Gzip files of documents, such as `paper.ps.gz`, pass `except`. It judges responses with a 2xx status only: error pages and redirects are short. */
export function compileBodyFilter({ types, except, maxBytes }: MediaTypeRules): BodyFilter {
  const isWanted = compilePatterns(types);
  const isExcepted = compilePatterns(except);
  return ({ status, headers }, url) => {
    if (status < 200 || status > 299) return undefined;
    const type = essence(headerValue(headers, 'content-type'));
    const isPacked = GZIP_TYPES.includes(type) && packedExtensionOf({ url, headers }) !== undefined;
    if (type !== '' && (!isWanted(type) || (isExcepted(type) && !isPacked))) return 'unwanted-type';
    if (type === '' || TEXTUAL.test(type)) return undefined;
    const length = Number(headerValue(headers, 'content-length') ?? 0);
    return length > maxBytes ? 'too-large' : undefined;
  };
}

/** Media types that are still useful when cut. A cut file of any other type, such as a PDF, cannot be read. */
const TEXTUAL = /^text\/|[/+](?:xml|json|xhtml|rtf|x-tex|x-latex|postscript|octet-stream)(?:-seq|lines)?$/;

function compilePatterns(patterns: readonly string[]): (type: string) => boolean {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const prefixes = patterns.flatMap((pattern) => (pattern.includes('*') ? pattern.slice(0, pattern.indexOf('*')) : []));
  return (type) => exact.has(type) || prefixes.some((prefix) => type.startsWith(prefix));
}

/** Returns the media type without parameters, or '' if the field is absent or invalid. */
function essence(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : '';
}
