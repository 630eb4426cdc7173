import type { ChangedSetting } from '../../shared/settings/applied/changed-settings.ts';
import { folderArguments } from './quote-for-shell.ts';

/** Says which settings apply to new pages only, and which command applies them to stored pages. One line per command. */
export function changedSettingsLines(changed: readonly ChangedSetting[], dir: string, crawl: string): string[] {
  return [...Map.groupBy(changed, ({ command }) => command)].map(([command, list]) => {
    const keys = list.map(({ key }) => key).join(', ');
    return `settings changed: ${keys}. Stored pages do not follow yet; apply with: npx thresher ${command} ${folderArguments(dir, crawl)}`;
  });
}
