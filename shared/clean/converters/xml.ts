/** Converts XML of any vocabulary. Each block element is a paragraph; title elements are headings. */
import type { Part } from '../../ports/converter.ts';
import { charsetParameter, decodeText } from '../decode/charset.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { newFlow } from './flow.ts';
import { attributeOf, readMarkup } from './markup.ts';

/** Inline elements of DocBook, TEI, JATS and similar vocabularies. */
const INLINE = new Set([
  ...['a', 'b', 'i', 'em', 'strong', 'emphasis', 'bold', 'italic', 'sub', 'sup', 'code', 'literal', 'link', 'ulink'],
  ...[
    'xref',
    'ref',
    'hi',
    'foreign',
    'quote',
    'term',
    'ext-link',
    'span',
    'tt',
    'var',
    'filename',
    'command',
    'function',
  ],
  ...['option', 'replaceable', 'citetitle', 'acronym', 'email', 'superscript', 'subscript', 'firstterm', 'uri', 'sc'],
]);
/** Elements that are headings. */
const HEADINGS = new Set(['title', 'head', 'article-title', 'heading']);

export const convertXml: Convert = ({ bytes, contentType, limits }) => {
  const { text: xml, charset } = decodeText(bytes, charsetParameter(contentType), true);
  const flow = newFlow(limits);
  let title: string | null = null;
  let language: string | null = null;
  let openHeading = '';
  let linkElement = '';
  readMarkup(
    xml,
    {
      open(name, attributes) {
        language ??= attributeOf(attributes, 'xml:lang') ?? null;
        const href = attributeOf(attributes, 'href') ?? (name === 'ulink' ? attributeOf(attributes, 'url') : undefined);
        if (href && !href.startsWith('#')) {
          flow.endLink();
          flow.openLink(href);
          linkElement = name;
        }
        if (!INLINE.has(name)) flow.end();
        if (HEADINGS.has(name)) openHeading = name;
      },
      close(name) {
        if (name === linkElement) flow.endLink();
        if (INLINE.has(name)) return;
        if (name === openHeading) flow.endHeading(2);
        else flow.end();
        if (name === openHeading) {
          title ??= lastHeading(flow.parts);
          openHeading = '';
        }
      },
      text: (text) => flow.add(text),
    },
    false,
    () => !flow.isFull(),
  );
  flow.end();
  flow.endLink();
  const links = flow.links.slice(0, limits.maxLinks);
  return { ...EMPTY_CONVERTED, parts: flow.parts, links, title, charset, language };
};

/** Returns the text of the last part, or null if it is not a heading. */
function lastHeading(parts: readonly Part[]): string | null {
  const last = parts.at(-1);
  return last?.kind === 'heading' ? last.text.replace(/\s+/g, ' ').trim() : null;
}
