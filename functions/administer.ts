import { createHash } from 'node:crypto';
import { z } from 'zod';
import { offer } from '../shared/frontier/offer.ts';
import { readStatus, type StatusPorts } from '../shared/frontier/read-status.ts';
import type { Objects } from '../shared/ports/objects.ts';
import { SettingsError } from '../shared/settings/faults.ts';
import { seedsOf } from '../shared/settings/rules.ts';
import { readSettings, type Settings } from '../shared/settings/settings.ts';
import type { Grouping } from '../shared/url/group.ts';
import { settingsAt } from './crawls.ts';

export type AdminPorts = StatusPorts & { objects: Objects };

/** What `POST /admin` takes. Settings name no files: whoever sends them has read those in. */
const Request = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('create'), settings: z.unknown() }),
  z.strictObject({ action: z.literal('seed'), crawl: z.string(), seeds: z.array(z.unknown()) }),
  z.strictObject({ action: z.enum(['pause', 'resume', 'stop', 'status']), crawl: z.string() }),
]);

type Answer = { status: number; body: unknown };

const STATES = { pause: 'paused', resume: 'open', stop: 'stopped' } as const;

/** Does what an operator asks. @returns an HTTP status and what to say; what the operator has wrong is a 4xx. */
export async function administer(given: unknown, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const read = Request.safeParse(given);
  if (!read.success) return wrong(400, z.prettifyError(read.error));
  const request = read.data;
  try {
    if (request.action === 'create') return await create(readSettings(request.settings), ports, grouping);
    const control = await ports.control.get(request.crawl);
    if (!control) return wrong(404, `there is no crawl ${request.crawl}`);
    if (request.action === 'seed') {
      const settings = await settingsAt(ports.objects, control.settingsKey);
      return seed(readSettings({ ...settings, seeds: request.seeds }), ports, grouping);
    }
    if (request.action !== 'status') await ports.control.setState(request.crawl, STATES[request.action]);
    return { status: 200, body: await readStatus(request.crawl, ports) };
  } catch (error) {
    if (error instanceof SettingsError) return wrong(400, error.message);
    throw error;
  }
}

const wrong = (status: number, error: string): Answer => ({ status, body: { error } });

/** May be repeated: a crawl that is there stays as it is, and seeds that were offered are the same items. */
async function create(settings: Settings, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const bytes = new TextEncoder().encode(JSON.stringify(settings));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const key = `settings/${settings.crawl}/${digest}.json`;
  await ports.objects.put(key, bytes);
  const created = await ports.control.create(settings.crawl, key, ports.clock.now());
  if (!created && (await ports.control.get(settings.crawl))?.settingsKey !== key) {
    return wrong(409, `there is a crawl ${settings.crawl} already, with other settings`);
  }
  return seed(settings, ports, grouping);
}

async function seed(settings: Settings, ports: AdminPorts, grouping: Grouping): Promise<Answer> {
  const unread = settings.seeds.find((seed) => typeof seed !== 'string' && 'file' in seed);
  if (unread) return wrong(400, 'seeds: a file must be read in before it is sent');
  const { accepted, refused } = seedsOf(settings);
  const links = accepted.map(({ url, class: priority }) => ({
    url,
    kind: 'page' as const,
    class: priority,
    depth: 0,
    parent: null,
    score: 1,
  }));
  const counts = await offer({ crawl: settings.crawl, source: 'seed', links, news: [] }, ports, grouping);
  return { status: 200, body: { crawl: settings.crawl, accepted: accepted.map(({ url }) => url), refused, counts } };
}
