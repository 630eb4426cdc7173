import { html } from 'hono/html';
import type { FetchTimes } from '../../shared/ports/search-index.ts';
import { timeRanges } from '../../shared/text/time-ranges.ts';
import { HOUR_MS } from '../../shared/text/time-units.ts';
import type { Locale } from '../language/locale.ts';
import type { Html } from './layout.ts';

/** Height of the chart and width of a bar with its gap, in units of the drawing; it is stretched to the width of the page. */
const HEIGHT = 100;
const BAR = 10;
const GAP = 2;

/** Bars of a shorter span would stand for parts of a second. Milliseconds. */
const MIN_SPAN_MS = 2_000;

/** The searchable pages by the time of their fetch: as bars, in words, and as a table. */
export function timeChart(locale: Locale, { first, last, counts }: FetchTimes): Html {
  const { t, plural, moment, second, duration, rate } = locale;
  const heading = html`<h2>${t('times.title')}</h2>`;
  if (counts.length < 2 || last - first < MIN_SPAN_MS)
    return html`<section class="times">${heading}<p>${t('times.once', { date: moment(first) })}</p></section>`;
  const most = Math.max(...counts);
  // Whole minutes would not tell the columns of a shorter chart apart.
  const name = last - first < HOUR_MS ? second : moment;
  const seconds = (last - first + 1) / counts.length / 1000;
  const width = seconds < 10 ? t('times.seconds', { n: rate(seconds, 1) }) : duration(seconds);
  const words = `${t('times.bar', { duration: width })} ${plural('times.most', most)}`;
  return html`<section class="times">${heading}
<svg viewBox="0 0 ${counts.length * BAR - GAP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-labelledby="times-title times-words"><title id="times-title">${t('times.title')}</title>${counts.map((n, i) => bar(n, i, most))}</svg>
<p class="ends small">${time(name, first)} ${time(name, last)}</p>
<p class="small" id="times-words">${words}</p>
${table(locale, { first, last, counts }, name)}</section>`;
}

/** A bar is at least one unit high, so that a few pages beside many are seen. */
function bar(n: number, place: number, most: number): Html | '' {
  if (n === 0) return '';
  const height = Math.max(1, Math.round((HEIGHT * n) / most));
  return html`<rect x="${place * BAR}" y="${HEIGHT - height}" width="${BAR - GAP}" height="${height}"/>`;
}

const time = (name: Locale['moment'], at: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${name(at)}</time>`;

function table({ t, count }: Locale, { first, last, counts }: FetchTimes, name: Locale['moment']): Html {
  const rows = timeRanges(first, last, counts.length).map(({ from }, i) =>
    counts[i] === 0 ? '' : html`<tr><th scope="row">${time(name, from)}</th><td>${count(counts[i]!)}</td></tr>`,
  );
  return html`<details class="same"><summary>${t('times.table')}</summary><table><thead><tr><th scope="col">${t('times.from')}</th><th scope="col">${t('figure.pages')}</th></tr></thead><tbody>${rows}</tbody></table></details>`;
}
