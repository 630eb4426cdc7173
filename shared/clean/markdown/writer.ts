import type { Part } from '../../ports/converter.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { markdownOf, markdownOfText } from './markdown.ts';
import { markdownOfParts } from './parts.ts';

/** Writes main texts as Markdown. Few crawls ask for it, so it is handed in by who does, and costs the others nothing. */
export type MarkdownWriter = {
  ofPage(page: ParsedPage, blocks: readonly Block[], base: string, maxLength: number): string;
  ofText(text: string): string;
  ofParts(parts: readonly Part[], maxLength: number): string;
};

export const markdownWriter: MarkdownWriter = { ofPage: markdownOf, ofText: markdownOfText, ofParts: markdownOfParts };
