import { beforeEach, expect, test, vi } from 'vitest';
import { processConcurrently } from '../../functions/batch.ts';
import { createClassifyBatch } from '../../functions/classify-batch.ts';
import { requeueUntried } from '../../functions/requeue-untried.ts';
import { noQueue } from '../../shared/aws/sqs/no-queue.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { decodeOffer } from '../../shared/frontier/offer-format.ts';
import { createRecentLinks } from '../../shared/frontier/recent-links.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { systemClock } from '../../shared/local/system.ts';
import type { HostNotification } from '../../shared/ports/frontier.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import { lineOf, link } from '../classify/documents.ts';
import { memoryObjects } from '../memory-objects.ts';

const PLENTY = { getRemainingTimeInMillis: () => 100_000 };
const made = { judge: compileFilters([]), scope: () => undefined, grouping: 'host' as const };

let ports: Parameters<typeof createClassifyBatch>[0];
let announced: HostNotification[][];
let requeued: ObjectMessage[];
let memory: ReturnType<typeof createRecentLinks>;
beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const db = openDatabase(':memory:');
  const frontier = sqliteFrontier(db);
  announced = [];
  requeued = [];
  memory = createRecentLinks(1_024);
  ports = {
    objects: memoryObjects(),
    control: sqliteControl(db),
    records: noQueue<ObjectMessage>(),
    clock: systemClock,
    frontier: {
      ...frontier,
      async notifyHosts(entries, now) {
        announced.push([...entries]);
        return frontier.notifyHosts(entries, now);
      },
    },
  };
  for (const crawl of ['one', 'two']) await ports.control.create(crawl, 'settings', 0);
});

/** Stores documents of a.example that each have these links. */
async function object(name: string, ...links: string[]): Promise<void> {
  const page = lineOf({ url: `http://a.example/${name}` as never, text: name, links: links.map((url) => link(url)) });
  await ports.objects.put(`clean/${name}`, writeJsonLines([page]));
}

/** Calls the function with an SQS batch. @returns the messages to redeliver. */
async function call(bodies: (string | ObjectMessage)[], time = PLENTY): Promise<string[]> {
  const Records = bodies.map((body, i) => ({
    messageId: `${i}`,
    receiptHandle: `${i}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const crawlOf = async (crawl: string) => {
    const control = await ports.control.get(crawl);
    return control && { control, derived: { ...made, recentLinks: memory } };
  };
  const ownQueue = {
    ...noQueue<ObjectMessage>(),
    send: async (list: readonly ObjectMessage[]) => void requeued.push(...list),
  };
  const run = requeueUntried(ownQueue, time, createClassifyBatch(ports, crawlOf, time));
  const { batchItemFailures } = await processConcurrently({ Records } as never, ownQueue, run);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

const message = (name: string, crawl = 'one'): ObjectMessage => ({ crawl, key: `clean/${name}` });
const linksOf = async (host: string, crawl = 'one') => {
  const { items } = await ports.frontier.readInbox({ crawl, host }, 100);
  return items.flatMap(({ body }) => decodeOffer(body).links.map(({ url }) => url)).sort();
};

test('notifies a host once for all objects of a batch, and adds up their counts', async () => {
  await object('x', 'http://b.example/1', 'http://c.example/1');
  await object('y', 'http://b.example/2', 'http://b.example/1');
  expect(await call([message('x'), message('y')])).toEqual([]);
  expect(announced.map((entries) => entries.map(({ host }) => host))).toEqual([['b.example', 'c.example']]);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1', 'http://b.example/2']);
  expect((await ports.control.get('one'))?.counts).toMatchObject({ 'verdict.relevant': 2, 'link.offered': 3 });
});

test('does not enqueue links again that an earlier invocation enqueued', async () => {
  await object('x', 'http://b.example/1');
  await object('y', 'http://b.example/1', 'http://b.example/2');
  await call([message('x')]);
  await call([message('y')]);
  const { items } = await ports.frontier.readInbox({ crawl: 'one', host: 'b.example' }, 100);
  expect(items.map(({ body }) => decodeOffer(body).links.length).sort()).toEqual([1, 1]);
});

test('redelivers only the failed object; an unreadable body does not affect the others', async () => {
  await object('x', 'http://b.example/1');
  expect(await call(['{', message('missing'), message('x')])).toEqual(['0', '1']);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1']);
});

test('redelivers only the objects of the crawl whose links cannot be enqueued', async () => {
  await object('x', 'http://b.example/1');
  await object('y', 'http://b.example/2');
  const { notifyHosts: announce } = ports.frontier;
  ports.frontier.notifyHosts = async (entries, now) => {
    if (entries[0]?.crawl === 'two') throw new Error('the table is busy');
    return announce(entries, now);
  };
  expect(await call([message('x'), message('y', 'two'), message('x', 'two')])).toEqual(['1', '2']);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1']);
  ports.frontier.notifyHosts = announce;
  expect(await call([message('y', 'two')])).toEqual([]);
  expect(await linksOf('b.example', 'two')).toContain('http://b.example/2');
});

test('requeues objects for which no time is left, and enqueues the links of the others', async () => {
  await object('x', 'http://b.example/1');
  await object('y', 'http://b.example/2');
  let calls = 0;
  // The wrapper asks first for both.
  const short = { getRemainingTimeInMillis: () => (calls++ < 3 ? 60_000 : 10_000) };
  expect(await call([message('x'), message('y')], short)).toEqual([]);
  expect(requeued).toEqual([message('y')]);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1']);
});

test('acknowledges messages of a deleted crawl', async () => {
  await object('x', 'http://b.example/1');
  expect(await call([message('x', 'gone')])).toEqual([]);
  expect(announced).toEqual([]);
});
