import { eachFeature, IN_TEXT, IN_TITLE, type ModelInput } from './each-feature.ts';
import { indexFeatures, type Vocabulary } from './vocabulary.ts';
import type { Weighting } from './weighting.ts';
import { weigh, weightingRule } from './weighting.ts';

/** The features of one document that a model knows. The lists are reused for the next document. */
export type DocumentVector = {
  size: number;
  /** Features and their values; the first `size` entries count. */
  indices: Int32Array;
  values: Float32Array;
  /** Occurrences of each feature. */
  hits: Uint16Array;
  /** Returns the first text of the feature at a place of the lists, such as `carnivorous plant`. */
  textOf: (at: number) => string;
};

/** Returns a function that reads the features of a document. Its result is valid until the next call. */
export function createVectorReader(
  vocabulary: Vocabulary,
  weighting: Weighting,
): (input: ModelInput, language: string) => DocumentVector {
  const indexOf = indexFeatures(vocabulary);
  const rule = weightingRule(weighting);
  const features = vocabulary.hashes.length;
  // Place of each feature in the lists plus one; 0: the document does not have it.
  const places = new Int32Array(features);
  let lists = createLists(256);
  let size = 0;
  let current: ModelInput | undefined;

  const visit = (hash: number, part: number, start: number, end: number): void => {
    const index = indexOf(hash);
    if (index < 0) return;
    const place = places[index]!;
    if (place !== 0) {
      lists.hits[place - 1]!++;
      return;
    }
    if (size === lists.indices.length) lists = growLists(lists);
    lists.indices[size] = index;
    lists.hits[size] = 1;
    lists.spans[3 * size] = part;
    lists.spans[3 * size + 1] = start;
    lists.spans[3 * size + 2] = end;
    places[index] = ++size;
  };
  const textOf = (at: number): string => {
    const [part, start, end] = [lists.spans[3 * at], lists.spans[3 * at + 1], lists.spans[3 * at + 2]];
    const text = part === IN_TITLE ? (current!.title ?? '') : part === IN_TEXT ? current!.text : current!.url;
    return text.slice(start, end);
  };

  return (input, language) => {
    for (let i = 0; i < size; i++) places[lists.indices[i]!] = 0;
    size = 0;
    current = input;
    eachFeature(input, language, visit);
    const { indices, values, hits } = lists;
    weigh({ indices, occurrences: hits, values, from: 0, to: size }, vocabulary.factors, rule);
    return { size, indices, values, hits, textOf };
  };
}

type Lists = { indices: Int32Array; values: Float32Array; hits: Uint16Array; spans: Int32Array };

function createLists(length: number): Lists {
  return {
    indices: new Int32Array(length),
    values: new Float32Array(length),
    hits: new Uint16Array(length),
    spans: new Int32Array(3 * length),
  };
}

function growLists(lists: Lists): Lists {
  const larger = createLists(2 * lists.indices.length);
  larger.indices.set(lists.indices);
  larger.hits.set(lists.hits);
  larger.spans.set(lists.spans);
  return larger;
}
