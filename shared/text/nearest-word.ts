/** Shortest beginning of a word that is completed, in letters. A shorter one fits too many words. */
const MIN_PREFIX = 3;
/** Shortest word that is looked for at the end of another one, or has another one at its end, in letters. */
const MIN_ENDING = 5;

/**
 * Finds the word that was probably meant, for "did you mean …?". Ignores case. Of a dotted name it compares the last part.
 *
 * @returns the only word that starts with the given one, or else the closest word: at most a third of the letters, or two, but
 *     no more than half of its own, may differ. Or else the only word that ends with the given one, or that it ends with.
 *     `undefined` if there is none.
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const given = word.toLowerCase();
  const longer = words.filter((candidate) => lastPart(candidate).startsWith(given));
  if (given.length >= MIN_PREFIX && longer.length === 1) return longer[0];
  let best: string | undefined;
  let least = Math.max(2, Math.floor(given.length / 3)) + 1;
  for (const candidate of words) {
    const last = lastPart(candidate);
    // At least as many letters differ. A word may have megabytes.
    if (Math.abs(given.length - last.length) >= least) continue;
    const distance = editDistance(given, last);
    if (distance < least && distance * 2 <= last.length) {
      least = distance;
      best = candidate;
    }
  }
  return best ?? wordWithSameEnd(given, words);
}

/**
 * Finds the names that may be meant by a dotted one: those that differ in their case only, then those whose last part is near to its last part,
 * by the rules of `nearestWord`.
 *
 * @param max maximum number of names
 */
export function nearestNames(name: string, names: readonly string[], max: number): string[] {
  const given = name.toLowerCase();
  const found = names.filter((one) => one.toLowerCase() === given).slice(0, max);
  while (found.length < max) {
    const rest = names.filter((one) => !found.includes(one));
    const next = nearestWord(lastPart(name), rest);
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}

/** Returns `hostPauseMs` for `pauseMs`, and `pages` for `maxPages`. */
function wordWithSameEnd(given: string, words: readonly string[]): string | undefined {
  const found = words.filter((candidate) => {
    const last = lastPart(candidate);
    return Math.min(given.length, last.length) >= MIN_ENDING && (last.endsWith(given) || given.endsWith(last));
  });
  return found.length === 1 ? found[0] : undefined;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** Returns the Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
