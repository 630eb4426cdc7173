import { compileFilters, type ExplainingJudge } from '../../classify/judge.ts';
import type { Settings } from '../settings.ts';
import { topicFiltersOf } from '../stage-options.ts';

/**
 * Compiles the topic of a crawl into a function that judges its documents. Files that the settings name have been read into them, and
 * `loadModels` has read the stored models.
 *
 * @throws TopicFileError, ModelFileError
 */
export const compileTopic = (settings: Settings): ExplainingJudge => compileFilters(topicFiltersOf(settings));
