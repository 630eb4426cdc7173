import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseConfig, type ReadInclude } from '../../shared/settings/combine/config-general.ts';
import { type CombineFiles, type ImportNote, importCombine } from '../../shared/settings/combine/import-combine.ts';
import { convertedCrawlFile } from '../../shared/settings/sources/new-crawl-file.ts';
import { printable } from '../output/terminal.ts';
import { describeReadError, readTextFile } from '../read-text-file.ts';
import { checkName } from './check-answers.ts';

export type ImportedCrawl = {
  text: string;
  /** What was not converted, one line each: `combine.cfg:12: useTidy: …`. */
  lines: string[];
  /** Whether the crawl will differ from Combine's. */
  hasLosses: boolean;
};

/**
 * Reads configuration files of Combine and converts them to a crawl.yaml.
 *
 * @param files names of the files; values in later ones replace those in earlier ones
 * @param target folder of the crawl.yaml
 * @throws UsageError if a file cannot be read
 */
export async function importCombineFiles(
  files: readonly string[],
  crawl: string,
  given: { seeds: readonly string[]; scope?: string; userAgent?: string },
  target: string,
): Promise<ImportedCrawl> {
  const parsed = [];
  for (const file of files) parsed.push(parseConfig(await readTextFile(file), file, readInclude));
  const folders = files.map((file) => dirname(file)).reverse();
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  const inTarget = (file: string | undefined) =>
    file === undefined ? undefined : relative(resolve(target), resolve(file));
  const beside: CombineFiles = {
    ...pick('topicDefinition', inTarget(find('topicdefinition.txt'))),
    ...pick('sitesOk', inTarget(find('sitesOK.txt'))),
  };
  const { settings, notes } = importCombine(
    parsed.flatMap(({ entries }) => entries),
    crawl,
    beside,
  );
  const faults = parsed.flatMap((one) => one.faults).map((fault) => ({ ...fault, key: 'syntax', isLost: true }));
  const all: ImportNote[] = [...faults, ...notes];
  const { seeds, ...over } = given;
  const lines = all.map(({ file, line, key, message }) => printable(`${file}:${line}: ${key}: ${message}`));
  return {
    text: convertedCrawlFile({ crawl, ...settings, ...over, seeds }, files.map(printable).join(', '), lines),
    lines,
    hasLosses: all.some(({ isLost }) => isLost),
  };
}

const pick = <K extends string>(key: K, value: string | undefined): { [key in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { [key in K]?: string });

const readInclude: ReadInclude = (name, from) => {
  const file = resolve(dirname(from), name);
  try {
    return { file: join(dirname(from), name), text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { problem: describeReadError(error) };
  }
};

/** Returns the name of Combine's job: the folder of its combine.cfg, if it is a valid name of a crawl. */
export function combineJobName(file: string): string {
  const name = basename(dirname(resolve(file))).toLowerCase();
  return checkName(name) === undefined ? name : 'main';
}
