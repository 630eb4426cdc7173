import { z } from 'zod';
import type { ExplainPorts, Explanation } from '../../shared/frontier/explain/explain.ts';
import type { Control } from '../../shared/ports/control.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { RobotsPorts } from '../../shared/settings/explain/explain-robots.ts';
import { explainUrl } from '../../shared/settings/explain/explain-url.ts';
import { settingsAt } from '../crawl-cache.ts';

/** Asks for the story of one address in a crawl. */
export const ExplainRequest = z.strictObject({
  action: z.literal('explain'),
  crawl: z.string(),
  url: z.string().min(1).max(8_000),
});

export async function explainAction(
  url: string,
  { settingsKey }: Control,
  ports: ExplainPorts & RobotsPorts & { objects: Objects },
): Promise<Explanation> {
  return explainUrl(url, await settingsAt(ports.objects, settingsKey), ports);
}
