import type { AdminAnswer } from '../../shared/admin/answers.ts';
import type { ParsedRequestOf } from '../../shared/admin/requests.ts';
import { hostsOf } from '../../shared/maintain/delete/delete-pages.ts';
import { createArchiveFindings, purgeArchive } from '../../shared/maintain/delete/purge-archive.ts';
import { addTombstones, findTombstones, liftTombstones } from '../../shared/maintain/delete/tombstones.ts';
import { createTally, tally } from '../../shared/maintain/tally.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { ControlStore } from '../../shared/ports/control.ts';
import type { Frontier } from '../../shared/ports/frontier.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import type { Queue } from '../../shared/ports/queue.ts';
import type { RecordChange } from '../../shared/ports/search-index.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import {
  compileDeleted,
  type Deleted,
  type DeletedRules,
  mergeDeleted,
  NOTHING_DELETED,
  withoutDeleted,
} from '../../shared/url/deleted.ts';
import { loadSettings } from '../crawl-cache.ts';
import { changeSettings } from './change-settings.ts';

type Ports = {
  control: ControlStore;
  objects: Objects;
  frontier: Frontier;
  clock: Clock;
  /** Absent: the stack has no search engine. */
  records?: Pick<Queue<ObjectMessage>, 'send'>;
};

type Request = ParsedRequestOf<'delete'>;

/**
 * Carries out one part of a deletion: stores the rules, purges stored objects as far as time allows, or marks the URLs of hosts.
 * Every part may be repeated.
 *
 * @param until deadline for the answer, epoch ms
 */
export async function deleteAction(request: Request, ports: Ports, until: number): Promise<AdminAnswer<'delete'>> {
  const { crawl, hosts, lift } = request;
  // One host or object always follows, so that every call makes progress.
  const hasTime = () => ports.clock.now() < until;
  if (hosts) return markHosts(request, hosts, ports, hasTime);
  if (lift) {
    await changeRules(crawl, ports, (before) => withoutDeleted(before, request.rules));
    return { crawl, archive: { ...createArchiveFindings(), hosts: [...hostsOf(request.rules)] } };
  }
  // First, so that functions that start from now on keep the pages out.
  if (request.apply && request.after === undefined)
    await changeRules(crawl, ports, (before) => mergeDeleted(before, request.rules));
  return purgeObjects(request, ports, hasTime);
}

async function purgeObjects(
  { crawl, rules, apply, raw, after }: Request,
  { objects, clock, ...queues }: Ports,
  hasTime: () => boolean,
): Promise<AdminAnswer<'delete'>> {
  const found = createArchiveFindings();
  const ports = { objects, clock, leaveRecords: sendChanges({ objects, clock, ...queues }) };
  const last = await purgeArchive(
    { crawl, deleted: compiled(rules), ports, options: { apply, raw }, found },
    { hasTime, after },
  );
  const hosts = [...hostsOf(rules), ...found.hosts];
  return { crawl, archive: { ...found, hosts: [...new Set(hosts)] }, ...(last !== undefined && { after: last }) };
}

/** Stores the changes as an object of records and queues it: only the index stage may write to the search engine. */
function sendChanges({ objects, clock, records }: Pick<Ports, 'objects' | 'clock' | 'records'>) {
  let sent = 0;
  return async (crawl: string, changes: readonly RecordChange[]): Promise<void> => {
    if (!records) return;
    const now = clock.now();
    const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '/');
    const key = `records/${crawl}/${day}/${now.toString(36)}-deleted-${sent++}.jsonl.zst`;
    // The index stage removes the URLs whatever the rules say; the object stays, so that a reindexing removes them too.
    await objects.put(key, writeJsonLines(changes));
    await records.send([{ crawl, key }]);
  };
}

async function markHosts(
  { crawl, rules, apply, lift }: Request,
  hosts: readonly string[],
  ports: Ports,
  hasTime: () => boolean,
): Promise<AdminAnswer<'delete'>> {
  const pages = createTally();
  const left: string[] = [];
  // The lifted rules left the settings before.
  const inForce = lift ? await rulesInForce(crawl, ports) : NOTHING_DELETED;
  let queued = 0;
  for (const [i, host] of hosts.entries()) {
    if (i > 0 && !hasTime()) {
      left.push(...hosts.slice(i));
      break;
    }
    const key = { crawl, host };
    const found = lift
      ? await liftTombstones(key, rules, withoutDeleted(inForce, rules), ports)
      : await (apply ? addTombstones : findTombstones)(key, compiled(rules), ports);
    for (const { url } of [...found.pages, ...found.queued]) tally(pages, url);
    queued += found.queued.length;
    if (found.result === 'busy') left.push(host);
  }
  return { crawl, pages, queued, left };
}

async function rulesInForce(crawl: string, { control, objects }: Ports): Promise<DeletedRules> {
  const found = await control.get(crawl);
  return found ? (await loadSettings(objects, found.settingsKey)).deleted : NOTHING_DELETED;
}

function compiled(rules: DeletedRules): Deleted {
  return compileDeleted(rules) ?? { hasUrl: () => false, hasRecord: () => false };
}

async function changeRules(crawl: string, ports: Ports, change: (before: DeletedRules) => DeletedRules): Promise<void> {
  await changeSettings(crawl, ports, (before) => readSettings({ ...before, deleted: change(before.deleted) }));
}
