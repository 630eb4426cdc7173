/** Progress of a simulated crawl after a number of counted pages. */
export type CurvePoint = {
  pages: number;
  relevant: number;
  /** Relevant pages among those fetched, 0 to 1. */
  harvest: number;
  /** Share of the relevant pages that the seeds reach, 0 to 1. */
  recall: number;
};

/** Number of points of a curve. */
const POINTS = 20;

/** Returns points at even distances and at the end. After the last fetch the values stay as they are. */
export function curveOf(isRelevant: readonly boolean[], reachable: number, pages: number): CurvePoint[] {
  const counts = cumulative(isRelevant);
  return stepsTo(pages).map((at) => {
    const fetched = Math.min(at, isRelevant.length);
    const relevant = counts[fetched]!;
    return { pages: at, relevant, harvest: ratio(relevant, fetched), recall: ratio(relevant, reachable) };
  });
}

/** Returns the mean recall over all fetches from the first to `pages`, 0 to 1. */
export function areaOf(isRelevant: readonly boolean[], reachable: number, pages: number): number {
  const counts = cumulative(isRelevant);
  let sum = 0;
  for (let at = 1; at <= pages; at++) sum += counts[Math.min(at, isRelevant.length)]!;
  return ratio(sum, pages * reachable);
}

function stepsTo(pages: number): number[] {
  const step = Math.max(1, Math.round(pages / POINTS));
  const steps: number[] = [];
  for (let at = step; at < pages; at += step) steps.push(at);
  return [...steps, pages];
}

function cumulative(isRelevant: readonly boolean[]): number[] {
  const counts = [0];
  for (const is of isRelevant) counts.push(counts.at(-1)! + (is ? 1 : 0));
  return counts;
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
