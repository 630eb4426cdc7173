import { readApplied } from '../../shared/settings/applied/applied-settings.ts';
import type { Stores } from './wiring.ts';

/**
 * Deletes versions of a crawl's settings that nothing refers to. Each added seed leaves one, with all seeds. Kept are the current version, those
 * that stored pages follow, the one that was just replaced, which another process may be reading, and those of the last minute.
 *
 * @param replaced key of the version that was just replaced
 */
export async function dropOldSettings(
  crawl: string,
  replaced: string,
  { control, objects, dropSettings }: Pick<Stores, 'control' | 'objects' | 'dropSettings'>,
): Promise<void> {
  const current = (await control.get(crawl))?.settingsKey;
  if (current === undefined) return;
  // A damaged object names no versions. The commands that need it report it.
  const applied = await readApplied(crawl, current, objects).catch(() => undefined);
  if (!applied) return;
  const { judgedBy, cleanedBy, pending = [] } = applied;
  dropSettings(crawl, [current, replaced, judgedBy, cleanedBy, ...pending]);
}
