/** Reads the files that a row of `topic.filters` names into the row. */
import { siteFault } from '../shared/classify/filters/sites.ts';
import { decodeModel } from '../shared/classify/models/model-file.ts';
import { readTerm } from '../shared/classify/terms/topic-file.ts';
import type { Fault } from '../shared/settings/faults.ts';
import { type FilterSetting, isFilterLoaded } from '../shared/settings/topic/filters.ts';
import type { ReadFile } from './seeds/load-seeds.ts';

/** @param i index of the row. @param faults receives a fault for each invalid line or model; `read` reports missing files itself */
export async function loadFilter(
  filter: FilterSetting,
  i: number,
  read: ReadFile,
  faults: Fault[],
): Promise<FilterSetting> {
  const at = ['topic', 'filters', i];
  if ('terms' in filter)
    return { ...filter, termsText: filter.termsText ?? (await read(filter.terms, [...at, 'terms'])) };
  if ('model' in filter && !isFilterLoaded(filter)) {
    const path = [...at, 'model'];
    const modelData = await read(filter.model, path, 'base64');
    if (modelData !== '') checkModel(modelData, filter.model, path, faults);
    return { ...filter, modelData };
  }
  if ('sitesOk' in filter && !Array.isArray(filter.sitesOk)) {
    const { file } = filter.sitesOk;
    const path = [...at, 'sitesOk', 'file'];
    return { sitesOk: readSites(await read(file, path), file, path, faults) };
  }
  if ('domainWords' in filter && !Array.isArray(filter.domainWords)) {
    const { file } = filter.domainWords;
    const path = [...at, 'domainWords', 'file'];
    return { domainWords: readWords(await read(file, path), file, path, faults) };
  }
  return filter;
}

function checkModel(modelData: string, file: string, path: Fault['path'], faults: Fault[]): void {
  try {
    decodeModel(Buffer.from(modelData, 'base64'), file);
  } catch (error) {
    faults.push({ path, message: (error as Error).message });
  }
}

/** Returns a fault for each entry of a list `sitesOk` in a crawl.yaml that is no host. Stored settings may have such entries. */
export function findSiteFaults(filters: readonly FilterSetting[]): Fault[] {
  return filters.flatMap((filter, i) => {
    const sites = 'sitesOk' in filter && Array.isArray(filter.sitesOk) ? filter.sitesOk : [];
    return sites.flatMap((site, n) => {
      const message = siteFault(site);
      return message === undefined ? [] : [{ path: ['topic', 'filters', i, 'sitesOk', n], message }];
    });
  });
}

function readSites(text: string, file: string, path: Fault['path'], faults: Fault[]): string[] {
  return readCommentedLines(text).map(([line, site]) => {
    const message = siteFault(site);
    if (message !== undefined) faults.push({ path, message: `${file}:${line}: ${message}` });
    return site;
  });
}

function readWords(text: string, file: string, path: Fault['path'], faults: Fault[]): string[] {
  return readCommentedLines(text).map(([line, word]) => {
    try {
      readTerm(word);
    } catch (error) {
      faults.push({ path, message: `${file}:${line}: ${(error as Error).message}` });
    }
    return word;
  });
}

/**
 * Returns the lines that are not empty, with their line numbers. A `#` at the start of a line or after white space
 * starts a comment.
 */
export function readCommentedLines(text: string): [number: number, line: string][] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  return lines
    .map((line, i): [number, string] => [i + 1, line.replace(/(^|\s)#.*$/, '').trim()])
    .filter(([, line]) => line !== '');
}
