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
 * @param faults receives a fault for each invalid line; `read` reports missing files itself
 */
export async function loadVocabularies(
  settings: Settings,
  read: ReadFile,
  faults: Fault[],
): Promise<VocabulariesSetting> {
  const loaded = Object.entries(settings.vocabularies).map(async ([field, setting]) => {
    const path = ['vocabularies', field];
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
