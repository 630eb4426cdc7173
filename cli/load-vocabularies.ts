import { VocabularyError } from '../shared/classify/vocabulary/read-vocabulary.ts';
import { compileVocabulary } from '../shared/classify/vocabulary/vocabulary-classes.ts';
import type { Fault } from '../shared/settings/faults.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { vocabularyFile } from '../shared/settings/topic/compile-topic.ts';
import type { VocabulariesSetting } from '../shared/settings/topic/vocabularies.ts';
import type { ReadFile } from './seeds/load-seeds.ts';

/**
 * Reads the files of `vocabularies` into the settings.
 *
 * @param faults receives a fault for each invalid line, and for each field that no page can have; `read` reports missing files itself
 */
export async function loadVocabularies(
  settings: Settings,
  read: ReadFile,
  faults: Fault[],
): Promise<VocabulariesSetting> {
  const fields = fieldNames(settings);
  const loaded = Object.entries(settings.vocabularies).map(async ([field, setting]) => {
    const path = ['vocabularies', field];
    if (!fields.has(field))
      faults.push({ path, message: `no field has this name: there are ${[...fields].sort().join(', ')}` });
    const { file, vocabularyText } = vocabularyFile(setting);
    return [field, { file, vocabularyText: vocabularyText ?? (await readTerms(field, file, path, read, faults)) }];
  });
  return Object.fromEntries(await Promise.all(loaded));
}

/** Reads a file and checks its terms. */
async function readTerms(
  field: string,
  file: string,
  path: Fault['path'],
  read: ReadFile,
  faults: Fault[],
): Promise<string> {
  const text = await read(file, path);
  if (faults.some((fault) => fault.path === path)) return text;
  try {
    compileVocabulary(field, text, file);
  } catch (error) {
    if (!(error instanceof VocabularyError)) throw error;
    faults.push(...error.lines.map((message) => ({ path, message })));
  }
  return text;
}

/** Returns the names of the fields that documents of a crawl can have. */
function fieldNames({ metadata, extract }: Settings): Set<string> {
  return new Set([
    'keywords',
    ...metadata.fields.map(({ field }) => field),
    ...extract.rules.flatMap(({ fields, items }) => [...Object.keys(fields), ...Object.keys(items?.fields ?? {})]),
  ]);
}
