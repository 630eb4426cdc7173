import { webField } from '../fields/query-fields.ts';

/** A bracket, a text in quotes, or a run of other characters. */
export type WebToken = {
  kind: 'open' | 'close' | 'phrase' | 'word';
  /** As the query has it. */
  source: string;
  at: number;
  /** Operator in front: exclude, require, similar words. Empty: none. */
  sign: '' | '-' | '+' | '~';
  /** Name in front of the colon; null: none. */
  field: string | null;
  /** The text without sign, field and quotes. */
  text: string;
  /** Digits behind a phrase (`~5`). Absent: none. */
  distance?: string;
  /** Whether it begins the query or follows white space or an opening bracket. */
  startsWord: boolean;
};

/** Quotation marks of other languages and keyboards. */
const QUOTES = /[“”„‟＂]/g;
/** Guillemets in either direction. A single one separates the parts of a title. */
const GUILLEMETS = /«([^«»]*)»|»([^«»]*)«/g;

/** Signs, fields and quotes; a range in brackets; a bracket with sign and field; a URL, which may have brackets; a run of other characters. */
const TOKEN =
  /([-+~]?)(\p{L}+:)?(?:"([^"]*)(?:"(~\d*)?|$)|([[{][^\]}"()]*[\]}])|(\())|\)|[-+]?(?:[Ii][Nn])?[Uu][Rr][Ll]:[^\s"()]+(?:\([^\s"()]*\)[^\s"()]*)*|[^\s"()]+/gu;

/** A name and a value: `author:Ada`. URLs, times and `note: moss` have none. The value of `url:` may be a path. */
const FIELD = /^([-+]?)(\p{L}{2,}):(?![:/\\])([\s\S]+)$/u;
const URL_FIELD = /^([-+]?)((?:in)?url):([\s\S]+)$/i;

/** Returns whether the field of a token is a part of a mapped field. No other field has a dot. */
export const isPartName = (field: string | null): field is string => field?.includes('.') ?? false;

/**
 * Splits a query into tokens. Texts between them are white space.
 *
 * @param parts names of parts of mapped fields, in letters, digits, `-`, `_` and a dot
 */
export function webTokens(query: string, parts: readonly string[] = []): WebToken[] {
  // A byte order mark inside a word is white space for a regular expression; a soft hyphen is not.
  const text = query.replace(QUOTES, '"').replace(GUILLEMETS, '"$1$2"').replaceAll('\ufeff', '\u00ad');
  const names = parts.map((name) => name.replace('.', '\\.')).join('|');
  const tokens =
    parts.length === 0 ? TOKEN : new RegExp(TOKEN.source.replace('(\\p{L}+:)?', `(\\p{L}+:|(?:${names}):)?`), 'giu');
  const part = parts.length === 0 ? undefined : new RegExp(`^([-+]?)(${names}):([\\s\\S]+)$`, 'iu');
  return Array.from(text.matchAll(tokens), (found) => {
    const startsWord = found.index === 0 || /[\s(]/.test(text[found.index - 1]!);
    return tokenOf(found, startsWord, part);
  }).flatMap((token) => (token.kind === 'open' ? withoutWordBefore(token) : [token]));
}

function tokenOf(found: RegExpMatchArray, startsWord: boolean, part: RegExp | undefined): WebToken {
  const [source, sign = '', name, phrase, distance, range, open] = found;
  const base = { source, at: found.index!, startsWord, field: name?.slice(0, -1) ?? null };
  const signed = { ...base, sign: sign as WebToken['sign'] };
  if (source === ')') return { ...signed, kind: 'close', text: '' };
  if (open !== undefined) return { ...signed, kind: 'open', text: '' };
  if (phrase !== undefined) {
    return {
      ...signed,
      kind: 'phrase',
      text: phrase,
      ...(distance && distance !== '~' && { distance: distance.slice(1) }),
    };
  }
  if (range !== undefined && name !== undefined && webField(base.field!) !== undefined)
    return { ...signed, kind: 'word', text: range };
  return wordOf(source, base.at, startsWord, part);
}

function wordOf(source: string, at: number, startsWord: boolean, part?: RegExp): WebToken {
  const plain: WebToken = { kind: 'word', source, at, startsWord, sign: '', field: null, text: source };
  if (!startsWord) return plain;
  const [, before = '', partName, ofPart = ''] = part?.exec(source) ?? [];
  if (partName !== undefined) return { ...plain, sign: before as WebToken['sign'], field: partName, text: ofPart };
  const [, sign = '', name = '', value = ''] = URL_FIELD.exec(source) ?? FIELD.exec(source) ?? [];
  if (name !== '' && isField(name)) return { ...plain, sign: sign as WebToken['sign'], field: name, text: value };
  if (isExclusion(source)) return { ...plain, sign: '-', text: source.slice(1) };
  if (REQUIRED.test(source)) return { ...plain, sign: '+', text: source.slice(1) };
  if (/^~\p{L}[\p{L}\p{M}\p{N}-]+$/u.test(source)) return { ...plain, sign: '~', text: source.slice(1) };
  return plain;
}

/** Keeps a sign or a name before a bracket only if it begins a word: `f(x)` and `note:(a)` have a word before the bracket. */
function withoutWordBefore(token: WebToken): WebToken[] {
  const { source, at, field, startsWord } = token;
  const isOperator = startsWord && (field === null || isPartName(field) || webField(field) !== undefined);
  if (isOperator || source === '(') return [token];
  const bracket: WebToken = { ...token, source: '(', at: at + source.length - 1, sign: '', field: null };
  return [wordOf(source.slice(0, -1), at, startsWord), bracket];
}

/**
 * A word that is required: of two letters or more, also with wildcards, or a name with signs (`word-signs.ts`), such as `+C++17`, `+C#`, `+.NET`,
 * `+ASP.NET`, `+R&D` and `+U.S.A.`. A name with a star or a tilde would lose it, so it is not required.
 */
const REQUIRED =
  /^\+(?:\p{L}[\p{L}\p{M}\p{N}'’*?~-]+|\.?\p{L}(?:[\p{L}\p{M}\p{N}'’&/-]|\+\+|#|\.(?=\p{L}))+|(?:\p{L}\.){2,})$/u;

/** Returns whether a word excludes. Numbers (`-5 °C`), options (`--all`, `-r`), arrows and dashes are words. */
const isExclusion = (text: string): boolean =>
  /^-(?:[\p{L}\p{N}]|\.\p{L}{2})/u.test(text) && !/^-(?:.|\d{1,3}(?:[.,]\d+)?|.*-)$/u.test(text);

/** Words before a colon that are not fields: schemes of URLs and identifiers, hosts, and the prefix of a mail's subject. */
const NOT_FIELDS: ReadonlySet<string> = new Set(
  (
    'http https ftp ws wss file mailto tel data urn doi isbn issn arxiv hdl about magnet localhost re fwd node javascript ' +
    'xmpp sip ssh git geo'
  ).split(' '),
);
/** Fields of other search engines, which are fields in capitals too. */
const KNOWN_FIELDS =
  /^(?:(?:all)?in(?:title|url|text|anchor|body)|title|url|text|body|content|author|creator|date|year|since|until|filetype|ext|format|mime|host|domain|link|links|related|cache|info|source|publisher|subject|keywords?|tag|category|topic|genre|name|country|id|has|is)$/i;

const isField = (name: string): boolean =>
  webField(name) !== undefined ||
  (!NOT_FIELDS.has(name.toLowerCase()) && (KNOWN_FIELDS.test(name) || /^[a-z]+$/.test(name)));
