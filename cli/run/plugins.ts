import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, pluginOf } from '../../shared/clean/plugin.ts';
import type { LoadForClean } from '../../shared/settings/whole-clean-options.ts';

/** @param file whole path of the module, as the settings of a crawl keep it. @throws when it is none or has no function `document`. */
export async function loadPlugin(file: string): Promise<Plugin> {
  if (!existsSync(file)) throw new Error(`${file}: no such file`);
  const module: unknown = await import(pathToFileURL(resolve(file)).href);
  return pluginOf(basename(file), module);
}

/** Files and modules by whole paths, as the settings of a crawl keep them. */
export const loadForClean: LoadForClean = { plugin: loadPlugin, file: (name) => readFile(name) };
