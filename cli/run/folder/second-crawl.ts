import type { ControlStore } from '../../../shared/ports/control.ts';
import { printable, type Terminal } from '../../output/terminal.ts';

/**
 * Warns if a crawl will be created in a folder that has others. It may be a mistake, such as another spelling of the name of one of them.
 */
export async function warnSecondCrawl(
  crawl: string,
  dir: string,
  { control }: { control: Pick<ControlStore, 'list'> },
  terminal: Pick<Terminal, 'err'>,
): Promise<void> {
  const others = (await control.list()).map((one) => one.crawl);
  if (others.length === 0 || others.includes(crawl)) return;
  // With two crawls, commands need the name of one already.
  const since = others.length === 1 ? 'from now on, ' : '';
  terminal.err(
    printable(
      `warning: ${crawl} is a new crawl in ${dir}, beside ${others.join(', ')}: ${since}commands on this folder need the name of a crawl. Use another folder to keep them apart`,
    ),
  );
}
