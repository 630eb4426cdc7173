/** A crawl whose limit is reached, reported and raised, on real engines. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { NoticeMessage } from '../../shared/alerts/notice.ts';
import { FUNCTIONS, type Stack } from './stack/stack.ts';
import { CRAWL, closeAfterTest, expectCompleteCrawl, openCrawl } from './stack/whole.ts';

/** Fewer pages than the small web has. */
const FEW_PAGES = 8;
/** More pages than it has. */
const MANY_PAGES = 10_000;

/** A busy machine takes minutes for the first pages; the time limit of the test ends what hangs. */
const WAIT = { timeout: 500_000, interval: 500 };

/** Starts a webhook on this machine. */
async function startWebhook(): Promise<{ url: string; received: NoticeMessage[] }> {
  const received: NoticeMessage[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(parts).toString()) as NoticeMessage);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterTest({
    async close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ops`, received };
}

/** Adds `notify` to the stored settings of the crawl: these engines have no scheduler, and such a stack refuses it. */
async function storeNotify(stack: Stack, notify: object): Promise<void> {
  const objects = stack.objects();
  for await (const key of objects.list(`settings/${CRAWL}/`)) {
    const settings = JSON.parse(Buffer.from((await objects.get(key))!).toString()) as object;
    await objects.put(key, Buffer.from(JSON.stringify({ ...settings, notify })));
  }
}

test('reports a crawl that has reached its limit, and continues it when the limit is raised', async () => {
  const { web, stack } = await openCrawl({}, FEW_PAGES);
  const { url, received } = await startWebhook();
  for (const name of [...FUNCTIONS, 'dispatch'] as const) {
    const copy = await stack.start(name);
    if (name === 'dispatch') stack.schedule(copy);
  }
  await expect.poll(async () => (await stack.status(CRAWL)).limit, WAIT).toBe('pages');
  await storeNotify(stack, { webhook: url, on: ['limit'], stalledMinutes: 60 });
  const admin = await stack.start('admin');
  const look = async () => {
    await admin.invoke({ scheduled: { crawl: CRAWL, name: 'ALERTS', at: '' } });
    stack.advanceClocks(300_000);
    return received.length;
  };
  await expect.poll(look, WAIT).toBe(1);
  expect(received[0]).toMatchObject({
    event: 'limit',
    stack: stack.environment['STACK_NAME'],
    text: `Crawl ${CRAWL}: ended at its limit of pages (limits.pages), with pages still to fetch.`,
    status: { limit: 'pages', records: expect.any(Number) },
  });
  await stack.create({ ...web.settings, limits: { ...web.settings.limits, pages: MANY_PAGES } });
  expect((await stack.status(CRAWL)).limit).toBeUndefined();
  await expectCompleteCrawl(web, stack);
}, 600_000);
