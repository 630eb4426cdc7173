import type { SparseMatrix } from './sparse-matrix.ts';
import type { Weighting } from './weighting.ts';

/** Returns the factor of each feature for a weighting. @param counts occurrences of the features in the training documents */
export function factorsOf(counts: SparseMatrix, weighting: Weighting): Float32Array {
  return weighting === 'rdf-rkf' ? revisedFrequencies(counts) : inverseFrequencies(counts);
}

/**
 * Sets the factors of features in more than a share of the documents to 0. They say little, and an RBF kernel spends most of its time
 * on them.
 */
export function dropFrequent(factors: Float32Array, counts: SparseMatrix, share: number): Float32Array {
  const frequencies = documentFrequencies(counts);
  return factors.map((factor, feature) => (frequencies[feature]! > share * counts.rows ? 0 : factor));
}

/** Inverse document frequencies: `ln((1 + documents) / (1 + documents with the feature)) + 1`. */
function inverseFrequencies(counts: SparseMatrix): Float32Array {
  return documentFrequencies(counts).map((n) => Math.log((1 + counts.rows) / (1 + n)) + 1);
}

/**
 * The combination of revised document and keyword frequencies of CINDI: `RDF + γ RKF`. RDF is the number of documents with a feature, RKF the
 * number of its occurrences, and γ the sum of all RDF divided by the sum of all RKF.
 */
function revisedFrequencies(counts: SparseMatrix): Float32Array {
  const documents = documentFrequencies(counts);
  const occurrences = new Float32Array(counts.columns);
  counts.indices.forEach((feature, i) => {
    occurrences[feature]! += counts.values[i]!;
  });
  const gamma = sumOf(documents) / (sumOf(occurrences) || 1);
  return documents.map((n, feature) => n + gamma * occurrences[feature]!);
}

function documentFrequencies({ columns, indices }: SparseMatrix): Float32Array {
  const frequencies = new Float32Array(columns);
  for (const feature of indices) frequencies[feature]!++;
  return frequencies;
}

const sumOf = (list: Float32Array): number => list.reduce((sum, value) => sum + value, 0);
