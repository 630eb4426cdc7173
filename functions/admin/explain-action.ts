import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ExplainPorts } from '../../shared/frontier/explain/explain.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { RobotsPorts } from '../../shared/settings/explain/explain-robots.ts';
import { explainUrl } from '../../shared/settings/explain/explain-url.ts';
import { loadSettings } from '../crawl-cache.ts';

export async function explainAction(
  url: string,
  { settingsKey }: Control,
  ports: ExplainPorts & RobotsPorts & { objects: Objects },
): Promise<AdminAnswer<'explain'>> {
  return explainUrl(url, await loadSettings(ports.objects, settingsKey), ports);
}
