import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, pluginFromModule } from '../../shared/clean/plugin.ts';
import type { CleanAssetLoader } from '../../shared/settings/load-clean-options.ts';

/**
 * Loads a plug-in.
 *
 * @param file absolute path of the module, as in the stored settings of a crawl
 * @throws if the file does not exist or has no function `document`
 */
export async function loadPlugin(file: string): Promise<Plugin> {
  if (!existsSync(file)) throw new Error(`${file}: no such file`);
  const module: unknown = await import(pathToFileURL(resolve(file)).href);
  return pluginFromModule(basename(file), module);
}

/** Loads plug-ins and files by absolute path, as in the stored settings of a crawl. */
export const loadForClean: CleanAssetLoader = { plugin: loadPlugin, file: (name) => readFile(name) };
