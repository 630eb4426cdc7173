import { type Content, EMPTY_CONTENT, type ReaderInput, withinLimit } from './content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';

/** Returns the reader of JSON bodies, or undefined for other media types. JSON is read by extraction rules only. */
export function jsonReaderFor(mimeType: string): ((source: ReaderInput) => Content | undefined) | undefined {
  return /^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(mimeType) ? readJson : undefined;
}

/**
 * Reads a JSON body by the extraction rules. The fields `text` and `title` of a rule become those of the document.
 *
 * @returns undefined if no rule matches
 */
function readJson({ url, bytes, contentType, options, listing = {}, linkedRule }: ReaderInput): Content | undefined {
  const { text: json } = decodeText(bytes, charsetParameter(contentType), false);
  const extracted = options.extract?.({ url, text: json, isJson: true, base: url, about: listing, linkedRule });
  if (!extracted || extracted.rule === null) return undefined;
  const fieldText = (name: string) =>
    extracted.fields[name]?.map((value) => (typeof value === 'object' ? value.text : `${value}`));
  const text = fieldText('text')?.join('\n\n') ?? '';
  const title = fieldText('title')?.[0] ?? null;
  return { ...EMPTY_CONTENT, charset: 'UTF-8', ...withinLimit(text, options.maxText), title, extracted };
}
