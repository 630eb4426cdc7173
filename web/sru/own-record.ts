import type { RecordValue } from '../../shared/ports/search-record.ts';
import type { PublicRecord } from '../api/public-record.ts';
import { element, xmlText } from '../formats/xml.ts';

const NAMESPACE = 'urn:thresher:schema:record:1';

/** Writes a record as XML with the names of `/record/ID` in JSON, in the singular. Unknown values have no element. */
export function ownRecord(record: PublicRecord): string {
  const { id, url, urls, title, host, language, type, genre, date, fetchedAt, author, keywords, classes, score } =
    record;
  const {
    about = {},
    fields = {},
    anchors = [],
    headings,
    description,
    text,
    cached,
    canonical,
    alternates = [],
  } = record;
  const parts = [
    ...[element('id', id), element('url', url), element('title', title), element('author', author ?? undefined)],
    ...[element('date', date ?? undefined), element('fetchedAt', fetchedAt), element('language', language)],
    ...[element('type', type), element('genre', genre), element('host', host), element('score', score)],
    ...classes.map((one) => withAttribute('class', 'score', `${one.score}`, one.class)),
    ...keywords.map((keyword) => element('keyword', keyword)),
    element('description', description),
    ...Object.entries(about).map(([name, value]) => withAttribute('about', 'name', name, value)),
    ...Object.entries(fields).flatMap(([name, values]) =>
      values.map((value) => withAttribute('field', 'name', name, textOf(value))),
    ),
    ...urls.map((one) => withAttribute('location', 'seenAt', one.seenAt, one.url)),
    element('canonical', canonical),
    ...alternates.map((one) => withAttribute('alternate', 'language', one.language, one.url)),
    ...anchors.map((anchor) => element('anchor', anchor)),
    ...headings.map((heading) => element('heading', heading)),
    element('text', text ?? undefined),
    element('record', record.record),
    element('cached', cached ?? undefined),
  ];
  return `<record xmlns="${NAMESPACE}">${parts.join('')}</record>`;
}

const withAttribute = (name: string, attribute: string, value: string, text: string): string =>
  `<${name} ${attribute}="${xmlText(value)}">${xmlText(text)}</${name}>`;

const textOf = (value: RecordValue): string => (typeof value === 'object' ? value.text : `${value}`);
