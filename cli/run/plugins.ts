import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, pluginFromModule } from '../../shared/clean/plugin.ts';
import type { CleanAssetLoader } from '../../shared/settings/load-clean-options.ts';

/** @param file whole path of the module, as the settings of a crawl keep it. @throws when it is none or has no function `document`. */
export async function loadPlugin(file: string): Promise<Plugin> {
  if (!existsSync(file)) throw new Error(`${file}: no such file`);
  const module: unknown = await import(pathToFileURL(resolve(file)).href);
  return pluginFromModule(basename(file), module);
}

/** Files and modules by whole paths, as the settings of a crawl keep them. */
export const loadForClean: CleanAssetLoader = { plugin: loadPlugin, file: (name) => readFile(name) };
