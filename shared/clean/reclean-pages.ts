import { readCapture } from '../fetch/warc/warc-read.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanPage } from './clean-page.ts';
import type { DocumentLine } from './document.ts';
import type { SitePages } from './site-pages.ts';

/**
 * Cleans pages again whose main text changes with what later pages of the batch tell about their site, and replaces their
 * lines. Plug-ins see such a page twice.
 *
 * @param object the captures that the lines were made from
 */
export function recleanChangedPages(
  lines: DocumentLine[],
  object: Uint8Array,
  site: SitePages,
  options: CleanOptions,
): void {
  const changed = site.changedPages();
  if (changed.size === 0) return;
  const batchOptions: CleanOptions = { ...options, chooseWithSite: site.secondPass };
  for (const [i, line] of lines.entries()) {
    if (line.kind !== 'document' || line.document.text === '' || !changed.has(line.url)) continue;
    const { offset, length } = line.capture;
    const capture = readCapture(object.subarray(offset, offset + length));
    lines[i] = { ...line, document: cleanPage(capture, batchOptions) };
  }
}
