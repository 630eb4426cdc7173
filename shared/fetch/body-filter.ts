/** What of an answer's head is enough to do without its body. */
import { headerValue } from '../http/headers.ts';
import type { ResponseHead } from '../ports/fetcher.ts';
import type { Reason } from '../url/reason.ts';

export type MediaTypeRules = {
  /** `text/html`, `text/*`, `application/font-*`; lower case. */
  types: readonly string[];
  except: readonly string[];
  /** Of a body; longer ones are cut, which only text bears. */
  maxBytes: number;
};

export type BodyFilter = (head: ResponseHead) => Extract<Reason, 'unwanted-type' | 'too-large'> | undefined;

/** Only whole pages are judged: what a server says of an error or a redirect says nothing of the page. */
export function compileBodyFilter({ types, except, maxBytes }: MediaTypeRules): BodyFilter {
  const isWanted = compile(types);
  const isExcepted = compile(except);
  return ({ status, headers }) => {
    if (status < 200 || status > 299) return undefined;
    const type = essence(headerValue(headers, 'content-type'));
    if (type !== '' && (!isWanted(type) || isExcepted(type))) return 'unwanted-type';
    if (type === '' || TEXTUAL.test(type)) return undefined;
    const length = Number(headerValue(headers, 'content-length') ?? 0);
    return length > maxBytes ? 'too-large' : undefined;
  };
}

/** Half of these is worth half as much; of a packed document half is worth nothing. */
const TEXTUAL = /^text\/|[/+](?:xml|json|xhtml|rtf|x-tex|x-latex|postscript|octet-stream)(?:-seq|lines)?$/;

function compile(patterns: readonly string[]): (type: string) => boolean {
  const whole = new Set(patterns.filter((pattern) => !pattern.includes('*')));
  const begun = patterns.flatMap((pattern) => (pattern.includes('*') ? pattern.slice(0, pattern.indexOf('*')) : []));
  return (type) => whole.has(type) || begun.some((start) => type.startsWith(start));
}

/** Not a type at all (no slash, or rubbish): as if nothing were said. */
function essence(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : '';
}
