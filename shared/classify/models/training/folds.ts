/**
 * Assigns each document to a fold for cross-validation, so that each class is spread evenly (stratified).
 *
 * @param labels class of each document
 * @returns the fold of each document, from 0
 */
export function assignFolds(labels: Int32Array, folds: number, random: () => number): Uint8Array {
  const byClass = new Map<number, number[]>();
  labels.forEach((label, row) => {
    const rows = byClass.get(label);
    if (rows) rows.push(row);
    else byClass.set(label, [row]);
  });
  const assigned = new Uint8Array(labels.length);
  let next = 0;
  for (const [, rows] of [...byClass].sort(([a], [b]) => a - b)) {
    shuffle(rows, random);
    for (const row of rows) assigned[row] = next++ % folds;
  }
  return assigned;
}

/** Shuffles a list in place (Fisher–Yates). @param count number of entries from the start that are shuffled */
export function shuffle(list: number[] | Int32Array, random: () => number, count = list.length): void {
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const moved = list[i]!;
    list[i] = list[j]!;
    list[j] = moved;
  }
}
