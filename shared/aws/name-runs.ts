/*
 * Names of pieces that lie in one object, as each of the pieces carries them: written out they would grow with the square of
 * the pieces. Names that count on are one word, `q1abc.0+12` for the twelve from `q1abc.0` on, so a bundle is a word
 * however long it is.
 */

/** A name and the number at its end; none where that is written in no canonical way. */
const COUNTED = /^(.*?)(0|[1-9]\d{0,8})$/;

/** @param names without blanks and plus signs, in the order in which they count on. */
export function runsOf(names: readonly string[]): string {
  const runs: { first: string; stem: string; next: number; count: number }[] = [];
  for (const name of names) {
    const [, stem = name, digits] = COUNTED.exec(name) ?? [];
    const number = digits === undefined ? Number.NaN : Number(digits);
    const last = runs.at(-1);
    if (last && last.stem === stem && last.next === number) {
      last.next++;
      last.count++;
    } else runs.push({ first: name, stem, next: number + 1, count: 1 });
  }
  return runs.map(({ first, count }) => (count === 1 ? first : `${first}+${count}`)).join(' ');
}

export function namesOf(runs: string): string[] {
  return runs
    .split(' ')
    .filter((run) => run !== '')
    .flatMap((run) => {
      const [first = '', count = '1'] = run.split('+');
      const [, stem = first, digits = ''] = COUNTED.exec(first) ?? [];
      return Number(count) === 1
        ? [first]
        : Array.from({ length: Number(count) }, (_, i) => stem + (Number(digits) + i));
    });
}
