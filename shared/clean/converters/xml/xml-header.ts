/**
 * Reads the bibliographic header of XML documents: JATS and NLM (`article-meta`), TEI (`teiHeader`), DocBook (`info`) and FictionBook
 * (`title-info`). Titles and abstracts are also text of the document. All other elements of a header are not.
 */
import { foldWhitespace } from '../../../text/whitespace.ts';
import { normalizeDate } from '../../metadata/dates/normalize-date.ts';
import { addProperty, type DocumentProperties, newProperties } from '../document-properties.ts';
import { attributeOf } from '../markup.ts';

/** What the header declares; null or empty if it declares nothing. */
export type XmlHeader = {
  title: string | null;
  authors: string[];
  date: string | null;
  description: string | null;
  keywords: string[];
  language: string | null;
  metadata: DocumentProperties;
};

/** Handlers of markup. They return whether it belongs to the header only, and not to the text. */
export type XmlHeaderReader = {
  open(name: string, attributes: string): boolean;
  close(name: string): boolean;
  text(text: string): boolean;
  header: XmlHeader;
};

/** Maximum depth of elements in a header. Deeper ones are text. */
const MAX_DEPTH = 100;
/** Maximum length of a value that is kept, in UTF-16 units. */
const MAX_VALUE_LENGTH = 1_000;
/** Maximum length of an abstract, in UTF-16 units. */
const MAX_ABSTRACT_LENGTH = 10_000;
/** Maximum number of property names, of authors and of keywords. */
const MAX_VALUES = 200;

const ALWAYS = ['article-meta', 'journal-meta', 'book-meta', 'collection-meta', 'front-stub', 'teiHeader'];
const FICTION_BOOK = ['title-info', 'publish-info', 'src-title-info', 'document-info', 'custom-info'];
const DOCBOOK = ['info', 'articleinfo', 'bookinfo', 'chapterinfo', 'sectioninfo', 'refentryinfo', 'prefaceinfo'];
/** Headers, and parts of headers, that describe something else: a reply, the source or the file of a book. */
const OTHERS = new Set([
  ...['front-stub', 'src-title-info', 'document-info', 'custom-info', 'sourceDesc', 'related-article', 'product'],
]);
/** Elements that begin the text, if a damaged file does not end its header. */
const TEXTS = new Set(['body', 'text']);

const TITLE_PARENTS = new Set(['title-group', 'book-title-group', 'titleStmt', 'title-info', ...DOCBOOK]);
const TITLES = new Set(['article-title', 'book-title', 'title']);
const ABSTRACTS = new Set(['abstract', 'trans-abstract', 'annotation']);
const PERSONS = new Set(['contrib', 'author']);
const SURNAMES = new Set(['surname', 'last-name']);
const GIVEN_NAMES = new Set(['given-names', 'firstname', 'forename', 'first-name', 'middle-name', 'givenname']);
const WHOLE_NAMES = new Set([
  'collab',
  'string-name',
  'personname',
  'persName',
  'orgName',
  'orgname',
  'nickname',
  'name',
]);
const KEYWORDS = new Set(['kwd', 'keyword']);
const DATES = new Set(['pub-date', 'pubdate', 'date']);
/** Properties of journals, by the names that web pages use for them. */
const CITATION: Readonly<Record<string, string>> = {
  'journal-title': 'citation_journal_title',
  issn: 'citation_issn',
  isbn: 'citation_isbn',
  volume: 'citation_volume',
  issue: 'citation_issue',
  fpage: 'citation_firstpage',
  lpage: 'citation_lastpage',
  'publisher-name': 'citation_publisher',
};

/** @param xml the beginning of the document, which names the vocabulary */
export function createXmlHeader(xml: string): XmlHeaderReader {
  const names = new Set(ALWAYS);
  if (/<FictionBook\b/.test(xml)) for (const name of FICTION_BOOK) names.add(name);
  if (/docbook/i.test(xml)) for (const name of DOCBOOK) names.add(name);
  return new HeaderReader(names);
}

class HeaderReader implements XmlHeaderReader {
  readonly header: XmlHeader = {
    ...{ title: null, authors: [], date: null, description: null, keywords: [], language: null },
    metadata: newProperties(),
  };
  private readonly names: ReadonlySet<string>;
  /** Open elements, from that of the header on. */
  private readonly stack: string[] = [];
  /** Number of open elements at a title or abstract, whose content is text; 0 outside. */
  private shownFrom = 0;
  private hasDocBookInfo = false;
  private isCollecting = false;
  private buffer = '';
  private shown = '';
  private person = { given: '', surname: '', whole: '', isAuthor: true };
  private dateParts = { attribute: '', year: '', month: '', day: '' };
  private idType = '';

  constructor(names: ReadonlySet<string>) {
    this.names = names;
  }

  open(name: string, attributes: string): boolean {
    const { stack } = this;
    if (stack.length === 0) {
      if (!this.names.has(name)) return false;
      const isInfo = DOCBOOK.includes(name);
      this.isCollecting = !(isInfo && this.hasDocBookInfo);
      this.hasDocBookInfo ||= isInfo;
    } else if (TEXTS.has(name) || stack.length >= MAX_DEPTH) {
      this.leave();
      return false;
    }
    const parent = stack.at(-1) ?? '';
    stack.push(name);
    if (this.shownFrom > 0) return false;
    this.buffer = '';
    if (ABSTRACTS.has(name) || (TITLES.has(name) && TITLE_PARENTS.has(parent))) {
      this.shownFrom = stack.length;
      this.shown = '';
      return false;
    }
    this.openField(name, attributes);
    return true;
  }

  close(name: string): boolean {
    const at = this.stack.lastIndexOf(name);
    if (at === -1) return this.stack.length > 0 && this.shownFrom === 0;
    if (this.shownFrom > 0) {
      if (at < this.shownFrom) this.endShown(this.stack[this.shownFrom - 1]!);
      this.stack.length = at;
      return false;
    }
    const isOther = !this.isCollecting || this.stack.some((open) => OTHERS.has(open));
    if (!isOther) this.endField(name, foldWhitespace(this.buffer, false));
    this.buffer = '';
    this.stack.length = at;
    return true;
  }

  text(text: string): boolean {
    if (this.stack.length === 0) return false;
    if (this.shownFrom > 0) {
      if (this.shown.length < MAX_ABSTRACT_LENGTH) this.shown += text;
      return false;
    }
    if (this.buffer.length < MAX_VALUE_LENGTH) this.buffer += text;
    return true;
  }

  private leave(): void {
    this.stack.length = 0;
    this.shownFrom = 0;
  }

  /** Keeps a title or an abstract: of each the first one. */
  private endShown(name: string): void {
    const isOther = !this.isCollecting || this.stack.some((open) => OTHERS.has(open));
    const value = foldWhitespace(this.shown, false).slice(0, MAX_ABSTRACT_LENGTH);
    this.shownFrom = 0;
    this.buffer = '';
    if (isOther || value === '') return;
    if (TITLES.has(name)) this.header.title ??= value;
    else this.header.description ??= value;
  }

  private openField(name: string, attributes: string): void {
    if (PERSONS.has(name)) {
      const type = name === 'contrib' ? (attributeOf(attributes, 'contrib-type') ?? 'author') : 'author';
      this.person = { given: '', surname: '', whole: '', isAuthor: type === 'author' };
    } else if (DATES.has(name)) {
      const attribute =
        ['when', 'iso-8601-date', 'value'].map((one) => attributeOf(attributes, one)).find(Boolean) ?? '';
      this.dateParts = { attribute, year: '', month: '', day: '' };
    } else if (name === 'article-id' || name === 'book-id') this.idType = attributeOf(attributes, 'pub-id-type') ?? '';
  }

  private endField(name: string, value: string): void {
    const { header, person, dateParts } = this;
    if (PERSONS.has(name)) this.endPerson(value);
    else if (DATES.has(name)) this.endDate(value);
    else if (value === '') return;
    else if (SURNAMES.has(name)) person.surname = value;
    else if (GIVEN_NAMES.has(name)) person.given = `${person.given} ${value}`.trim();
    else if (WHOLE_NAMES.has(name)) person.whole ||= value;
    else if (name === 'year' || name === 'month' || name === 'day') dateParts[name] = value;
    else if (KEYWORDS.has(name) || (name === 'term' && this.stack.includes('keywords')))
      addValue(header.keywords, value);
    else if (name === 'lang') header.language ??= value;
    else this.addMetadata(this.propertyName(name), value);
  }

  private endPerson(text: string): void {
    const { given, surname, whole, isAuthor } = this.person;
    const name = surname === '' ? whole || text || given : `${given} ${surname}`.trim();
    if (isAuthor && name !== '') addValue(this.header.authors, name);
  }

  /** Keeps the most precise date: journals declare the year of a volume beside the day of publication. */
  private endDate(text: string): void {
    const { attribute, year, month, day } = this.dateParts;
    const parts = [month, day]
      .map((part) => part.padStart(2, '0'))
      .filter((part) => /^\d\d$/.test(part) && part !== '00');
    const declared = attribute || (year === '' ? text : [year, ...(month === '' ? [] : parts)].join('-'));
    const date = /^[12]\d{3}$/.test(declared) ? declared : normalizeDate(declared);
    if (date !== null && date.length > (this.header.date ?? '').length) this.header.date = date;
  }

  private propertyName(name: string): string {
    if (name === 'article-id' || name === 'book-id')
      return /^[a-z]{2,12}$/.test(this.idType) ? `citation_${this.idType}` : name;
    return CITATION[name] ?? name;
  }

  private addMetadata(name: string, value: string): void {
    const { metadata } = this.header;
    if (metadata[name.toLowerCase()] !== undefined || Object.keys(metadata).length < MAX_VALUES)
      addProperty(metadata, name, value.slice(0, MAX_VALUE_LENGTH));
  }
}

function addValue(values: string[], value: string): void {
  if (values.length < MAX_VALUES && !values.includes(value)) values.push(value);
}
