import type { ControlStore } from '../../../shared/ports/control.ts';
import { quoteForShell } from '../../output/quote-for-shell.ts';
import { DataFolderError } from './data-folder.ts';

/** Says that the deletion of a crawl was not completed, and which command completes it. */
export const unfinishedRemoval = (dir: string, crawl: string): string =>
  `${dir}: the deletion of the crawl ${crawl} was not completed; run this first: npx thresher delete --crawl ${crawl} --apply --dir ${quoteForShell(dir)}`;

/**
 * Returns a control store that creates no crawl of a name whose removal has not ended: the new crawl would get records and pages of the old one.
 * `create` throws a DataFolderError that names the command.
 */
export function refusingRemoved<Store extends Pick<ControlStore, 'create'>>(
  control: Store,
  removal: { unfinished(): string[] },
  dir: string,
): Store {
  return {
    ...control,
    async create(crawl, settingsKey, now) {
      if (removal.unfinished().includes(crawl)) throw new DataFolderError(unfinishedRemoval(dir, crawl));
      return control.create(crawl, settingsKey, now);
    },
  };
}
