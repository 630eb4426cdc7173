import type { CleanDocument } from '../clean/document.ts';
import type { Url } from '../url/url.ts';
import type { Judge } from './judge.ts';
import type { Verdict } from './verdict.ts';

export type ClassifyAnswer = {
  id: unknown;
  verdict: Verdict['kind'];
  score: number;
  classes: Verdict['classes'];
  terms: Verdict['terms'];
  why: string;
};

/**
 * @param question a line of `thresher classify --jsonl`: `{id, url, title, text, headings, metadata}`, the last name → value
 * or values. Every field but the text may be missing or null.
 * @throws Error that says what is wrong with the question.
 */
export function answerClassify(question: Record<string, unknown>, judge: Judge): ClassifyAnswer {
  const { kind, score, classes, terms, why } = judge(documentOf(question));
  return { id: question['id'] ?? null, verdict: kind, score, classes, terms, why };
}

function documentOf(question: Record<string, unknown>): CleanDocument {
  const metadata = metadataOf(question['metadata']);
  return {
    url: (textOf(question, 'url') ?? '') as Url,
    title: textOf(question, 'title') ?? null,
    text: textOf(question, 'text') ?? missing('text'),
    headings: listOf(question, 'headings'),
    metadata,
    description: null,
    keywords: [],
    markdown: null,
    language: 'und',
    charset: null,
    author: null,
    date: null,
    links: [],
    mimeType: 'text/plain',
    digest: '',
    simhash: null,
    canonical: null,
    robots: [],
    reason: null,
  };
}

function missing(name: string): never {
  throw new Error(`${name} is missing`);
}

function textOf(question: Record<string, unknown>, name: string): string | undefined {
  const value = question[name] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw new Error(`${name} is not a text`);
  return value;
}

function listOf(question: Record<string, unknown>, name: string): string[] {
  const value = question[name] ?? [];
  if (!isTexts(value)) throw new Error(`${name} is not a list of texts`);
  return value;
}

function metadataOf(value: unknown): Record<string, string[]> {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('metadata is not an object of texts');
  const entries = Object.entries(value).map(([name, of]) => {
    const values = typeof of === 'string' ? [of] : of;
    if (!isTexts(values)) throw new Error(`metadata.${name} is neither a text nor a list of texts`);
    return [name.toLowerCase(), values] as const;
  });
  return Object.fromEntries(entries);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
