/** XML of any kind: every text, a paragraph an element; titles as headings where the vocabulary has such a word. */
import { charsetParameter, decodeText } from '../decode/charset.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { newFlow } from './flow.ts';
import { attributeOf, readMarkup } from './markup.ts';

/** Elements that a text flows through, in DocBook, TEI, JATS and their like. */
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
const HEADINGS = new Set(['title', 'head', 'article-title', 'heading']);

export const convertXml: Convert = ({ bytes, contentType, limits }) => {
  const { text: xml, charset } = decodeText(bytes, charsetParameter(contentType), true);
  const flow = newFlow(limits);
  let title: string | null = null;
  let language: string | null = null;
  let inTitle = '';
  let linked = '';
  readMarkup(
    xml,
    {
      open(name, attributes) {
        language ??= attributeOf(attributes, 'xml:lang') ?? null;
        const href = attributeOf(attributes, 'href') ?? (name === 'ulink' ? attributeOf(attributes, 'url') : undefined);
        if (href && !href.startsWith('#')) {
          flow.endLink();
          flow.openLink(href);
          linked = name;
        }
        if (!INLINE.has(name)) flow.end();
        if (HEADINGS.has(name)) inTitle = name;
      },
      close(name) {
        if (name === linked) flow.endLink();
        if (INLINE.has(name)) return;
        if (name === inTitle) flow.endHeading(2);
        else flow.end();
        if (name === inTitle) {
          title ??=
            flow.parts.at(-1)?.kind === 'heading'
              ? (flow.parts.at(-1) as { text: string }).text.replace(/\s+/g, ' ').trim()
              : null;
          inTitle = '';
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
