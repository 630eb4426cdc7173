import { type SparseMatrix, squareOf } from './sparse-matrix.ts';

/** For each column the rows that have it, with their values: the transpose of a sparse matrix. */
export type Postings = { starts: Int32Array; rows: Int32Array; values: Float32Array };

/** Transposes a sparse matrix. Rows of a column are in ascending order. */
export function postingsOf({ columns, rows, starts, indices, values }: SparseMatrix): Postings {
  const places = new Int32Array(columns + 1);
  for (const column of indices) places[column + 1]!++;
  for (let column = 0; column < columns; column++) places[column + 1]! += places[column]!;
  const next = places.slice(0, columns);
  const postings = { starts: places, rows: new Int32Array(indices.length), values: new Float32Array(indices.length) };
  for (let row = 0; row < rows; row++)
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const at = next[indices[i]!]!++;
      postings.rows[at] = row;
      postings.values[at] = values[i]!;
    }
  return postings;
}

/** Maximum memory for rows of a kernel, in bytes. */
const MAX_CACHE_BYTES = 400 << 20;

/** Returns the values of the kernel of one row with all rows. The list must not be changed. */
export type Kernel = (row: number) => Float32Array;

/**
 * The RBF kernel `exp(-γ |x - z|²)` between rows of length 1, or 0 for rows without values. Rows are computed on demand, by the
 * postings of their columns, and the least recently used ones are forgotten.
 */
export function createRbfKernel(matrix: SparseMatrix, gamma: number): Kernel {
  const postings = postingsOf(matrix);
  const norms = Float32Array.from({ length: matrix.rows }, (_, row) => squareOf(matrix, row));
  const capacity = Math.max(4, Math.floor(MAX_CACHE_BYTES / (4 * matrix.rows)));
  const cache = new Map<number, Float32Array>();
  return (row) => {
    const known = cache.get(row);
    if (known) {
      if (cache.size >= capacity) {
        cache.delete(row);
        cache.set(row, known);
      }
      return known;
    }
    const values = dotRow(matrix, postings, row);
    for (let i = 0; i < values.length; i++) values[i] = Math.exp(-gamma * (norms[row]! + norms[i]! - 2 * values[i]!));
    if (cache.size >= capacity) cache.delete(cache.keys().next().value!);
    cache.set(row, values);
    return values;
  };
}

/** Returns the dot products of a row with all rows. */
function dotRow({ rows, starts, indices, values }: SparseMatrix, postings: Postings, row: number): Float32Array {
  const dots = new Float32Array(rows);
  for (let i = starts[row]!; i < starts[row + 1]!; i++) {
    const end = postings.starts[indices[i]! + 1]!;
    for (let at = postings.starts[indices[i]!]!; at < end; at++)
      dots[postings.rows[at]!]! += values[i]! * postings.values[at]!;
  }
  return dots;
}
