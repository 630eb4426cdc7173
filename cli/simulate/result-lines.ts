import type { SimulationResult } from '../../shared/simulate/compare-strategies.ts';

const HEADINGS = ['strategy', 'pages', 'relevant', 'harvest', 'recall', 'area', 'of oracle'];

/** Formats the results as a table, one line for each strategy. Shares are in percent. */
export function resultLines(results: readonly SimulationResult[]): string[] {
  const rows = results.map(({ strategy, points, area, areaOfOracle, fetched }) => {
    const { relevant, harvest, recall } = points.at(-1)!;
    return [strategy, String(fetched), String(relevant), ...[harvest, recall, area, areaOfOracle].map(percent)];
  });
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
