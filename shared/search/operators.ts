/**
 * Finds operators of other search engines in a query. This search ranks pages by the words that they have, so it ignores
 * operators. It names them, because an ignored operator changes the answer without a trace.
 */
import { SEARCH_FILTERS } from '../index/search-fields.ts';
import type { IgnoredOperator } from '../query/compile/resolved-query.ts';

/** The words of a query without its operators, and the operators. */
export type ReadOperators = { words: string[]; ignored: IgnoredOperator[] };

/** Maximum number of operators that are named, and maximum length of one in UTF-16 units. */
const MAX_NAMED = 10;
const MAX_OPERATOR_LENGTH = 80;
/** A query in capitals with more words than this is a text: its AND, OR and NOT are words. */
const MAX_WORDS_IN_CAPITALS = 4;

/** A phrase with its prefix (`-`, `field:`) and distance (`~5`), a bracket, or a run of other characters. */
const TOKEN = /([-+~]|\p{L}+:)?"([^"]*)(?:"(~\d+)?|$)|[()]|[^\s"()]+/gu;

type Token = { text: string; at: number; prefix: string; phrase: string | undefined; startsWord: boolean };

/** Reads words and operators. Removes excluded words (`-word`, `NOT word`). Never throws. */
export function readOperators(query: string): ReadOperators {
  const text = query.replace(/[“”„]/g, '"');
  const tokens = tokensOf(text);
  const isShouted = !/\p{Ll}/u.test(text) && tokens.length > MAX_WORDS_IN_CAPITALS;
  const found: ReadOperators & { groups: Token[] } = { words: [], ignored: [], groups: [] };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.text === '(' || token.text === ')') found.groups.push(token);
    else if (token.phrase !== undefined) readPhrase(token, found);
    else if (!isShouted && isBoolean(token.text)) i = readBoolean(tokens, i, text, found);
    else if (isExclusion(token, tokens[i + 1])) i = readExclusion(tokens, i, i, text, found);
    else readWord(token, found);
  }
  nameBrackets(found.groups, found.ignored, text);
  return { words: found.words, ignored: found.ignored.slice(0, MAX_NAMED) };
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: found, 1: prefix = '', 2: phrase, index: at }) => ({
    ...{ text: found, at, prefix, phrase },
    startsWord: at === 0 || /[\s(]/.test(text[at - 1]!),
  }));
}

function nameOperator({ ignored }: ReadOperators, operator: string, detail: string): void {
  const shown = operator.trim().slice(0, MAX_OPERATOR_LENGTH);
  if (!ignored.some((other) => other.operator === shown)) ignored.push({ operator: shown, detail });
}

/** Reads a text in quotes. A quote inside a word is an inch sign or a typing error. */
function readPhrase(token: Token, found: ReadOperators): void {
  const { prefix, startsWord } = token;
  const phrase = token.phrase ?? '';
  const words = phrase.split(/\s+/).filter((word) => word !== '');
  const isOperator = startsWord && words.length > 0;
  if (isOperator && prefix === '-') {
    nameOperator(found, token.text, NOT_EXCLUDED);
    return;
  }
  if (isOperator && prefix.length > 1) nameOperator(found, token.text, unknownField(prefix));
  else if (isOperator && prefix !== '') nameOperator(found, token.text, prefix === '+' ? NOT_REQUIRED : NO_SIMILAR);
  else if (isOperator) nameOperator(found, token.text, words.length > 1 ? NO_PHRASE : NOT_EXACT);
  const field = prefix.length > 1 ? [prefix] : [];
  found.words.push(...field, ...words);
}

const isBoolean = (text: string): boolean => /^(?:AND|OR|NOT|&&|\|\|)$/.test(text);

/** Reads AND, OR or NOT. One without a word on each side, such as the state in "Portland, OR", is a word. @returns index of its last token */
function readBoolean(tokens: readonly Token[], at: number, text: string, found: ReadOperators): number {
  const operator = tokens[at]!.text;
  const next = tokens[at + 1];
  const hasNext = next !== undefined && next.text !== ')';
  if (operator === 'NOT') return hasNext ? readExclusion(tokens, at, at + 1, text, found) : at;
  const isBetween = hasNext && at > 0 && tokens[at - 1]!.text !== '(';
  // All three are stop words or punctuation, so they are dropped even as words.
  if (isBetween) nameOperator(found, operator, operator === 'OR' || operator === '||' ? ANY_WORD : NOT_ALL_WORDS);
  return at;
}

/** Returns whether a token excludes a word. Numbers (`-5 °C`), options (`--all`, `-r`), arrows and dashes are words. */
function isExclusion({ text, at, startsWord }: Token, next: Token | undefined): boolean {
  if (!startsWord) return false;
  if (text === '-') return next?.text === '(' && next.at === at + 1;
  return /^-[\p{L}\p{N}]/u.test(text) && !/^-(?:.|\d{1,3}(?:[.,]\d+)?|.*-)$/u.test(text);
}

/**
 * Removes an excluded word, phrase or group.
 *
 * @param from index of the operator. `to`: index of what it excludes, or the same for `-word`
 * @returns index of the last excluded token
 */
function readExclusion(tokens: readonly Token[], from: number, to: number, text: string, found: ReadOperators): number {
  let last = tokens[from]!.text === '-' ? from + 1 : to;
  for (let depth = tokens[last]!.text === '(' ? 1 : 0; depth > 0 && last + 1 < tokens.length; ) {
    last++;
    if (tokens[last]!.text === '(') depth++;
    if (tokens[last]!.text === ')') depth--;
  }
  const end = tokens[last]!;
  nameOperator(found, text.slice(tokens[from]!.at, end.at + end.text.length), NOT_EXCLUDED);
  return last;
}

/** Reads a word, with an operator in it or without. */
function readWord(token: Token, found: ReadOperators): void {
  const { text, startsWord } = token;
  found.words.push(text);
  if (!startsWord) return;
  const field = /^(\p{L}{2,}):(?![:/\\])./u.exec(text)?.[1];
  if (field !== undefined && isField(field)) nameOperator(found, text, unknownField(`${field}:`));
  else if (isWildcard(text)) nameOperator(found, text, NO_WILDCARD);
  else if (/^[\p{L}\p{N}-]{2,}~[\d.]*$|^~\p{L}[\p{L}\p{N}-]+$/u.test(text)) nameOperator(found, text, NO_SIMILAR);
  else if (/^\+\p{L}[\p{L}\p{N}'’-]+$/u.test(text)) nameOperator(found, text, NOT_REQUIRED);
  else if (/^\p{L}[\p{L}\p{N}-]+\^[\d.]+$/u.test(text)) nameOperator(found, text, NO_WEIGHT);
}

/** Words before a colon that are not fields: schemes of URLs and identifiers, hosts, and the prefix of a mail's subject. */
const NOT_FIELDS = new Set([
  ...[
    'http',
    'https',
    'ftp',
    'ws',
    'wss',
    'file',
    'mailto',
    'tel',
    'data',
    'urn',
    'doi',
    'isbn',
    'issn',
    'arxiv',
    'hdl',
  ],
  ...['about', 'magnet', 'localhost', 're', 'fwd', 'node', 'javascript', 'xmpp', 'sip', 'ssh', 'git', 'geo'],
]);
/** Fields of other search engines, which are fields in capitals too. */
const KNOWN_FIELDS =
  /^(?:(?:all)?in(?:title|url|text|anchor|body)|title|url|text|body|content|author|creator|date|year|since|until|filetype|ext|format|mime|host|domain|link|links|related|cache|info|source|publisher|subject|keywords?|tag|category|topic|genre|name|country|id|has|is)$/i;

const isField = (text: string): boolean =>
  !NOT_FIELDS.has(text.toLowerCase()) && (KNOWN_FIELDS.test(text) || /^[a-z]+$/.test(text));

/** Returns whether a star or a question mark stands for letters of a word. `**bold**`, `A*`, `int *p` and URLs have none. */
function isWildcard(text: string): boolean {
  if (text.includes('**') || /[/=]/.test(text)) return false;
  return /\p{L}{2}\*|^\*[.\p{L}]\p{L}+/u.test(text) || /^\p{L}+\?\p{L}+$/u.test(text);
}

/** Names brackets around words if the query has AND, OR or NOT. Otherwise grouping would change nothing. */
function nameBrackets(groups: readonly Token[], ignored: IgnoredOperator[], text: string): void {
  const open = groups.find(({ text: bracket }) => bracket === '(');
  const close = groups.find(({ text: bracket, at }) => bracket === ')' && at > (open?.at ?? 0));
  if (!open || !close || !ignored.some(({ operator }) => isBoolean(operator))) return;
  const operator = text.slice(open.at, close.at + 1).slice(0, MAX_OPERATOR_LENGTH);
  ignored.push({ operator, detail: 'brackets do not group words' });
}

const FIELD_NAMES = [...new Set(SEARCH_FILTERS.map(({ queryNames }) => `${queryNames[0]}:`))].join(', ');
const unknownField = (field: string): string => `there is no field ${field}; the fields are ${FIELD_NAMES}`;

const NO_PHRASE = 'the words are searched one by one, not as a phrase';
const NOT_EXACT = 'the word is searched in all its forms, not only in this one';
const NOT_EXCLUDED = 'pages with it are not left out';
const NOT_REQUIRED = 'the word is not required';
const NOT_ALL_WORDS = 'a page may lack some of the words; pages with most of them come first';
const ANY_WORD = 'not needed: a page may have any of the words; pages with most of them come first';
const NO_WILDCARD = 'only this word and its forms are found; * and ? do not stand for letters';
const NO_SIMILAR = 'similar words are not searched for';
const NO_WEIGHT = 'all words have the same weight';
