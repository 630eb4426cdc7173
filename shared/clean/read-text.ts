import { cutText } from '../text/cut-text.ts';
import { foldWhitespace } from '../text/whitespace.ts';
import { type Content, EMPTY_CONTENT, type ReaderInput } from './content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';
import { TABLE_TYPES } from './decode/text-types.ts';

/** Reads plain text. A short first line becomes the title. The first line of a table names its columns. */
export function readText(source: ReaderInput): Content {
  const { text, charset } = decodeText(source.bytes, charsetParameter(source.contentType), false);
  const { maxText } = source.options;
  const whole = foldWhitespace(cutText(text, maxText), true);
  const cut: Pick<Content, 'truncated'> = text.length > maxText ? { truncated: 'text' } : {};
  const lineEnd = whole.indexOf('\n');
  const line = foldWhitespace(lineEnd === -1 ? whole : whole.slice(0, lineEnd), false);
  const title = line === '' || TABLE_TYPES.includes(source.mimeType) || line.length > MAX_TITLE_LENGTH ? null : line;
  const { markdown } = source.options;
  const written = markdown && { markdown: markdown.fromText(whole) };
  return { ...EMPTY_CONTENT, charset, text: whole, ...cut, title, ...written };
}

/** Maximum length of a first line that is used as a title, in UTF-16 units. */
const MAX_TITLE_LENGTH = 120;
