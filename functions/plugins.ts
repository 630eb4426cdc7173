import { win32 } from 'node:path';
import { classifyFromModule } from '../shared/classify/filters/plugin.ts';
import { type Plugin, pluginFromModule } from '../shared/clean/plugin.ts';
import { runBounded } from '../shared/convert/run-bounded.ts';
import type { Objects } from '../shared/ports/objects.ts';
import type { CleanAssetLoader } from '../shared/settings/load-clean-options.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { loadTopicPlugins } from '../shared/settings/topic/plugins.ts';

/** Bundle of the deployed plug-ins, beside the handler (`infra/bundle.ts`): modules by file name. */
const PLUGIN_BUNDLE = new URL('./plugins.mjs', import.meta.url);

/**
 * Loads a plug-in that the settings of a crawl name. Only code that was deployed with the stack runs here.
 *
 * @param file path of the plug-in as in the settings.
 * @throws if the stack was deployed without the plug-in: the message is then redelivered.
 */
export async function loadBundledPlugin(file: string, from: URL = PLUGIN_BUNDLE): Promise<Plugin> {
  const [name, module] = await findModule(file, from);
  return pluginFromModule(name, module);
}

/**
 * Loads the plug-ins of a topic, which come with the deployment too.
 *
 * @param settings of a crawl, as stored
 */
export const withTopicPlugins = (settings: Settings, from: URL = PLUGIN_BUNDLE): Promise<Settings> =>
  loadTopicPlugins(settings, async (file, timeoutMs) => {
    const classify = classifyFromModule(...(await findModule(file, from)));
    return (document) => runBounded(() => classify(document), timeoutMs);
  });

/** @throws if the stack was deployed without the module. */
async function findModule(file: string, from: URL): Promise<[name: string, module: unknown]> {
  // `win32.basename` accepts both kinds of separators: the settings may come from any system.
  const name = win32.basename(file);
  const modules = await importModules(from);
  if (!Object.hasOwn(modules, name))
    throw new Error(`the stack was deployed without the plug-in ${name}: run thresher deploy crawl.yaml`);
  return [name, modules[name]];
}

/**
 * Loads the files that settings of crawls name. Plug-ins come with the deployment; other files are in the data bucket under
 * `files/`. The last of these is cached, since crawls mostly share one of several megabytes; a new version of it takes effect
 * after the next cold start.
 */
export function cleanLoader(objects: Pick<Objects, 'get'>): CleanAssetLoader {
  let last: { key: string; bytes: Promise<Uint8Array> } | undefined;
  return {
    plugin: (name) => loadBundledPlugin(name),
    async file(path) {
      const key = `files/${win32.basename(path)}`;
      if (last?.key !== key) last = { key, bytes: readBytes(key, objects) };
      const current = last;
      try {
        return await current.bytes;
      } catch (error) {
        if (last === current) last = undefined;
        throw error;
      }
    },
  };
}

/** @throws if the object does not exist. */
async function readBytes(key: string, objects: Pick<Objects, 'get'>): Promise<Uint8Array> {
  const bytes = await objects.get(key);
  if (!bytes) throw new Error(`${key} is not in the data bucket: upload it, and the crawl continues`);
  return bytes;
}

async function importModules(from: URL): Promise<Record<string, unknown>> {
  try {
    const { modules } = (await import(from.href)) as { modules: Record<string, unknown> };
    return modules;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return {};
    throw error;
  }
}
