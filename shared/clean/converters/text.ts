import { charsetParameter, decodeText } from '../decode/charset.ts';
import { type Convert, EMPTY_CONVERTED } from './convert.ts';
import { newFlow } from './flow.ts';

/** Converts plain text of external programs. An empty line or a form feed ends a paragraph. */
export const convertText: Convert = ({ bytes, contentType, limits }) => {
  const { text, charset } = decodeText(bytes, charsetParameter(contentType), false);
  const flow = newFlow(limits);
  for (const paragraph of text.slice(0, limits.maxText + 1).split(/\f|\r?\n(?:[ \t]*\r?\n)+/)) {
    flow.add(paragraph);
    flow.end();
  }
  return { ...EMPTY_CONVERTED, parts: flow.parts, charset };
};
