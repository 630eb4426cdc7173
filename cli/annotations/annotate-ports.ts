import type { AnnotatePorts } from '../../shared/annotations/annotate.ts';
import type { Stores } from '../run/wiring.ts';

/** Returns what adding and changing annotations of a data folder needs. */
export const annotatePorts = ({
  annotations,
  index,
  clock,
  random,
}: Stores): AnnotatePorts & Pick<Stores, 'index'> => ({
  annotations,
  index,
  clock,
  random,
  // Loads the detection of languages, which nothing else here needs.
  wordsOf: async (text) => (await import('../../shared/annotations/annotation-words.ts')).annotationWords(text),
});
