/** Converts the whole text of HTML: chapters of books, bodies of mail, output of external programs. */
import { charsetParameter, decodeText } from '../decode/charset.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { type Flow, newFlow } from './flow.ts';
import { attributeOf, readMarkup } from './markup.ts';

export const convertHtml: Convert = ({ bytes, contentType, limits }) => {
  const { text, charset } = decodeText(bytes, charsetParameter(contentType), false);
  const flow = newFlow(limits);
  const { title, language } = readHtmlInto(flow, text);
  return { ...EMPTY_CONVERTED, parts: flow.parts, links: flow.links, charset, title, language };
};

/** Elements that do not end a paragraph. */
const INLINE = new Set([
  ...['a', 'abbr', 'acronym', 'b', 'bdi', 'bdo', 'big', 'cite', 'code', 'del', 'dfn', 'em', 'font', 'i', 'img', 'ins'],
  ...['kbd', 'label', 'mark', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup'],
  ...['time', 'tt', 'u', 'var', 'wbr', 'nobr', 'o'],
]);

/** Elements without visible text. */
const HIDDEN = new Set(['head', 'title', 'select', 'object']);

/** Appends an HTML document or fragment to a flow. @returns its title and language; null if it has none */
export function readHtmlInto(flow: Flow, html: string): { title: string | null; language: string | null } {
  let title: string | null = null;
  let language: string | null = null;
  let inTitle = false;
  let preDepth = 0;
  let hiddenDepth = 0;
  /** Numbers of columns of the open cells. */
  const spans: number[] = [];

  readMarkup(
    html,
    {
      open(name, attributes) {
        if (name === 'title' && hiddenDepth === 0) inTitle = true;
        if (name === 'html') language = attributeOf(attributes, 'lang') ?? null;
        if (HIDDEN.has(name)) hiddenDepth++;
        if (name === 'a') {
          const href = attributeOf(attributes, 'href');
          if (href && !href.startsWith('#')) flow.openLink(href);
        } else if (name === 'img') flow.add(` ${attributeOf(attributes, 'alt') ?? ''} `);
        else if (name === 'br') flow.add('\n');
        else if (name === 'tr') flow.openRow();
        else if (name === 'td' || name === 'th')
          spans.push(Number.parseInt(attributeOf(attributes, 'colspan') ?? '1', 10));
        else if (!INLINE.has(name)) flow.end(preDepth > 0 ? 'code' : 'paragraph');
        if (name === 'pre') preDepth++;
      },
      close(name) {
        if (name === 'title') inTitle = false;
        if (HIDDEN.has(name) && hiddenDepth > 0) hiddenDepth--;
        const level = /^h([1-6])$/.exec(name)?.[1];
        if (level) flow.endHeading(Number(level));
        else if (name === 'a') flow.endLink();
        else if (name === 'td' || name === 'th') flow.endWideCell(spans.pop());
        else if (name === 'tr') flow.endRow();
        else if (name === 'li') flow.end('item');
        else if (!INLINE.has(name)) flow.end(preDepth > 0 ? 'code' : 'paragraph');
        if (name === 'pre' && preDepth > 0) preDepth--;
      },
      text(text) {
        if (inTitle) title = (title ?? '') + text;
        else if (hiddenDepth === 0) flow.add(preDepth > 0 ? text : text.replace(/\s+/g, ' '));
      },
    },
    true,
    () => !flow.isFull(),
  );
  flow.end();
  return { title, language };
}
