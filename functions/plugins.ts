import { type Plugin, pluginOf } from '../shared/clean/plugin.ts';

/** Beside the handler, where the stack was deployed with plug-ins (`infra/bundle.ts`): modules by the names of their files. */
const BUNDLED = new URL('./plugins.mjs', import.meta.url);

/**
 * The settings of a crawl say which plug-ins it has; only code that came with the deployment runs here.
 *
 * @param file as the settings name it: path and all. @throws when the stack was deployed without it; the message comes again.
 */
export async function bundledPlugin(file: string, from: URL = BUNDLED): Promise<Plugin> {
  const name = file.replace(/^.*[\\/]/, '');
  const found = await modulesAt(from);
  if (!Object.hasOwn(found, name))
    throw new Error(`the stack was deployed without the plug-in ${name}: thresher deploy crawl.yaml brings it`);
  return pluginOf(name, found[name]);
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
