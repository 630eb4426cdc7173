import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { findNameClash } from '../../shared/settings/stack/plugins.ts';
import { splitList } from '../../shared/settings/stack/split-list.ts';
import { UsageError } from '../command.ts';

/** What the user can do if saved plug-ins are in the way. */
const CHOOSE = 'or list all plug-ins that crawls of the stack still need: -c plugins=FILE,FILE (-c plugins= for none)';

/** Plug-ins of a stack, as paths separated by commas. */
type PluginLists = {
  /** From the options of the last deployment. */
  saved: string | undefined;
  /** From the crawl.yaml. */
  crawl: string | undefined;
  /** From `-c plugins=`. */
  option: string | undefined;
};

/**
 * Merges the plug-ins of a stack. They accumulate, because existing crawls still need theirs. Only `-c plugins=…` removes
 * some. A plug-in of the crawl.yaml replaces a saved one of the same name whose file no longer exists: its folder may have
 * moved.
 *
 * @returns absolute paths, separated by commas; undefined if there is no list
 * @throws UsageError if a file does not exist or two have the same name
 */
export function mergePlugins({ saved, crawl, option }: PluginLists): string | undefined {
  if (option !== undefined) {
    const files = splitList(option).map((file) => resolve(file));
    const missing = files.find((file) => !existsSync(file));
    if (missing !== undefined) throw new UsageError(`-c plugins: ${missing}: no such file`);
    return checkNames(files).join(',');
  }
  if (saved === undefined && crawl === undefined) return undefined;
  const added = splitList(crawl);
  const names = new Set(added.map((file) => basename(file)));
  const kept = splitList(saved).filter((file) => existsSync(file) || !names.has(basename(file)));
  const missing = kept.find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new UsageError(
      `plug-in ${missing} no longer exists; an earlier deployment added it for a crawl of this stack`,
      `restore the file, deploy the crawl.yaml that names it, ${CHOOSE}`,
    );
  return checkNames([...new Set([...kept, ...added])]).join(',');
}

/**
 * Returns the plug-ins of a stack with paths of this machine: another one may have deployed the stack since. A file that does not exist
 * here is replaced by the one of the same name that this folder has deployed.
 *
 * @param deployed plug-ins that the stack names @param saved plug-ins that this folder has saved; undefined: none
 */
export function localPlugins(deployed: string, saved: string | undefined): string {
  const own = new Map(splitList(saved).map((file) => [basename(file), file]));
  const local = (file: string) => (existsSync(file) ? file : (own.get(basename(file)) ?? file));
  return splitList(deployed).map(local).join(',');
}

function checkNames(files: string[]): string[] {
  const clash = findNameClash(files);
  if (clash !== undefined) throw new UsageError(`${clash},`, CHOOSE);
  return files;
}
