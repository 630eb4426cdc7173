/** Packs the functions of a model into binary sections of its file. */
import type { LinearFunctions, ModelFunctions, RbfFunctions } from './topic-model.ts';
import { expandWeights, shrinkWeights } from './weight-codec.ts';

/** What the first line of a file says of the functions. */
export type FunctionsHeader =
  | (Pick<LinearFunctions, 'kind' | 'weighting'> & {
      biases: number[];
      /** Largest magnitude of the weights of each class. */
      scales: number[];
    })
  | (Pick<RbfFunctions, 'kind' | 'weighting' | 'gamma'> & {
      biases: number[];
      /** Number of supports, and of their values. */
      supports: number;
      values: number;
    });

export function packFunctions(functions: ModelFunctions): { header: FunctionsHeader; sections: Uint8Array[] } {
  const { weighting } = functions;
  const biases = [...functions.biases];
  if (functions.kind === 'linear') {
    const { scales, codes } = shrinkWeights(functions.weights, biases.length);
    return { header: { kind: 'linear', weighting, biases, scales: [...scales] }, sections: [bytesOf(codes)] };
  }
  const { gamma, supports, coefficients } = functions;
  return {
    header: { kind: 'rbf', weighting, gamma, biases, supports: supports.rows, values: supports.values.length },
    sections: [supports.starts, supports.indices, supports.values, coefficients].map(bytesOf),
  };
}

/** Returns the number of bytes of the sections. */
export function sizeOfFunctions(header: FunctionsHeader, features: number, classes: number): number {
  if (header.kind === 'linear') return features * classes;
  return 4 * (header.supports + 1 + 2 * header.values + header.supports * classes);
}

/** @param from offset of the sections in the data, a multiple of 4 */
export function unpackFunctions(
  header: FunctionsHeader,
  features: number,
  classes: number,
  data: ArrayBuffer,
  from: number,
): ModelFunctions {
  const { weighting } = header;
  const biases = Float32Array.from(header.biases);
  if (header.kind === 'linear') {
    const weights = expandWeights(new Int8Array(data, from, features * classes), header.scales);
    return { kind: 'linear', weighting, weights, biases };
  }
  const { gamma, supports: rows, values } = header;
  const starts = new Int32Array(data, from, rows + 1);
  const indices = new Int32Array(data, from + 4 * (rows + 1), values);
  const atValues = from + 4 * (rows + 1 + values);
  const coefficients = new Float32Array(data, atValues + 4 * values, rows * classes);
  const supports = { rows, columns: features, starts, indices, values: new Float32Array(data, atValues, values) };
  return { kind: 'rbf', weighting, gamma, supports, coefficients, biases };
}

export function bytesOf(list: Int32Array | Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
}
