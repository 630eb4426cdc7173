import { inputOf } from '../../shared/classify/filters/model.ts';
import type { LabelledDocument } from '../../shared/classify/models/training/train-model.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import type { Url } from '../../shared/url/url.ts';
import { type FilterRequest, optionalString, requiredString } from '../filter-input.ts';

/** A link of a training page. */
export type TrainingLink = { url: string; anchor: string };

/** A training page with its links. */
export type TrainingPage = LabelledDocument & { links: TrainingLink[] };

/**
 * Reads one line of `thresher train --jsonl`: `{label, text | html, title?, url?, links?}`.
 *
 * @throws Error that names the faulty field
 */
export function readLabelledLine(line: FilterRequest): TrainingPage {
  const label = requiredString(line, 'label');
  if (label.trim() === '') throw new Error('label: is empty');
  const url = optionalString(line, 'url') ?? '';
  const title = optionalString(line, 'title') ?? null;
  const text = optionalString(line, 'text');
  const html = optionalString(line, 'html');
  const links = readLinks(line['links']);
  if ((text === undefined) === (html === undefined)) throw new Error('give either text or html');
  const page =
    html === undefined
      ? { url, title, text: text!, language: 'und', links: links ?? [] }
      : cleanedPage(url, title, html, links);
  return { ...page, label };
}

/** Cleans a page as a crawl does. */
function cleanedPage(
  url: string,
  title: string | null,
  html: string,
  links: TrainingLink[] | undefined,
): Omit<TrainingPage, 'label'> {
  const document = cleanHtml(url as Url, html, DEFAULT_CLEAN_OPTIONS);
  const input = inputOf(document);
  const found = links ?? document.links.map((link) => ({ url: link.url, anchor: link.anchor }));
  return { ...input, title: title ?? input.title, links: found };
}

/** @returns undefined if the line has no links. @throws if a link has another shape */
function readLinks(value: unknown): TrainingLink[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new Error('links: must be a list of {url, anchor}');
  return value.map((link: unknown) => {
    const { url, anchor = '' } = (link ?? {}) as Record<string, unknown>;
    if (typeof url !== 'string' || typeof (anchor ?? '') !== 'string')
      throw new Error('links: each must be an object with the strings url and anchor');
    return { url, anchor: (anchor ?? '') as string };
  });
}
