import { type Content, EMPTY_CONTENT, type ReaderInput } from './content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';

/** Answers in JSON say nothing to a crawl but what its rules name: a list to follow, or the fields of an article. */
export function jsonReaderFor(mimeType: string): ((source: ReaderInput) => Content | undefined) | undefined {
  return /^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(mimeType) ? readJson : undefined;
}

/** @returns undefined: no rule knows it. The fields `text` and `title`, where the rule has them, are those of the document. */
function readJson({ url, bytes, contentType, options, listing = {} }: ReaderInput): Content | undefined {
  const { text: json } = decodeText(bytes, charsetParameter(contentType), false);
  const extracted = options.extract?.({ url, text: json, isJson: true, base: url, about: listing });
  if (!extracted || extracted.rule === null) return undefined;
  const said = (name: string) =>
    extracted.fields[name]?.map((value) => (typeof value === 'object' ? value.text : `${value}`));
  const text = said('text')?.join('\n\n').slice(0, options.maxText) ?? '';
  return { ...EMPTY_CONTENT, charset: 'UTF-8', text, title: said('title')?.[0] ?? null, extracted };
}
