import { win32 } from 'node:path';
import { type Plugin, pluginOf } from '../shared/clean/plugin.ts';
import type { Objects } from '../shared/ports/objects.ts';
import type { LoadForClean } from '../shared/settings/whole-clean-options.ts';

/** Beside the handler, where the stack was deployed with plug-ins (`infra/bundle.ts`): modules by the names of their files. */
const BUNDLED = new URL('./plugins.mjs', import.meta.url);

/**
 * The settings of a crawl say which plug-ins it has; only code that came with the deployment runs here.
 *
 * @param file as the settings name it: path and all. @throws when the stack was deployed without it; the message comes again.
 */
export async function bundledPlugin(file: string, from: URL = BUNDLED): Promise<Plugin> {
  // Of whichever system the settings were written on.
  const name = win32.basename(file);
  const found = await modulesAt(from);
  if (!Object.hasOwn(found, name))
    throw new Error(`the stack was deployed without the plug-in ${name}: thresher deploy crawl.yaml brings it`);
  return pluginOf(name, found[name]);
}

/**
 * What crawls name: plug-ins come with the deployment, and files lie in the data bucket under `files/`. The file asked for last is
 * kept, as crawls mostly share one of megabytes; another that is put in its place counts from the next cold start on.
 */
export function loadForClean(objects: Pick<Objects, 'get'>): LoadForClean {
  let last: { key: string; bytes: Promise<Uint8Array> } | undefined;
  return {
    plugin: (name) => bundledPlugin(name),
    async file(path) {
      const key = `files/${win32.basename(path)}`;
      if (last?.key !== key) last = { key, bytes: bytesAt(key, objects) };
      const asked = last;
      try {
        return await asked.bytes;
      } catch (error) {
        if (last === asked) last = undefined;
        throw error;
      }
    },
  };
}

/** @throws when it is not there. */
async function bytesAt(key: string, objects: Pick<Objects, 'get'>): Promise<Uint8Array> {
  const bytes = await objects.get(key);
  if (!bytes) throw new Error(`${key} is not in the data bucket: put it there, and the crawl goes on`);
  return bytes;
}

async function modulesAt(from: URL): Promise<Record<string, unknown>> {
  try {
    const { modules } = (await import(from.href)) as { modules: Record<string, unknown> };
    return modules;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return {};
    throw error;
  }
}
