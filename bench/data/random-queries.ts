/** Random queries for fuzzing: words, operators and broken syntax of one query language, and characters of any kind. */

import type { QuerySyntax } from '../../shared/query/ast/query-ast.ts';
import { printQuery, QUERY_TARGETS, type QueryTarget } from '../../shared/query/compile/print-query.ts';

const WORDS =
  'moss Peat sundews fen the of bog-moss Häuser 食虫植物 plant* *ology colo?r sundw~ ~bog +fen -fen 2020 2020-05 -5 é \ud83c\udf31';
const VALUES = `title: text:(  site:a.example lang:en lang:zz type:pdf class:A.b date:2020..2021 date:>2020 after:2020 author:x url:moss url:/a.b/(c)?d=e# inurl:*ss url:mos~`;
const QUOTES = `" ' “ ” "moss fen" "a~5 "peat hag"~2 \\" \\ '' "" "*" '; -- DROP "") \0 \ud800 ^ ~ * ? ; % _`;
const PIECES: Readonly<Record<QuerySyntax, readonly string[]>> = {
  web: `${WORDS} ${VALUES} ${QUOTES} ( ) AND OR NOT && || - + : [ ] { } TO`.split(' '),
  cql: `${WORDS} ${QUOTES} ( ) and OR not prox prox/distance<=3 /unit=word/ordered /stem / = == <> < > <= >= any all adj within title dc.title dc.date language cql.serverChoice dc.creator exact headings url dc.identifier "http://a.example/b?c" > >dc="info:srw/context-set/1/dc-v1.1" sortby dc.date/sort.descending a\\* m\\?s`.split(
    ' ',
  ),
  plql: `${WORDS} ${QUOTES} ( ) [ ] . and or not - + * / = < > <= != lom.general.title lom.technical.size dc.date dc.language dc.identifier lom.technical.location 'x' "y" 3 4.5 English '2020' lom.`.split(
    ' ',
  ),
};

/** Returns a function that makes queries. @param random numbers from 0 to 1 */
export function randomQueries(syntax: QuerySyntax, random: () => number): () => string {
  const pieces = PIECES[syntax];
  const pick = () => pieces[Math.floor(random() * pieces.length)]!;
  const character = () => String.fromCharCode(Math.floor(random() * (random() < 0.8 ? 128 : 65_536)));
  return () => {
    const length = Math.floor(random() ** 3 * 60) + 1;
    const parts = Array.from({ length }, () => (random() < 0.9 ? pick() : character()));
    return parts.join(random() < 0.9 ? ' ' : '').repeat(random() < 0.01 ? 200 : 1);
  };
}

/** What a printed SQL statement may consist of: our own words, numbers, and parameters for everything else. */
const OWN_SQL =
  /^(?:SELECT|FROM|WHERE|IN|IS|NOT|NULL|AND|OR|MATCH|GLOB|BETWEEN|CROSS|JOIN|ON|WITH|AS|MATERIALIZED|UNION|ALL|ORDER|BY|ASC|DESC|NULLS|LAST|WINDOW|FILTER|OVER|PARTITION|RANGE|CURRENT|ROW|FOLLOWING|near|count|ifnull|instr|substr|length|edit_distance|has_whole_text|face|record|(?:url_)?words(?:_terms|_positions)?|EXISTS|url|live|u|rowid|r|t|p|n|w\d*|doc|col|at|offset|term|shown|host|day|language|type|classes|'(?:title|headings|text|author|anchors|abstract|keywords|:|\.)'|\d+|[\s.,()?=<>|*+-])*$/;

/** Names that a printed OpenSearch query may have. */
const OWN_NAMES =
  /^(?:bool|filter|should|must_not|minimum_should_match|match_all|match_none|terms?|range|exists|field|gte|lt|wildcard|fuzzy|value|fuzziness|rewrite|multi_match|query|type|fields|dis_max|queries|intervals|all_of|max_gaps|ordered|match|constant_score|boost|order|missing|unmapped_type|id|near|words\.(?:title|headings|text|author|anchors|abstract|keywords|url)|urlList|host|day|language|classes)$/;

/**
 * Prints a query in all forms.
 *
 * @throws Error if a parser throws, an error has no position in the query, or a text of the query is outside of the values
 */
export function checkQuery(syntax: QuerySyntax, text: string): void {
  for (const target of QUERY_TARGETS) {
    if (target === 'xcql' && syntax !== 'cql') continue;
    checkPrinted(printQuery(syntax, text, target, { languages: ['en', 'sv'] }), text, target);
  }
}

function checkPrinted(printed: ReturnType<typeof printQuery>, text: string, target: QueryTarget): void {
  if ('error' in printed) {
    const { at, message } = printed.error;
    if (!(Number.isInteger(at) && at >= 0 && at <= text.length) || message === '')
      throw new Error(`${target}: the error has no place: ${JSON.stringify(printed.error)}`);
    return;
  }
  const json = JSON.stringify(printed);
  if (json === undefined) throw new Error(`${target}: nothing printed`);
  if ('fts5' in printed) {
    if (!OWN_SQL.test(printed.fts5.sql)) throw new Error(`the SQL has a text of the query: ${printed.fts5.sql}`);
    const parameters = printed.fts5.sql.split('?').length - 1;
    if (parameters !== printed.fts5.values.length) throw new Error(`${parameters} parameters: ${json}`);
  }
  if ('opensearch' in printed) checkNames(printed.opensearch);
  if ('xcql' in printed) checkXml(printed.xcql);
}

function checkNames(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value)) {
    const isField = !Array.isArray(value) && name !== 'sort' && !OWN_NAMES.test(name);
    if (isField) throw new Error(`the OpenSearch query has a name of the query: ${name}`);
    checkNames(inner);
  }
}

/** Checks that all elements are closed in order and that their texts have no markup. */
function checkXml(xml: string): void {
  const open: string[] = [];
  for (const [, closing, name, text] of xml.matchAll(/<(\/?)([A-Za-z]+)>([^<]*)/g)) {
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`the XML is not well-formed: ${xml}`);
    } else open.push(name!);
    if (/>|&(?!(?:lt|gt|amp);)/.test(text!)) throw new Error(`the XML has an unescaped text: ${xml}`);
  }
  if (open.length > 0 || xml.replace(/<\/?[A-Za-z]+>/g, '').includes('<')) throw new Error(`the XML is open: ${xml}`);
}
