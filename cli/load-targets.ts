import type { Fault } from '../shared/settings/faults.ts';
import type { Settings } from '../shared/settings/settings.ts';
import { targetFault } from '../shared/settings/topic/target-urls.ts';
import { MAX_TARGETS } from '../shared/settings/topic/targets.ts';
import { readCommentedLines } from './load-filter.ts';
import type { ReadFile } from './seeds/load-seeds.ts';

/** Reads the file of `targets` and checks the URLs. @param faults receives a fault for each invalid URL; `read` reports a missing file itself */
export async function loadTargets(settings: Settings, read: ReadFile, faults: Fault[]): Promise<string[]> {
  const { targets } = settings;
  if (Array.isArray(targets)) {
    for (const [i, target] of targets.entries()) addFault(targetFault(target, settings), ['targets', i], faults);
    return targets;
  }
  const path = ['targets', 'file'];
  const lines = readCommentedLines(await read(targets.file, path));
  if (lines.length > MAX_TARGETS)
    addFault(`${targets.file}: has ${lines.length} URLs; at most ${MAX_TARGETS} are possible`, path, faults);
  for (const [line, target] of lines) {
    const message = targetFault(target, settings);
    addFault(message && `${targets.file}:${line}: ${message}`, path, faults);
  }
  return lines.map(([, target]) => target);
}

function addFault(message: string | undefined, path: Fault['path'], faults: Fault[]): void {
  if (message !== undefined) faults.push({ path, message });
}
