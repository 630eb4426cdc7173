import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ExplainPorts } from '../../shared/frontier/explain/explain.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { RobotsPorts } from '../../shared/settings/explain/explain-robots.ts';
import { explainUrl } from '../../shared/settings/explain/explain-url.ts';
import { loadSettings } from '../crawl-cache.ts';
import { withTopicPlugins } from '../plugins.ts';

/** @param until deadline for the search of stored documents, epoch ms */
export async function explainAction(
  url: string,
  { settingsKey }: Control,
  ports: ExplainPorts & RobotsPorts & { objects: Objects },
  until: number,
): Promise<AdminAnswer<'explain'>> {
  const hasTime = () => ports.clock.now() < until;
  return explainUrl(url, await withTopicPlugins(await loadSettings(ports.objects, settingsKey)), { ...ports, hasTime });
}
