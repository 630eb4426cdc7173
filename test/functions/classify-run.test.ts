import { beforeEach, expect, test, vi } from 'vitest';
import { allMessages } from '../../functions/batch.ts';
import { classifyRun } from '../../functions/classify-run.ts';
import { noQueue } from '../../shared/aws/sqs/no-queue.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { decodeOffer } from '../../shared/frontier/enqueue-links.ts';
import { offeredLinks } from '../../shared/frontier/enqueued-links.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { systemClock } from '../../shared/local/system.ts';
import type { Announcement } from '../../shared/ports/frontier.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import { writeLines } from '../../shared/text/lines.ts';
import { lineOf, link } from '../classify/documents.ts';
import { memoryObjects } from '../memory-objects.ts';

const PLENTY = { getRemainingTimeInMillis: () => 100_000 };
const made = { judge: compileFilters([]), scope: () => undefined, grouping: 'host' as const };

let ports: Parameters<typeof classifyRun>[0];
let announced: Announcement[][];
let memory: ReturnType<typeof offeredLinks>;
beforeEach(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const db = openDatabase(':memory:');
  const frontier = sqliteFrontier(db);
  announced = [];
  memory = offeredLinks(1_024);
  ports = {
    objects: memoryObjects(),
    control: sqliteControl(db),
    records: noQueue<ObjectMessage>(),
    clock: systemClock,
    frontier: {
      ...frontier,
      async announce(entries, now) {
        announced.push([...entries]);
        return frontier.announce(entries, now);
      },
    },
  };
  for (const crawl of ['one', 'two']) await ports.control.create(crawl, 'settings', 0);
});

/** An object of pages of a.example, each with these links. */
async function object(name: string, ...links: string[]): Promise<void> {
  const page = lineOf({ url: `http://a.example/${name}` as never, text: name, links: links.map((url) => link(url)) });
  await ports.objects.put(`clean/${name}`, writeLines([page]));
}

/** Calls the function with messages, as the queue brings them. @returns those that are to come again. */
async function call(bodies: (string | ObjectMessage)[], time = PLENTY): Promise<string[]> {
  const Records = bodies.map((body, i) => ({
    messageId: `${i}`,
    receiptHandle: `${i}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const crawlOf = async (crawl: string) => {
    const control = await ports.control.get(crawl);
    return control && { control, made: { ...made, offered: memory } };
  };
  const run = classifyRun(ports, crawlOf, time);
  const { batchItemFailures } = await allMessages<ObjectMessage>({ Records } as never, noQueue(), run);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

const message = (name: string, crawl = 'one'): ObjectMessage => ({ crawl, key: `clean/${name}` });
const linksOf = async (host: string, crawl = 'one') => {
  const { items } = await ports.frontier.readInbox({ crawl, host }, 100);
  return items.flatMap(({ body }) => decodeOffer(body).links.map(({ url }) => url)).sort();
};

test('a host is told once of what several objects have for it, and counts are those of all', async () => {
  await object('x', 'http://b.example/1', 'http://c.example/1');
  await object('y', 'http://b.example/2', 'http://b.example/1');
  expect(await call([message('x'), message('y')])).toEqual([]);
  expect(announced.map((entries) => entries.map(({ host }) => host))).toEqual([['b.example', 'c.example']]);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1', 'http://b.example/2']);
  expect((await ports.control.get('one'))?.counts).toMatchObject({ 'verdict.relevant': 2, 'link.offered': 3 });
});

test('what was offered in a call before is not offered again', async () => {
  await object('x', 'http://b.example/1');
  await object('y', 'http://b.example/1', 'http://b.example/2');
  await call([message('x')]);
  await call([message('y')]);
  const { items } = await ports.frontier.readInbox({ crawl: 'one', host: 'b.example' }, 100);
  expect(items.map(({ body }) => decodeOffer(body).links.length).sort()).toEqual([1, 1]);
});

test('an object that fails comes again alone; a body that nobody can read holds up no other', async () => {
  await object('x', 'http://b.example/1');
  expect(await call(['{', message('missing'), message('x')])).toEqual(['0', '1']);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1']);
});

test('crawls are told apart, and one whose offers fail brings back its own objects only', async () => {
  await object('x', 'http://b.example/1');
  await object('y', 'http://b.example/2');
  const { announce } = ports.frontier;
  ports.frontier.announce = async (entries, now) => {
    if (entries[0]?.crawl === 'two') throw new Error('the table is busy');
    return announce(entries, now);
  };
  expect(await call([message('x'), message('y', 'two'), message('x', 'two')])).toEqual(['1', '2']);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1']);
  ports.frontier.announce = announce;
  expect(await call([message('y', 'two')])).toEqual([]);
  expect(await linksOf('b.example', 'two')).toContain('http://b.example/2');
});

test('what there is no time for comes again, and what was judged is offered', async () => {
  await object('x', 'http://b.example/1');
  await object('y', 'http://b.example/2');
  let asked = 0;
  const short = { getRemainingTimeInMillis: () => (asked++ === 0 ? 60_000 : 10_000) };
  expect(await call([message('x'), message('y')], short)).toEqual(['1']);
  expect(await linksOf('b.example')).toEqual(['http://b.example/1']);
});

test('a crawl that is not there any more is done with', async () => {
  await object('x', 'http://b.example/1');
  expect(await call([message('x', 'gone')])).toEqual([]);
  expect(announced).toEqual([]);
});
