import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { classifyFromModule } from '../../shared/classify/filters/plugin.ts';
import { type Plugin, pluginFromModule } from '../../shared/clean/plugin.ts';
import { runBounded } from '../../shared/convert/run-bounded.ts';
import type { CleanAssetLoader } from '../../shared/settings/load-clean-options.ts';
import type { LoadClassify } from '../../shared/settings/topic/plugins.ts';

/**
 * Loads a plug-in.
 *
 * @param file absolute path of the module, as in the stored settings of a crawl
 * @throws if the file does not exist or has no function `document`
 */
export async function loadPlugin(file: string): Promise<Plugin> {
  return pluginFromModule(basename(file), await importModule(file));
}

async function importModule(file: string): Promise<unknown> {
  if (!existsSync(file)) throw new Error(`${file}: no such file`);
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new Error(`${basename(file)}: ${(error as Error)?.message ?? error}`, { cause: error });
  }
}

/** Loads plug-ins and files by absolute path, as in the stored settings of a crawl. */
export const loadForClean: CleanAssetLoader = { plugin: loadPlugin, file: (name) => readFile(name) };

/**
 * Loads a plug-in of a topic, with a time limit for each document.
 *
 * @param file absolute path of the module, as in the stored settings of a crawl
 * @throws if the file does not exist or has no function `classify`
 */
export const loadClassify: LoadClassify = async (file, timeoutMs) => {
  const classify = classifyFromModule(basename(file), await importModule(file));
  return (document) => runBounded(() => classify(document), timeoutMs);
};
