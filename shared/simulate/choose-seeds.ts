/** Number of seeds if none are given. */
const SEEDS = 5;

/** Returns random relevant pages that have links, or fewer if the graph has fewer. */
export function chooseSeeds(candidates: readonly number[], random: () => number): number[] {
  const left = [...candidates];
  const chosen: number[] = [];
  while (chosen.length < SEEDS && left.length > 0) chosen.push(left.splice(Math.floor(random() * left.length), 1)[0]!);
  return chosen;
}
