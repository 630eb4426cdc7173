import type { ExplainingJudge } from '../../classify/judge.ts';
import type { Objects } from '../../ports/objects.ts';
import { readSettings } from '../read-settings.ts';
import { compileTopic } from '../topic/compile-topic.ts';
import { loadModels } from '../topic-models.ts';

/** @returns the judge of earlier settings; undefined if they are missing or cannot be read by this version */
export async function loadJudge(
  settingsKey: string,
  objects: Pick<Objects, 'get'>,
): Promise<ExplainingJudge | undefined> {
  const bytes = await objects.get(settingsKey);
  if (!bytes) return undefined;
  try {
    const settings = readSettings(JSON.parse(new TextDecoder().decode(bytes)));
    return compileTopic(await loadModels(settings, objects));
  } catch {
    // Only the old scores of pages without a record are missing then.
    return undefined;
  }
}
