import { compileFilters, type ExplainingJudge } from '../../classify/judge.ts';
import { compileVocabulary, type Vocabulary, withVocabularies } from '../../classify/vocabulary/vocabulary-classes.ts';
import type { Settings } from '../settings.ts';
import { topicFiltersOf } from '../stage-options.ts';
import type { VocabulariesSetting } from './vocabularies.ts';

/**
 * Compiles the topic of a crawl into a function that judges its documents. Files that the settings name have been read into them, and
 * `loadModels` has read the stored models.
 *
 * @throws TopicFileError, ModelFileError, VocabularyError
 */
export function compileTopic(settings: Settings): ExplainingJudge {
  return withVocabularies(compileFilters(topicFiltersOf(settings)), vocabulariesOf(settings));
}

/** Returns the name and text of a vocabulary file. The text is absent until it has been read into the settings. */
export function vocabularyFile(setting: VocabulariesSetting[string]): {
  file: string;
  vocabularyText?: string | undefined;
} {
  return typeof setting === 'string' ? { file: setting } : setting;
}

/** @throws VocabularyError */
function vocabulariesOf({ vocabularies }: Settings): Vocabulary[] {
  return Object.entries(vocabularies).map(([field, setting]) => {
    const { file, vocabularyText = '' } = vocabularyFile(setting);
    return compileVocabulary(field, vocabularyText, file);
  });
}
