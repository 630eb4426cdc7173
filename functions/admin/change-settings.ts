import type { ControlStore, CrawlState } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { replaceSettings } from '../../shared/settings/store-settings.ts';
import { loadSettings } from '../crawl-cache.ts';

/**
 * Replaces the settings of a crawl by an atomic read-modify-write.
 *
 * @param change computes the new settings; called again if another request changed them meanwhile. Returns undefined to leave
 * them unchanged.
 * @returns the settings before the change and the state of the crawl; undefined if `change` left them unchanged.
 */
export function changeSettings(
  crawl: string,
  ports: { control: ControlStore; objects: Objects },
  change: (before: Settings) => Settings | undefined,
): Promise<{ before: Settings; state: CrawlState } | undefined> {
  const load = async () => {
    const found = await ports.control.get(crawl);
    if (!found) throw new Error(`crawl ${crawl} no longer exists`);
    const { settingsKey: key, state } = found;
    return { key, state, before: await loadSettings(ports.objects, key) };
  };
  return replaceSettings(crawl, ports, load, async ({ before, state }) => {
    const after = change(before);
    return { after, result: after && { before, state } };
  });
}
