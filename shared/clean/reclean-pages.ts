import { readShownPage } from '../fetch/warc/shown-page.ts';
import type { JsonLineList } from '../text/json-line-list.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanPage } from './clean-page.ts';
import type { DocumentLine, LineHead } from './document.ts';
import type { SitePages } from './site-pages.ts';

/** A page with a text: the index and the head of its line. */
export type CleanedPage = { index: number; head: LineHead };

/**
 * Cleans pages again whose main text changes with what later pages of the batch tell about their site, and replaces their
 * lines. Plug-ins see such a page twice.
 *
 * @param object the captures that the lines were made from
 */
export function recleanChangedPages(
  pages: readonly CleanedPage[],
  lines: JsonLineList,
  object: Uint8Array,
  site: SitePages,
  options: CleanOptions,
): void {
  const changed = site.changedPages();
  const batchOptions: CleanOptions = { ...options, chooseWithSite: site.secondPass };
  for (const { index, head } of pages) {
    if (!changed.has(head.url)) continue;
    const { offset, length } = head.capture;
    const capture = readShownPage(object.subarray(offset, offset + length));
    const line: DocumentLine = { ...head, kind: 'document', document: cleanPage(capture, batchOptions) };
    lines.set(index, line);
  }
}
