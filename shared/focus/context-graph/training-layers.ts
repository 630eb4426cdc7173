import { originOf, type Url } from '../../url/url.ts';

/** A page of the training graph. Links to URLs outside the graph are ignored. */
export type TrainingGraphPage = {
  url: Url;
  isRelevant: boolean;
  links: readonly Url[];
};

/** Largest number of links from a page of Layer 2 to a relevant page (CINDI's value). */
const MAX_STEPS = 5;

/** Least share of the off-topic pages that stay outside Layer 2, so that the classifier has examples of both classes. */
const MIN_OUTSIDE_SHARE = 1 / 3;

/** Layers of a training graph. */
export type TrainingLayers = {
  /** Whether the page at each place is off-topic and leads to a relevant page. */
  leads: boolean[];
  /** Number of links from which on a page counts as outside Layer 2, less one. */
  maxSteps: number;
};

/**
 * Separates the off-topic pages that lead to relevant ones from the others, by back links over up to five steps. As in CINDI's path-ascending
 * search, a page at a directory above a relevant page leads to it, too. In a densely linked graph nearly every page is
 * five steps before a relevant one; then fewer steps are taken.
 */
export function layersOf(pages: readonly TrainingGraphPage[]): TrainingLayers {
  const steps = stepsToRelevant(pages);
  const offTopic = pages.flatMap(({ isRelevant }, at) => (isRelevant ? [] : [steps[at]!]));
  let maxSteps = MAX_STEPS;
  const isTooFew = () => offTopic.filter((one) => one > maxSteps).length < MIN_OUTSIDE_SHARE * offTopic.length;
  while (maxSteps > 1 && isTooFew()) maxSteps--;
  return { leads: pages.map(({ isRelevant }, at) => !isRelevant && steps[at]! <= maxSteps), maxSteps };
}

/** Returns the number of links from each page to the nearest relevant page: 0 for a relevant one, infinite if none is reached. */
function stepsToRelevant(pages: readonly TrainingGraphPage[]): number[] {
  const at = new Map(pages.map(({ url }, place) => [url, place]));
  const before: number[][] = pages.map(() => []);
  for (const [from, { links }] of pages.entries())
    for (const url of links) {
      const to = at.get(url);
      if (to !== undefined) before[to]!.push(from);
    }
  const steps = pages.map(() => Number.POSITIVE_INFINITY);
  let layer: number[] = [];
  const reach = (place: number | undefined, step: number, next: number[]) => {
    if (place === undefined || steps[place]! <= step) return;
    steps[place] = step;
    next.push(place);
  };
  for (const [place, { isRelevant }] of pages.entries()) if (isRelevant) reach(place, 0, layer);
  for (let step = 1; layer.length > 0; step++) {
    const next: number[] = [];
    for (const place of layer) for (const from of before[place]!) reach(from, step, next);
    if (step === 1)
      for (const place of layer) for (const url of directoriesAbove(pages[place]!.url)) reach(at.get(url), 1, next);
    layer = next;
  }
  return steps;
}

/** `http://a.example/b/c.html` → `http://a.example/b/`, `http://a.example/`. */
function directoriesAbove(url: Url): Url[] {
  const root = originOf(url).length;
  const path = url.replace(/[?#].*$/, '');
  const found: Url[] = [];
  for (let slash = path.lastIndexOf('/'); slash >= root; slash = path.lastIndexOf('/', slash - 1))
    if (slash + 1 < url.length) found.push(path.slice(0, slash + 1) as Url);
  return found;
}
