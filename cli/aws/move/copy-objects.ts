import type { Objects } from '../../../shared/ports/objects.ts';
import { formatCount } from '../../../shared/text/format-count.ts';
import type { Terminal } from '../../output/terminal.ts';

/**
 * Folders with objects of a crawl that are copied: captures, cleaned documents, records, what it has learned about links, verdicts of people, and
 * earlier settings, which judged stored pages.
 */
const FOLDERS = ['raw', 'clean', 'records', 'models', 'judgements', 'settings'] as const;
/** Number of objects that are copied at the same time. They are in memory meanwhile, and a WARC file may have 8 MB and more. */
const AT_ONCE = 12;

/**
 * Copies the stored objects of a crawl from one store to another. Objects never change, so those that are there already are not copied again.
 *
 * @returns the number of objects that were copied; undefined if the user interrupts
 */
export async function copyObjects(
  crawl: string,
  from: Pick<Objects, 'get' | 'list'>,
  to: Pick<Objects, 'put' | 'list'>,
  terminal: Pick<Terminal, 'progress' | 'interrupt'>,
): Promise<number | undefined> {
  let copied = 0;
  for (const folder of FOLDERS) {
    const prefix = `${folder}/${crawl}/`;
    const there = new Set<string>();
    for await (const key of to.list(prefix)) there.add(key);
    const missing: string[] = [];
    for await (const key of from.list(prefix)) if (!there.has(key)) missing.push(key);
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      if (terminal.interrupt.aborted) return undefined;
      const keys = missing.slice(at, at + AT_ONCE);
      await Promise.all(
        keys.map(async (key) => {
          const bytes = await from.get(key);
          // A command that deletes objects may run beside this one.
          if (bytes) await to.put(key, bytes);
        }),
      );
      copied += keys.length;
      terminal.progress(`${folder}: ${formatCount(copied)} objects copied`);
    }
  }
  terminal.progress('');
  return copied;
}
