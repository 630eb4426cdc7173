import { subjectsOfTerms } from '../../../shared/classify/find-seeds/topic-subjects.ts';
import { readTopicFile } from '../../../shared/classify/terms/topic-file.ts';
import { fillQueryTemplates, QUERY_TEMPLATES } from '../../../shared/seeds/subjects/query-templates.ts';
import type { Subject } from '../../../shared/seeds/subjects/subject.ts';
import { SUBJECTS } from '../../../shared/seeds/subjects/subjects.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { topicFiltersOf } from '../../../shared/settings/stage-options.ts';
import { UsageError } from '../../command.ts';
import { readTextFile } from '../../read-text-file.ts';

export type QueryOptions = { query?: string[]; queries?: string; subject?: string; template?: string[] };

/** Maximum number of terms of the topic that become queries. Each is sent in the form of every template. */
const MAX_TOPIC_SUBJECTS = 20;

/**
 * Returns the built-in subject of `--subject`.
 *
 * @throws UsageError if there is none of this name
 */
export function findSubject(name: string | undefined): Subject | undefined {
  if (name === undefined) return undefined;
  const subject = SUBJECTS.get(name);
  if (subject) return subject;
  throw new UsageError(`--subject: ${name}: must be one of ${[...SUBJECTS.keys()].join(', ')}`);
}

/**
 * Returns the queries for search engines: those that were given, or else the heaviest terms of the topic. Templates apply to both;
 * without `--template`, given queries are sent as they are.
 *
 * @throws UsageError if there are none
 */
export async function findQueries(options: QueryOptions, settings: Settings): Promise<string[]> {
  const listed = options.queries === undefined ? [] : queryLines(await readTextFile(options.queries));
  const subject = findSubject(options.subject);
  const given = [...(options.query ?? []), ...listed, ...Object.values(subject?.queries ?? {}).flat()];
  const { template } = options;
  if (given.length > 0) return fillQueryTemplates(given, template ?? ['{subject}']);
  const terms = topicFiltersOf(settings).flatMap((filter) =>
    'terms' in filter ? readTopicFile(filter.terms, filter.file) : [],
  );
  const own = fillQueryTemplates(subjectsOfTerms(terms, MAX_TOPIC_SUBJECTS), template ?? QUERY_TEMPLATES);
  if (own.length > 0) return own;
  throw new UsageError('thresher find-seeds: the topic has no terms to send as queries; give queries with --query');
}

function queryLines(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => line.replace(/(^|\s)#.*$/, '').trim() || []);
}
