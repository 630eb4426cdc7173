import type { SimulationResult } from './compare-strategies.ts';

const WIDTH = 760;
const HEIGHT = 440;
const MARGIN = { left: 56, right: 170, top: 24, bottom: 44 };
/** Distinguishable with colour blindness (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

/** Draws recall over fetched pages, one curve for each strategy, as SVG. */
export function drawCurves(results: readonly SimulationResult[], title: string): string {
  const pages = results[0]?.points.at(-1)?.pages ?? 1;
  const x = (at: number) => MARGIN.left + ((WIDTH - MARGIN.left - MARGIN.right) * at) / pages;
  const y = (recall: number) => HEIGHT - MARGIN.bottom - (HEIGHT - MARGIN.top - MARGIN.bottom) * recall;
  const lines = results.map(({ points, strategy, areaOfOracle }, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const path = [`${x(0)},${y(0)}`, ...points.map((one) => `${round(x(one.pages))},${round(y(one.recall))}`)].join(
      ' ',
    );
    const at = MARGIN.top + 18 * i + 12;
    const label = `${escapeXml(strategy)} ${(100 * areaOfOracle).toFixed(1)} %`;
    return (
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${path}"/>` +
      `<text x="${WIDTH - MARGIN.right + 12}" y="${at}" fill="${colour}">${label}</text>`
    );
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<line x1="${x(0)}" x2="${x(pages)}" y1="${y(share)}" y2="${y(share)}" stroke="#ddd"/>`,
    `<text x="${MARGIN.left - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>`,
    `<text x="${x(share * pages)}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${Math.round(share * pages)}</text>`,
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeXml(title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...ticks,
    ...lines,
    `<text x="${x(pages / 2)}" y="${HEIGHT - 8}" text-anchor="middle">pages fetched</text>`,
    `<text x="${MARGIN.left}" y="14">recall; in the legend: area as a share of the oracle's</text>`,
    '</svg>\n',
  ].join('\n');
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
