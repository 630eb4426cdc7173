/** OpenDocument texts, sheets and slides (OASIS OpenDocument 1.3). */

import { Unreadable } from '../../decode/unreadable.ts';
import { openZip } from '../../decode/zip.ts';
import { type Convert, NOTHING_CONVERTED } from '../convert.ts';
import { type Flow, newFlow } from '../flow.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { readProperties } from './properties.ts';

export const convertOdf: Convert = ({ bytes, limits }) => {
  const zip = openZip(bytes, limits.unpackedBytes);
  if (zip.text('META-INF/manifest.xml')?.includes('encryption-data'))
    throw new Unreadable('encrypted', 'it asks for a password');
  const content = zip.text('content.xml');
  if (content === undefined) throw new Unreadable('conversion-failed', 'an OpenDocument without its content');
  const flow = newFlow(limits);
  readOdf(content, flow);
  // Headers and footers stand in the styles of pages.
  readOdf(zip.text('styles.xml')?.match(/<office:master-styles>.*<\/office:master-styles>/s)?.[0] ?? '', flow);
  const properties = readProperties(zip.text('meta.xml'));
  return { ...NOTHING_CONVERTED, ...properties, parts: flow.parts, links: flow.links };
};

/** What was deleted and is only remembered, and fields that say what page this is. */
const HIDDEN = new Set(['tracked-changes', 'page-number', 'page-count', 'binary-data', 'forms', 'event-listeners']);

const SIGNATURE = new Set(['creator', 'date', 'creator-initials']);

function readOdf(xml: string, flow: Flow): void {
  let unseen = 0;
  let depth = 0;
  let items = 0;
  let level = 0;
  let titles = 0;
  let notes = 0;
  /** Who wrote a note, and when, is no text of the document. */
  const isUnseen = (name: string) => HIDDEN.has(name) || (notes > 0 && SIGNATURE.has(name));
  const endParagraph = () => {
    if (titles > 0) flow.endHeading(2);
    else flow.end(items > 0 ? 'item' : 'paragraph');
  };
  const open: Record<string, (attributes: string) => void> = {
    // A paragraph within another, as that of a note or a frame, comes after the words before it.
    p: () => {
      if (depth++ > 0) flow.add(' ');
      else endParagraph();
    },
    h: (a) => {
      flow.end();
      level = Number(attributeOf(a, 'outline-level') ?? 1);
    },
    'list-item': () => {
      items++;
    },
    frame: (a) => {
      if (attributeOf(a, 'presentation:class') === 'title') titles++;
      else if (titles > 0) titles++;
    },
    s: (a) => flow.add(' '.repeat(Math.min(Number(attributeOf(a, 'c') ?? 1) || 1, 100))),
    tab: () => flow.add('\t'),
    'line-break': () => flow.add('\n'),
    a: (a) => {
      const href = attributeOf(a, 'href');
      if (href && !href.startsWith('#')) flow.openLink(href);
    },
    'table-row': () => flow.openRow(),
    table: (a) => {
      const name = attributeOf(a, 'table:name');
      // Sheets have names that somebody gave; tables in a text mostly not.
      if (name && isSheets) {
        flow.add(name);
        flow.endHeading(2);
      }
    },
  };
  const close: Record<string, () => void> = {
    p: () => {
      if (--depth > 0) flow.add(' ');
      else endParagraph();
    },
    h: () => flow.endHeading(level),
    'list-item': () => {
      items--;
    },
    frame: () => {
      if (titles > 0) titles--;
    },
    a: () => flow.endLink(),
    'table-cell': () => flow.endCell(),
    'table-row': () => flow.endRow(),
  };
  const isSheets = xml.includes('<office:spreadsheet');
  readMarkup(
    xml,
    {
      open(name, attributes) {
        if (name === 'annotation') notes++;
        if (isUnseen(name)) unseen++;
        if (unseen === 0 && Object.hasOwn(open, name)) open[name]!(attributes);
      },
      close(name) {
        if (unseen === 0 && Object.hasOwn(close, name)) close[name]!();
        if (isUnseen(name) && unseen > 0) unseen--;
        if (name === 'annotation') notes--;
      },
      text(text) {
        if (unseen === 0 && (depth > 0 || level > 0)) flow.add(text);
        else if (unseen === 0 && text.trim() !== '') flow.add(text);
      },
    },
    false,
    () => !flow.full(),
  );
  flow.end();
}
