import { printableText } from './plain-text.ts';

/** Escapes a text for the content of an XML element or for an attribute in double quotes. */
export const xmlText = (text: string): string =>
  printableText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Returns an element with a text, or an empty string if there is no text. */
export const element = (name: string, text: string | number | undefined): string =>
  text === undefined || text === '' ? '' : `<${name}>${xmlText(String(text))}</${name}>`;

/** Returns an element with children, or an empty string if all of them are empty. */
export function elementOf(name: string, children: readonly string[]): string {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}

/** Joins elements to a document, one per line, without the empty ones. */
export const xmlDocument = (lines: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${lines.filter((line) => line !== '').join('\n')}\n`;
