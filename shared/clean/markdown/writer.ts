import type { Part } from '../../ports/converter.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { pageToMarkdown, textToMarkdown } from './markdown.ts';
import { partsToMarkdown } from './parts.ts';

/** Converts main texts to Markdown. Injected as an option, so crawls without Markdown do not load the code. */
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
