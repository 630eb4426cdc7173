import { html } from 'hono/html';
import type { Html } from './layout.ts';

/**
 * Returns a text with marked ranges as HTML.
 *
 * @param marks pairs of start and end in UTF-16 units. Ranges that are reversed, outside the text or overlap an earlier one
 * are ignored, so the text is always shown complete and once.
 */
export function marked(text: string, marks: readonly (readonly [start: number, end: number])[]): Html {
  const parts: (string | Html)[] = [];
  let at = 0;
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    if (!(start >= at && start < end && end <= text.length)) continue;
    parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  parts.push(text.slice(at));
  return html`${parts}`;
}
