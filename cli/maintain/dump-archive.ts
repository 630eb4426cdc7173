import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { archiveLines } from '../../shared/maintain/archive-lines.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { DEFAULT_DIR, UsageError } from '../command.ts';
import { type CrawlLocation, noCrawlMessage } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import type { Terminal } from '../output/terminal.ts';
import { lockFolder } from '../run/folder/folder-lock.ts';
import { openFolderObjects } from '../run/wiring.ts';
import { type DumpLine, isEnded } from './dump-frontier.ts';

/**
 * Dumps what the archive of a crawl tells about its frontier. The folder needs no database, only its objects.
 *
 * @returns the number of damages that were reported and left out
 * @throws UsageError if the folder has no such crawl; FolderInUseError if a crawl runs
 */
export async function dumpFromArchive({ dir = DEFAULT_DIR, name }: CrawlLocation, terminal: Terminal): Promise<number> {
  if (!existsSync(join(dir, 'objects'))) throw new UsageError(noCrawlMessage(dir));
  const unlock = lockFolder(dir);
  try {
    const objects = openFolderObjects(dir);
    const { settings, at } = await readNewestSettings(dir, name, objects, terminal);
    let damages = 0;
    let lines = 0;
    const print = (line: DumpLine) => {
      lines++;
      return terminal.out(formatJson(line));
    };
    const { crawl } = settings;
    const given = await loadModels(settings, objects);
    await print({ type: 'crawl', version: 1, crawl, at, state: 'open', createdAt: at, counts: {}, settings: given });
    const report = (key: string, reason: string) => {
      damages++;
      terminal.err(`${join(dir, 'objects', key)}: ${reason}`);
    };
    for await (const line of archiveLines(crawl, objects, report)) {
      if (isEnded(terminal)) return damages;
      await print(line);
    }
    await print({ type: 'end', lines });
    return damages;
  } finally {
    unlock();
  }
}

/** A version of the settings, and when it was stored, epoch ms. */
type StoredVersion = { key: string; crawl: string; at: number };

/** Reads the version of the settings that was stored last, because only the frontier knows which one counts. */
async function readNewestSettings(
  dir: string,
  name: string | undefined,
  objects: Pick<Objects, 'get' | 'list'>,
  terminal: Terminal,
): Promise<{ settings: Settings; at: number }> {
  const found: StoredVersion[] = [];
  for await (const key of objects.list('settings/'))
    found.push({ key, crawl: key.split('/')[1]!, at: Math.floor(statSync(join(dir, 'objects', key)).mtimeMs) });
  const crawls = [...new Set(found.map(({ crawl }) => crawl))];
  if (crawls.length === 0) throw new UsageError(noCrawlMessage(dir));
  if (name === undefined && crawls.length > 1)
    throw new UsageError(`${dir} has several crawls; select one with --name (${crawls.join(', ')})`);
  const crawl = name ?? crawls[0]!;
  const versions = found.filter((version) => version.crawl === crawl).sort((a, b) => b.at - a.at);
  if (versions.length === 0)
    throw new UsageError(`--name: the archive of ${dir} has no crawl ${crawl}; it has ${crawls.join(', ')}`);
  const { key, at } = versions[0]!;
  if (versions.length > 1)
    terminal.err(
      `warning: ${join(dir, 'objects', 'settings', crawl)} has ${versions.length} versions of the settings; the dump has the newest file, ${basename(key)}. If files were copied without their times, keep only the right one`,
    );
  const bytes = await objects.get(key);
  return { settings: readSettings(JSON.parse(new TextDecoder().decode(bytes))), at };
}
