import type { CleanDocument } from '../clean/document.ts';
import { plainDocument } from '../clean/plain-document.ts';
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
 * Classifies one line of `thresher classify --jsonl`.
 *
 * @param request `{id, url, title, text, headings, metadata}`. `metadata` maps names to a value or a list of values. Every
 * field except `text` may be missing or null.
 * @throws Error that names the invalid field.
 */
export function answerClassify(request: Record<string, unknown>, judge: Judge): ClassifyAnswer {
  const { kind, score, classes, terms, why } = judge(documentOf(request));
  return { id: request['id'] ?? null, verdict: kind, score, classes, terms, why };
}

/** Returns the page of a request as a document. @throws Error that names the invalid field. */
export function documentOf(request: Record<string, unknown>): CleanDocument {
  const metadata = metadataOf(request['metadata']);
  return plainDocument({
    url: stringField(request, 'url') ?? '',
    title: stringField(request, 'title') ?? null,
    text: stringField(request, 'text') ?? throwMissing('text'),
    headings: listField(request, 'headings'),
    metadata,
  });
}

function throwMissing(name: string): never {
  throw new Error(`${name} is missing`);
}

function stringField(request: Record<string, unknown>, name: string): string | undefined {
  const value = request[name] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw new Error(`${name} is not a string`);
  return value;
}

function listField(request: Record<string, unknown>, name: string): string[] {
  const value = request[name] ?? [];
  if (!isStringArray(value)) throw new Error(`${name} is not a list of strings`);
  return value;
}

function metadataOf(value: unknown): Record<string, string[]> {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Error('metadata is not an object with string values');
  const entries = Object.entries(value).map(([name, of]) => {
    const values = typeof of === 'string' ? [of] : of;
    if (!isStringArray(values)) throw new Error(`metadata.${name} is neither a string nor a list of strings`);
    return [name.toLowerCase(), values] as const;
  });
  return Object.fromEntries(entries);
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
