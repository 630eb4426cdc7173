import { GENRES } from '../clean/document-fields.ts';
import { DOCUMENT_TYPES, parseDocumentType } from '../clean/document-type.ts';
import type { SearchRecord } from '../ports/search-record.ts';
import {
  AUTHOR_VALUES,
  CLASS_VALUES,
  FIELD_VALUES,
  type FilterRule,
  HOST_VALUES,
  LANGUAGE_VALUES,
} from './filter-rules.ts';
import { authorNames, fieldValues, parseDate, parseGenre } from './filter-values.ts';
import { licenceValues, parseLicence } from './licence-names.ts';

/**
 * How a filter compares its value with the values of a record:
 * `equal`: the same value · `tree`: the same value or one below it (`a.b` is below `a`) · `host`: the same host or one below
 * it (`www.example.org` is below `example.org`), on any port unless the value names one · `day`: by date.
 */
export type Matching = 'equal' | 'tree' | 'host' | 'day';

/** A filter on a field, in every place where it can be set. */
export type SearchFilter = FilterRule & {
  /** Name in a search request and in `IndexQuery.filters`, and option of `thresher search` (`--site`). */
  name: string;
  /** Parameter of `/search`. */
  parameter: string;
  /** Names in the text of a query (`lang:en`), lower case. Empty: a query finds the values in another way. */
  queryNames: readonly string[];
  /** Only for `day`: matches from this day on (inclusive), or before it (exclusive). Default: from. */
  bound?: 'from' | 'before';
  /** On the search page: the kind of input, and the example inside it. */
  form: { input: 'text' | 'date'; placeholder: string; choices?: readonly string[] };
  /** On the command line: the name of its value, and its help. */
  option: { value: string; help: string };
};

/** A field of a record that is stored by itself, filtered by and shown in hits. */
export type SearchField = {
  /** Property of a hit, and of the record unless it is derived from others. */
  property: string;
  /** Returns the values of a record, or an empty list if it has none. */
  valuesOf: (record: SearchRecord) => readonly string[];
  /** Column of SQLite and field of OpenSearch. */
  stored: string;
  matching: Matching;
  filters: readonly SearchFilter[];
  /** How a hit on the search page shows it. `text`: the first value as it is · `not`: not at all. */
  shownAs: 'host' | 'date' | 'language' | 'type' | 'genre' | 'authors' | 'licence' | 'text' | 'not';
  /** Whether `thresher search` prints it with a hit. */
  isPrinted: boolean;
};

const DATE_EXPECTS = 'a date, such as 2024-05-31';

/**
 * The search fields, in the order in which forms and hits show them. The query parser, both engines, `thresher search` and
 * the search page read this table. A field that is new in records also needs code that sets it
 * (`shared/classify/record-changes.ts`).
 */
export const SEARCH_FIELDS = [
  {
    property: 'host',
    valuesOf: ({ host }: Pick<SearchRecord, 'host'>) => [host],
    stored: 'host',
    matching: 'host',
    filters: [
      {
        name: 'site',
        parameter: 'site',
        queryNames: ['site', 'host'],
        ...HOST_VALUES,
        form: { input: 'text', placeholder: 'www.example.org' },
        option: { value: 'HOST', help: 'only pages of this host and of hosts below it' },
      },
    ],
    shownAs: 'host',
    isPrinted: false,
  },
  {
    property: 'date',
    valuesOf: ({ date }: Pick<SearchRecord, 'date'>) => (date === null ? [] : [date]),
    stored: 'day',
    matching: 'day',
    filters: [
      {
        name: 'after',
        parameter: 'after',
        queryNames: ['after'],
        parse: parseDate,
        expects: DATE_EXPECTS,
        bound: 'from',
        form: { input: 'date', placeholder: '' },
        option: { value: 'DATE', help: 'only pages dated on or after this day, such as 2024-05-31' },
      },
      {
        name: 'before',
        parameter: 'before',
        queryNames: ['before'],
        parse: parseDate,
        expects: DATE_EXPECTS,
        bound: 'before',
        form: { input: 'date', placeholder: '' },
        option: { value: 'DATE', help: 'only pages dated before this day' },
      },
    ],
    shownAs: 'date',
    isPrinted: true,
  },
  {
    // A page whose text changes gets a new record. The indexes store the first fetch of its URL with that text, so that a page of which
    // only the markup has changed keeps its day.
    property: 'fetchedAt',
    valuesOf: ({ fetchedAt }: { fetchedAt: number | string }) => isoTimes(fetchedAt),
    stored: 'fetchedDay',
    matching: 'day',
    filters: [
      {
        name: 'changed',
        parameter: 'changed',
        queryNames: ['changed'],
        parse: parseDate,
        expects: DATE_EXPECTS,
        bound: 'from',
        form: { input: 'date', placeholder: '' },
        option: { value: 'DATE', help: 'only pages that are new, or whose content has changed, since this day' },
      },
    ],
    shownAs: 'not',
    isPrinted: false,
  },
  {
    property: 'language',
    valuesOf: ({ language }: Pick<SearchRecord, 'language'>) => [language],
    stored: 'language',
    matching: 'equal',
    filters: [
      {
        name: 'language',
        parameter: 'lang',
        queryNames: ['lang', 'language'],
        ...LANGUAGE_VALUES,
        form: { input: 'text', placeholder: 'en' },
        option: { value: 'CODE', help: 'only pages in this language, such as en' },
      },
    ],
    shownAs: 'language',
    isPrinted: true,
  },
  {
    property: 'type',
    valuesOf: ({ type }: Pick<SearchRecord, 'type'>) => [type],
    stored: 'type',
    matching: 'equal',
    filters: [
      {
        name: 'type',
        parameter: 'type',
        queryNames: ['type', 'filetype'],
        parse: parseDocumentType,
        expects: `one of ${DOCUMENT_TYPES.join(', ')}, or the media type of one`,
        form: { input: 'text', placeholder: 'html', choices: DOCUMENT_TYPES },
        option: { value: 'TYPE', help: `only documents of this type: ${DOCUMENT_TYPES.join(', ')}, or a media type` },
      },
    ],
    shownAs: 'type',
    isPrinted: false,
  },
  {
    property: 'classes',
    valuesOf: ({ classes }: Pick<SearchRecord, 'classes'>) => classes.map((one) => one.class),
    stored: 'classes',
    matching: 'tree',
    filters: [
      {
        name: 'class',
        parameter: 'class',
        queryNames: ['class'],
        ...CLASS_VALUES,
        form: { input: 'text', placeholder: '' },
        option: { value: 'CLASS', help: 'only pages of this class of the topic and of classes below it' },
      },
    ],
    shownAs: 'text',
    isPrinted: true,
  },
  {
    property: 'genre',
    valuesOf: ({ genre }: Pick<SearchRecord, 'genre'>) => (genre === undefined ? [] : [genre]),
    stored: 'genre',
    matching: 'equal',
    filters: [
      {
        name: 'genre',
        parameter: 'genre',
        queryNames: ['genre'],
        parse: parseGenre,
        expects: `one of ${GENRES.join(', ')}`,
        form: { input: 'text', placeholder: '', choices: GENRES },
        option: { value: 'GENRE', help: `only pages of this genre: ${GENRES.join(', ')}` },
      },
    ],
    shownAs: 'genre',
    isPrinted: false,
  },
  {
    // The words of the names are an indexed text (`text-fields.ts`): `author:` in a query finds these.
    property: 'author',
    valuesOf: ({ author }: { author?: SearchRecord['author'] }) => authorNames(author),
    stored: 'authors',
    matching: 'equal',
    filters: [
      {
        name: 'author',
        parameter: 'author',
        queryNames: [],
        ...AUTHOR_VALUES,
        form: { input: 'text', placeholder: '' },
        option: {
          value: 'NAME',
          help: 'only pages of this author, by the whole name; author:treat in a query finds parts',
        },
      },
    ],
    shownAs: 'authors',
    isPrinted: true,
  },
  {
    // Derived from what `about` has, so that a reindexing finds the licences of all stored records.
    property: 'licence',
    valuesOf: ({ about }: Pick<SearchRecord, 'about'>) => licenceValues(about?.['licence']),
    stored: 'licence',
    matching: 'equal',
    filters: [
      {
        name: 'licence',
        parameter: 'licence',
        queryNames: ['licence', 'license'],
        parse: parseLicence,
        expects: 'any, the name of a licence, such as cc-by, cc-by-4.0 or cc0, or its address',
        form: { input: 'text', placeholder: 'cc-by' },
        option: {
          value: 'NAME',
          help: 'only pages under this licence, such as cc-by (all versions), cc-by-4.0, cc0, or an address; any: all named licences',
        },
      },
    ],
    shownAs: 'licence',
    isPrinted: false,
  },
  {
    // Fields that the settings derive from metadata (`metadata.fields`, `extract`).
    property: 'fields',
    valuesOf: ({ fields }: { fields?: SearchRecord['fields'] }) => fieldValues(fields),
    stored: 'fields',
    matching: 'equal',
    filters: [
      {
        name: 'field',
        parameter: 'field',
        queryNames: ['field'],
        ...FIELD_VALUES,
        form: { input: 'text', placeholder: '' },
        option: { value: 'NAME=VALUE', help: 'only pages with this value of a mapped field, such as subject=Botany' },
      },
    ],
    shownAs: 'not',
    isPrinted: false,
  },
] as const satisfies readonly SearchField[];

type Row = (typeof SEARCH_FIELDS)[number];

export type FieldProperty = Row['property'];

/** Properties of a record that every hit has. */
export type HitProperty = Exclude<FieldProperty, 'licence'>;
export type FilterName = Row['filters'][number]['name'];
export type FilterValues = Partial<Record<FilterName, string>>;

/** A filter with its field. */
export type FieldFilter = SearchFilter & { name: FilterName; field: SearchField };

/** All filters, in the order of the table. */
export const SEARCH_FILTERS: readonly FieldFilter[] = SEARCH_FIELDS.flatMap((field) =>
  field.filters.map((filter) => ({ ...filter, field })),
);

/** A record whose time is not one is refused by the engine, with its name: it must not end the writing of the others here. */
function isoTimes(time: number | string): string[] {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? [] : [date.toISOString()];
}
