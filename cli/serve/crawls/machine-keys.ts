import type { Fault } from '../../../shared/settings/faults.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { unreadKeys } from '../../../shared/settings/stages/local-files.ts';
import { vocabularyFile } from '../../../shared/settings/topic/compile-topic.ts';

const FILE = 'must be inline: a request cannot name files of the server';
const PROGRAM = 'cannot be set by a request: it runs code of the server';
const SECRET = 'cannot be set by a request: it names a secret of the server';
const STORED = 'is set by Thresher';

/**
 * Finds settings of a request that name files, programs or secrets of this machine. A client could read files with them: as seeds, topics or
 * vocabularies that pages of its own show, or as credentials that are sent to its own server.
 */
export function findMachineFaults(settings: Settings): Fault[] {
  const { topic, vocabularies, search, plugins, clean, documents, rendering } = settings;
  const found = (paths: readonly Fault['path'][], message: string): Fault[] => paths.map((path) => ({ path, message }));
  const filters = topic.filters.map((filter, i) => ({ filter, path: ['topic', 'filters', i] }));
  return [
    ...found(unreadKeys(settings), FILE),
    ...found(
      Object.entries(vocabularies).flatMap(([field, given]) =>
        vocabularyFile(given).vocabularyText === undefined ? [['vocabularies', field]] : [],
      ),
      FILE,
    ),
    ...found(
      Object.entries(search.menus).flatMap(([menu, given]) =>
        typeof given === 'string' ? [['search', 'menus', menu]] : [],
      ),
      FILE,
    ),
    ...found(clean.geoip === null ? [] : [['clean', 'geoip']], FILE),
    ...found(
      plugins.map((_, i) => ['plugins', i]),
      PROGRAM,
    ),
    ...found(
      filters.flatMap(({ filter, path }) => ('plugin' in filter ? [[...path, 'plugin']] : [])),
      PROGRAM,
    ),
    ...found(
      Object.keys(documents.programs).map((format) => ['documents', 'programs', format]),
      PROGRAM,
    ),
    ...found(rendering.browser === null ? [] : [['rendering', 'browser']], PROGRAM),
    ...found(
      filters.flatMap(({ filter, path }) =>
        'model' in filter && filter.modelKey !== undefined ? [[...path, 'modelKey']] : [],
      ),
      STORED,
    ),
    ...found(placesIn(settings, []), SECRET),
  ];
}

/** A text that names an environment variable or a secret, in whatever way a setting reads their names. */
const PLACE = /^(?:env|secret):/;

/** Returns the keys whose text names an environment variable or a secret. */
function placesIn(value: unknown, path: Fault['path']): Fault['path'][] {
  if (typeof value === 'string') return PLACE.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, isList ? Number(key) : key]));
}
