import { SEARCH_FIELDS, SEARCH_FILTERS, type SearchField } from '../../index/search-fields.ts';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { SearchedText } from '../../ports/index-condition.ts';

/** What a name of a query stands for: indexed texts, annotations, a stored field, or every record, whatever the term is. */
export type QueryField =
  | { kind: 'all' }
  /** The texts of the annotations of a record. */
  | { kind: 'annotation' }
  | { kind: 'text'; fields: SearchedText[] }
  /** `bound`: the name sets a bound of a date (`after:`, `before:`). `mapped`: the mapped field of this name counts, too. */
  | { kind: 'stored'; field: SearchField; bound?: 'from' | 'before'; mapped?: string };

/** A field that a query language knows and that no field of ours serves. */
export const UNSERVED = 'unserved';

/** The index of CQL that names the results of an earlier query. No results are kept. */
export const RESULT_SET = 'result-set';

type IndexMeaning = QueryField | typeof UNSERVED | typeof RESULT_SET;

const text = (...fields: SearchedText[]): QueryField => ({ kind: 'text', fields });
const ANY_TEXT = text(...TEXT_FIELDS);
const ANNOTATION: QueryField = { kind: 'annotation' };

const storedFields = new Map<string, QueryField>(
  SEARCH_FIELDS.map((field) => [field.property, { kind: 'stored', field }]),
);
const stored = (property: (typeof SEARCH_FIELDS)[number]['property']): QueryField => storedFields.get(property)!;

/** Subjects as library systems know them: classes, and what the settings map to the field `subject`. */
const SUBJECT = { ...stored('classes'), mapped: 'subject' } as QueryField;

/** Names of the web syntax, and of CQL without a context set. */
const OWN: ReadonlyMap<string, QueryField> = new Map<string, QueryField>([
  ['title', text('title')],
  ['intitle', text('title')],
  ['headings', text('headings')],
  ['text', text('text')],
  ['intext', text('text')],
  ['creator', text('author')],
  ['anchor', text('anchors')],
  ['anchors', text('anchors')],
  ['inanchor', text('anchors')],
  ['abstract', text('abstract')],
  ['description', text('abstract')],
  ['keywords', text('keywords')],
  ['url', text('url')],
  ['inurl', text('url')],
  ['annotation', ANNOTATION],
  ['annotations', ANNOTATION],
  ['any', ANY_TEXT],
  ...SEARCH_FIELDS.map(({ property }): [string, QueryField] => [property.toLowerCase(), stored(property)]),
  ...SEARCH_FILTERS.flatMap(({ queryNames, field, bound }) =>
    queryNames.map((name): [string, QueryField] => [name, { kind: 'stored', field, ...(bound && { bound }) }]),
  ),
  // The names of authors are also a stored field, of whole names.
  ['author', text('author')],
]);

/** Names of the web syntax as messages list them. */
export const WEB_FIELD_NAMES: string = [
  ...new Set([
    'title',
    'headings',
    'text',
    'author',
    'anchor',
    'abstract',
    'keywords',
    'url',
    'annotation',
    'date',
    ...SEARCH_FILTERS.flatMap(({ queryNames }) => queryNames.slice(0, 1)),
  ]),
]
  .map((name) => `${name}:`)
  .join(', ');

/** Returns the field of a name in the web syntax, in any case. */
export const webField = (name: string): QueryField | undefined => OWN.get(name.toLowerCase());

/** `identifier`: the URI of the set in descriptions of this server. `uris`: all URIs that stand for it. */
type ContextSet = { identifier: string; uris: readonly RegExp[]; indexes: Readonly<Record<string, IndexMeaning>> };

const unserved = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, UNSERVED] as const));

/** Context sets of CQL by their usual short names. Index names are in lower case. */
const CONTEXT_SETS: Readonly<Record<string, ContextSet>> = {
  cql: {
    identifier: 'info:srw/cql-context-set/1/cql-v1.2',
    uris: [
      /^info:srw\/(?:cql-)?context-set\/1\/cql-v1\.\d$/,
      /search-ws\/cql/i,
      /^http:\/\/www\.loc\.gov\/zing\/cql\/context-sets\/cql\b/,
    ],
    indexes: {
      ...{ serverchoice: ANY_TEXT, anywhere: ANY_TEXT, allindexes: ANY_TEXT, anyindexes: ANY_TEXT, keywords: ANY_TEXT },
      allrecords: { kind: 'all' },
      ...{ resultsetid: RESULT_SET, resultset: RESULT_SET },
    },
  },
  srw: {
    identifier: 'http://www.loc.gov/zing/cql/srw-indexes/v1.0/',
    uris: [/^http:\/\/www\.loc\.gov\/zing\/cql\/srw-indexes/],
    indexes: { serverchoice: ANY_TEXT },
  },
  dc: {
    identifier: 'info:srw/cql-context-set/1/dc-v1.1',
    uris: [
      /^info:srw\/(?:cql-)?context-set\/1\/dc-v1\.\d$/,
      /^http:\/\/purl\.org\/dc\/(?:elements|terms)\b/,
      /^http:\/\/www\.loc\.gov\/zing\/cql\/(?:context-sets\/dc|dc-indexes)\b/,
    ],
    indexes: {
      ...{ title: text('title'), date: stored('date'), language: stored('language'), format: stored('type') },
      ...{ subject: SUBJECT, creator: text('author'), description: text('abstract') },
      ...{ identifier: text('url'), rights: stored('licence') },
      ...unserved('publisher contributor type source relation coverage'),
    },
  },
  rec: {
    identifier: 'info:srw/cql-context-set/2/rec-1.1',
    uris: [/^info:srw\/(?:cql-)?context-set\/2\/rec-1\.\d$/],
    indexes: unserved('identifier creationdate lastmodificationdate created modified collectionname'),
  },
  bath: {
    identifier: 'http://zing.z3950.org/cql/bath/2.0/',
    uris: [/^http:\/\/zing\.z3950\.org\/cql\/bath\/2\.0\/?$/],
    indexes: {
      ...{ any: ANY_TEXT, anywhere: ANY_TEXT, title: text('title'), uniformtitle: text('title') },
      ...{ keytitle: text('title'), topicalsubject: SUBJECT, subject: SUBJECT },
      ...{ date: stored('date'), language: stored('language'), author: text('author') },
      ...unserved(
        'personalname corporatename conferencename geographicname genreform name isbn issn standardidentifier',
      ),
    },
  },
  bib: {
    identifier: 'info:srw/cql-context-set/1/bib-v1',
    uris: [/^info:srw\/(?:cql-)?context-set\/1\/bib-v1/],
    indexes: {
      ...{ title: text('title'), subjecttopic: SUBJECT, dateissued: stored('date') },
      ...unserved('name dateprinted originplace publisher genre identifier issuance edition volume issue startpage'),
    },
  },
  bib1: {
    identifier: 'info:srw/cql-context-set/1/bib1-v1',
    uris: [/^info:srw\/(?:cql-)?context-set\/1\/bib1-v1/, /^http:\/\/explain\.z3950\.org\/dtd\/2\.0\/bib1/],
    indexes: {
      ...{ any: ANY_TEXT, anywhere: ANY_TEXT, title: text('title'), bodyoftext: text('text') },
      ...{ 'body-of-text': text('text'), subject: SUBJECT, 'subject-heading': SUBJECT },
      ...{ date: stored('date'), 'date-publication': stored('date'), 'date-of-publication': stored('date') },
      ...{ language: stored('language'), 'code-language': stored('language') },
      ...{ author: text('author'), 'author-name-personal': text('author'), abstract: text('abstract') },
      ...unserved('isbn issn publisher'),
    },
  },
};

/** Returns the short name of a context set, or undefined if it is unknown. */
export function contextSetOf(uri: string): string | undefined {
  return Object.keys(CONTEXT_SETS).find((name) => CONTEXT_SETS[name]!.uris.some((known) => known.test(uri)));
}

/** Returns whether CQL knows a context set of this name, in any case. */
export const isContextSet = (name: string): boolean => Object.hasOwn(CONTEXT_SETS, name.toLowerCase());

/**
 * Returns the field of an index.
 *
 * @param set short name of its context set; undefined: the names of the web syntax
 * @returns undefined if the set has no such index
 */
export function cqlField(set: string | undefined, name: string): IndexMeaning | undefined {
  if (set === undefined) return OWN.get(name.toLowerCase()) ?? cqlField('dc', name) ?? cqlField('cql', name);
  const indexes = CONTEXT_SETS[set.toLowerCase()]?.indexes ?? {};
  return Object.hasOwn(indexes, name.toLowerCase()) ? indexes[name.toLowerCase()] : undefined;
}

/** The context sets that CQL queries may use without declaring them, for descriptions of the server. */
export const contextSets = (): { name: string; identifier: string }[] =>
  Object.entries(CONTEXT_SETS).map(([name, { identifier }]) => ({ name, identifier }));

/** An index of CQL that is served. `set`: the short name of its context set; absent: none. Names are in lower case. */
export type ServedIndex = { set?: string; name: string; field: QueryField };

/** Returns all indexes that CQL queries can use, for descriptions of the server. */
export function servedIndexes(): ServedIndex[] {
  const inSets = Object.entries(CONTEXT_SETS).flatMap(([set, { indexes }]) =>
    Object.entries(indexes).flatMap(([name, field]) => (typeof field === 'string' ? [] : [{ set, name, field }])),
  );
  return [...inSets, ...Array.from(OWN, ([name, field]) => ({ name, field }))];
}

/** Metadata paths of PLQL that a field serves, without the names of text bindings at their end. */
const PLQL_PATHS: Readonly<Record<string, QueryField>> = {
  'lom.general.title': text('title'),
  'lom.general.description': text('abstract'),
  'lom.general.language': stored('language'),
  'lom.educational.language': stored('language'),
  'lom.technical.format': stored('type'),
  'lom.technical.location': text('url'),
  'lom.lifecycle.contribute.date': stored('date'),
  'lom.lifecycle.contribute.entity': text('author'),
  'lom.annotation.description': ANNOTATION,
  'lom.rights.description': stored('licence'),
  'lom.classification.taxonpath.taxon': stored('classes'),
  'dc.title': text('title'),
  'dc.creator': text('author'),
  'dc.description': text('abstract'),
  'dc.identifier': text('url'),
  'dc.language': stored('language'),
  'dc.format': stored('type'),
  'dc.date': stored('date'),
  'dc.subject': SUBJECT,
  'dc.rights': stored('licence'),
  'mpeg7.creationinformation.creation.title': text('title'),
  'mpeg7.creationinformation.creation.abstract': text('abstract'),
  'mpeg7.creationinformation.creation.abstract.freetextannotation': text('abstract'),
  'mpeg7.creationinformation.creation.creator.agent': text('author'),
  'mpeg7.creationinformation.creation.creator.agent.name': text('author'),
  'mpeg7.creationinformation.classification.language': stored('language'),
  'mpeg7.creationinformation.classification.subject': stored('classes'),
  'mpeg7.creationinformation.creation.creationcoordinates.date': stored('date'),
  'mpeg7.mediainformation.mediaprofile.mediaformat.fileformat': stored('type'),
  'mpeg7.mediainformation.mediaprofile.mediainstance.medialocator': text('url'),
};

/** Returns the field of a path. @param path a path that its schema has */
export function plqlField(path: string): QueryField | undefined {
  const plain = path
    .toLowerCase()
    .replaceAll(/\[\d+\]/g, '')
    .replace(/^mpeg-7\./, 'mpeg7.')
    .replace(/^(.*\.(?:date|taxon))\.(?:datetime|timepoint|id|entry)\b/, '$1')
    .replace(/(?:\.langstring)?(?:\.string)?$/, '');
  return Object.hasOwn(PLQL_PATHS, plain) ? PLQL_PATHS[plain] : undefined;
}
