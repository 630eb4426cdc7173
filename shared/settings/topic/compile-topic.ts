import { compileFilters, type ExplainingJudge } from '../../classify/judge.ts';
import { withVocabularies } from '../../classify/vocabulary/vocabulary-classes.ts';
import type { Settings } from '../settings.ts';
import { topicFiltersOf } from '../stage-options.ts';
import { vocabulariesOf } from './vocabularies.ts';

/**
 * Compiles the topic of a crawl into a function that judges its documents. Files that the settings name have been read into them, and
 * `loadModels` has read the stored models.
 *
 * @throws TopicFileError, ModelFileError, VocabularyError
 */
export function compileTopic(settings: Settings): ExplainingJudge {
  return withVocabularies(compileFilters(topicFiltersOf(settings)), vocabulariesOf(settings));
}
