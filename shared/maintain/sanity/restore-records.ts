import type { DocumentLine } from '../../clean/document.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Frontier } from '../../ports/frontier.ts';
import type { ObjectQueueName } from '../../ports/messages.ts';
import type { Objects } from '../../ports/objects.ts';
import type { RecordChange } from '../../ports/search-index.ts';
import { readJsonLines } from '../../text/json-lines.ts';
import { refetch } from './check-frontier.ts';
import type { SanityQueues } from './queues.ts';
import type { Archive } from './read-archive.ts';
import type { SanityRun } from './sanity-run.ts';

type Ports = { objects: Objects; frontier: Frontier; clock: Clock; queues: SanityQueues };

/**
 * Restores records that the index lacks: sends their objects of records to the index again, or their documents to classify,
 * or makes their pages due.
 *
 * @param lost `<id> <url>` → host; found ones are removed
 */
export async function restoreRecords(
  run: SanityRun,
  lost: Map<string, string>,
  archive: Archive,
  ports: Ports,
): Promise<void> {
  const isIn = (table: Archive['records']) => [...lost.keys()].some((name) => table.has(name));
  if (isIn(archive.records))
    await requeue<RecordChange>(run, 'records', lost, ports, (change) =>
      change.kind === 'seen' && change.record ? `${change.id} ${change.url}` : undefined,
    );
  if (isIn(archive.texts))
    await requeue<DocumentLine>(run, 'documents', lost, ports, (line) =>
      line.kind === 'document' ? `${line.document.digest} ${line.url}` : undefined,
    );
  for (const [host, list] of Map.groupBy(lost.keys(), (name) => lost.get(name)!)) {
    const urls = new Set(list.map((name) => name.slice(name.indexOf(' ') + 1)));
    if (await refetch({ crawl: run.crawl, host }, ({ url }) => urls.has(url), ports))
      run.problems.repaired('missing-record', urls.size);
  }
}

const FOLDERS: Partial<Record<ObjectQueueName, string>> = { records: 'records', documents: 'clean' };

async function requeue<Line>(
  { crawl, problems }: SanityRun,
  queue: ObjectQueueName,
  lost: Map<string, string>,
  { objects, queues }: Ports,
  nameOf: (line: Line) => string | undefined,
): Promise<void> {
  for await (const key of objects.list(`${FOLDERS[queue]}/${crawl}/`)) {
    const found = (await readNames(key, objects, nameOf)).filter((name) => lost.delete(name));
    if (found.length === 0) continue;
    await queues.send(queue, key);
    problems.repaired('missing-record', found.length);
  }
}

/** Returns nothing for an object that cannot be read, which `readArchive` reports. */
async function readNames<Line>(key: string, objects: Objects, nameOf: (line: Line) => string | undefined) {
  try {
    const bytes = await objects.get(key);
    return bytes ? [...readJsonLines<Line>(bytes)].flatMap((line) => nameOf(line) ?? []) : [];
  } catch {
    return [];
  }
}
