/*
 * Run-length encoding of names. Each piece in an object stores the names of all pieces in the object, so plain lists would grow
 * with the square of the number of pieces. Consecutive numbered names become one word: `q1abc.0+12` are the twelve names from
 * `q1abc.0` to `q1abc.11`. So the pieces of a bundle take one word, whatever their number.
 */

/** Splits a name into a stem and a final number without leading zeros. */
const NUMBERED_NAME = /^(.*?)(0|[1-9]\d{0,8})$/;

/** @param names names without spaces and plus signs, in numerical order. */
export function encodeNameRuns(names: readonly string[]): string {
  const runs: { first: string; stem: string; next: number; count: number }[] = [];
  for (const name of names) {
    const [, stem = name, digits] = NUMBERED_NAME.exec(name) ?? [];
    const number = digits === undefined ? Number.NaN : Number(digits);
    const last = runs.at(-1);
    if (last && last.stem === stem && last.next === number) {
      last.next++;
      last.count++;
    } else runs.push({ first: name, stem, next: number + 1, count: 1 });
  }
  return runs.map(({ first, count }) => (count === 1 ? first : `${first}+${count}`)).join(' ');
}

export function decodeNameRuns(runs: string): string[] {
  return runs
    .split(' ')
    .filter((run) => run !== '')
    .flatMap((run) => {
      const [first = '', count = '1'] = run.split('+');
      const [, stem = first, digits = ''] = NUMBERED_NAME.exec(first) ?? [];
      return Number(count) === 1
        ? [first]
        : Array.from({ length: Number(count) }, (_, i) => stem + (Number(digits) + i));
    });
}
