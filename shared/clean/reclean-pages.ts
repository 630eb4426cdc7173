import { readCapture } from '../fetch/warc/warc-read.ts';
import type { CleanOptions } from './clean-options.ts';
import { cleanPage } from './clean-page.ts';
import type { DocumentLine } from './document.ts';
import type { SitePages } from './site-pages.ts';

/**
 * Reads pages once more whose text is another one with what later pages tell of their host; plug-ins see them twice. Their lines
 * are replaced. @param object the captures that the lines are of.
 */
export function recleanChangedPages(
  lines: DocumentLine[],
  object: Uint8Array,
  site: SitePages,
  options: CleanOptions,
): void {
  const changed = site.changedPages();
  if (changed.size === 0) return;
  const inBatch = { ...options, onSite: site.secondPass };
  for (const [i, line] of lines.entries()) {
    if (line.kind !== 'document' || line.document.text === '' || !changed.has(line.url)) continue;
    const { offset, length } = line.capture;
    const capture = readCapture(object.subarray(offset, offset + length));
    lines[i] = { ...line, document: cleanPage(capture, inBatch) };
  }
}
