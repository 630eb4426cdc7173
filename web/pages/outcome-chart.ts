import { html } from 'hono/html';
import type { Locale } from '../language/locale.ts';
import type { Html } from './layout.ts';

/** Outcomes in the order of the chart: what was fetched first, what failed last. */
const ORDER = ['fetched', 'unchanged', 'redirected', 'gone', 'refused', 'failed'];

/**
 * Shares of the outcomes of URLs as one bar. The table below it has the numbers, with a bar of the same colour in each row. The script of the
 * page keeps the widths up to date (`scripts.ts`).
 */
export function outcomeChart({ t }: Locale, outcomes: Readonly<Record<string, number>>): Html {
  const place = (word: string) => (ORDER.includes(word) ? ORDER.indexOf(word) : ORDER.length);
  const known = Object.entries(outcomes).filter(([, n]) => n > 0);
  const rows = known.sort(([a], [b]) => place(a) - place(b));
  const all = rows.reduce((sum, [, n]) => sum + n, 0);
  let before = 0;
  const parts = rows.map(([word, n]) => {
    const x = before;
    before += n;
    return html`<rect data-part="${word}" x="${percent(x, all)}" width="${percent(n, all)}" height="100%"/>`;
  });
  return html`<svg class="parts" role="img" aria-labelledby="parts-title parts-words"><title id="parts-title">${t('crawl.outcomes')}</title><desc id="parts-words">${t('crawl.outcomeChart')}</desc>${parts}</svg>`;
}

const percent = (n: number, all: number): string => `${((100 * n) / all).toFixed(2)}%`;
