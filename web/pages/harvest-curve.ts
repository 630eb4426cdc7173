import { html } from 'hono/html';
import type { HarvestPart } from '../../shared/classify/review/harvest.ts';
import type { Locale } from '../language/locale.ts';
import type { Html } from './layout.ts';

/** Size of the curve in its own units; it is stretched to the width of the page. */
const WIDTH = 400;
const HEIGHT = 100;

/** The harvest rate over time, as a curve and in words. Nothing if there are too few pages. */
export function harvestCurve({ t }: Locale, parts: readonly HarvestPart[]): Html | '' {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return '';
  const points = parts.map(
    (part, i) => `${((i * WIDTH) / (parts.length - 1)).toFixed(1)},${heightOf(part).toFixed(1)}`,
  );
  const words = t('harvest.words', { first: percent(first), last: percent(last) });
  return html`<section class="harvest"><h2>${t('harvest.title')}</h2>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}"><polygon points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}"/><polyline points="${points.join(' ')}"/></svg>
<p class="small">${words}. ${t('harvest.points', { points: parts.length, pages: first.pages })}</p></section>`;
}

const heightOf = (part: HarvestPart): number => HEIGHT * (1 - shareOf(part));
const shareOf = ({ pages, relevant }: HarvestPart): number => relevant / pages;
const percent = (part: HarvestPart): string => `${Math.round(100 * shareOf(part))}`;
