import { escapeText } from 'entities/escape';
import { cutText } from '../text/cut-text.ts';
import { foldWhitespace } from '../text/whitespace.ts';
import type { Content, ReaderInput } from './content.ts';
import { charsetParameter, decodeText } from './decode/charset.ts';
import { markdownToHtml } from './markdown/markdown-to-html.ts';
import { readFrontMatter } from './metadata/front-matter.ts';
import { readWholeHtml } from './read-html.ts';

/**
 * Reads Markdown as the page that it describes: all of it is main text, and metadata come from the block in front of it. The title is the one of that
 * block, or the first heading. What follows the first 300,000 characters is plain text without links (`markdownToHtml`).
 */
export function readMarkdown(input: ReaderInput): Content {
  const { bytes, contentType, options } = input;
  const { text, charset } = decodeText(bytes, charsetParameter(contentType), false);
  const { title, language, metas, body } = readFrontMatter(cutText(text, options.maxText));
  const head = metas.map(({ name, content }) => `<meta name="${name}" content="${quoted(content)}">`);
  const named = title === null ? '' : `<title>${escapeText(title)}</title>`;
  const root = language === null ? '<html>' : `<html lang="${quoted(language)}">`;
  const html = `${root}<head>${named}${head.join('')}</head><body>${markdownToHtml(body)}`;
  const content = readWholeHtml(html, input, charset);
  const declared = [
    ...(title === null ? [] : ['title']),
    ...Object.keys(content.sources ?? {}).filter(isMeta(content)),
  ];
  return {
    ...content,
    ...(title !== null && { title: foldWhitespace(title, false) }),
    sources: { ...content.sources, ...Object.fromEntries(declared.map((name) => [name, 'document'])) },
    ...(options.markdown && { markdown: foldWhitespace(body, true) }),
    ...(text.length > options.maxText && { truncated: 'text' }),
  };
}

const quoted = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Tells whether a field comes from the metadata of the file. */
const isMeta =
  ({ sources }: Content) =>
  (name: string): boolean =>
    sources?.[name]?.startsWith('meta ') ?? false;
