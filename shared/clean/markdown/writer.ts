import type { Part } from '../../ports/converter.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { pageToMarkdown, textToMarkdown } from './markdown.ts';
import { partsToMarkdown } from './parts.ts';

/** Writes main texts as Markdown. Few crawls ask for it, so it is handed in by who does, and costs the others nothing. */
export type MarkdownWriter = {
  fromPage(page: ParsedPage, blocks: readonly Block[], base: string, maxLength: number): string;
  fromText(text: string): string;
  fromParts(parts: readonly Part[], maxLength: number): string;
};

export const markdownWriter: MarkdownWriter = {
  fromPage: pageToMarkdown,
  fromText: textToMarkdown,
  fromParts: partsToMarkdown,
};
