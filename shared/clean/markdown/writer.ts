import type { Part } from '../../ports/converter.ts';
import { pageToMarkdown, textToMarkdown } from './markdown.ts';
import { partsToMarkdown } from './parts.ts';

/** Converts main texts to Markdown. Injected as an option, so crawls without Markdown do not load the code. */
export type MarkdownWriter = {
  fromPage: typeof pageToMarkdown;
  fromText(text: string): string;
  fromParts(parts: readonly Part[], maxLength: number): string;
};

export const markdownWriter: MarkdownWriter = {
  fromPage: pageToMarkdown,
  fromText: textToMarkdown,
  fromParts: partsToMarkdown,
};
