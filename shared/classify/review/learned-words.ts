import type { TopicFilter } from '../filters/compile-filter.ts';
import { decodeModel } from '../models/model-file.ts';
import type { WeightedTerm } from '../models/topic-model.ts';

/** The words of a model that speak most for a class on topic, best first. */
export type LearnedWords = {
  /** File name of the model. */
  filter: string;
  class: string;
  words: WeightedTerm[];
};

/** Maximum number of words per class, and of classes per model. */
const MAX_WORDS = 20;
const MAX_CLASSES = 10;

/** Returns what the models among the topic filters have learned. Empty: there is no model. */
export function learnedWords(filters: readonly TopicFilter[]): LearnedWords[] {
  return filters.flatMap((filter) => {
    if (!('model' in filter)) return [];
    const { topic, report } = decodeModel(filter.model, filter.file);
    return topic.slice(0, MAX_CLASSES).map((name) => ({
      filter: filter.file,
      class: name,
      words: (report.perClass[name]?.terms ?? []).slice(0, MAX_WORDS),
    }));
  });
}
