import { expect, test } from 'vitest';
import { cleanObject } from '../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const DAY_MS = 86_400_000;
const HOST = 'moor.test';
const PAGE = `http://${HOST}/page` as Url;

test('fetches a known page again only after the whole inbox is read, so that its old record is known', async () => {
  let requests = 0;
  const ports = visitPorts({
    async fetch(url) {
      if (new URL(url).pathname === '/robots.txt') return reply(404, '');
      return { ...reply(200, `text ${++requests}`), headers: [['Content-Type', 'text/plain']] };
    },
  });
  const { clock } = ports;
  await ports.control.create('moor', 'none', clock.now());
  const visit = async () => {
    const { due = 0 } = (await ports.frontier.getHead({ crawl: 'moor', host: HOST }))!;
    if (due > clock.now()) await clock.advance(due - clock.now());
    const message = { crawl: 'moor', id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due }] };
    const options = { ...OPTIONS, revisit: fixedRevisitRules(DAY_MS), cache: createBundleCache(1 << 20) };
    const ended = visitHosts(message, ports, createCaptureWriter('moor', { software: 'test' }, ports), options);
    await clock.advance(20_000);
    await ended;
  };
  const link = { url: PAGE, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: 'moor', source: 'seed', links: [link], feedback: [] }, ports, 'host');
  const lastCapture = async () => {
    const [delivery] = (await ports.captures.receive(1, DAY_MS)) as { message: ObjectMessage }[];
    const { key } = delivery!.message;
    const options = { options: DEFAULT_CLEAN_OPTIONS };
    const { value: line } = await cleanObject((await ports.objects.get(key))!, key, {}, options).next();
    return line!;
  };
  await visit();
  const { fetchedAt, note } = await lastCapture();
  expect(requests).toBe(1);

  // More feedback than one visit reads, and that of the page behind the rest: inboxes are read in the order of their ids.
  const key = { crawl: 'moor', host: HOST };
  const enqueueFeedback = async (url: Url, record: string, source: string) => {
    const before = new Set((await ports.frontier.readInbox(key, 100)).items.map(({ id }) => id));
    const feedback = [{ url, at: fetchedAt, next: note.next!, record, verdict: 'relevant' as const }];
    await enqueueLinks({ crawl: 'moor', source, links: [], feedback }, ports, 'host');
    const { items } = await ports.frontier.readInbox(key, 100);
    const place = items.findIndex(({ id }) => !before.has(id));
    return { id: items[place]!.id, place };
  };
  for (let i = 0; i < OPTIONS.maxInboxItems; i++)
    await enqueueFeedback(`http://${HOST}/other${i}` as Url, 'other', `clean/${i}`);
  for (let i = 0; ; i++) {
    const { id, place } = await enqueueFeedback(PAGE, 'its record', `clean/page ${i}`);
    if (place === OPTIONS.maxInboxItems) break;
    await ports.frontier.deleteInbox(key, [id]);
  }
  await clock.advance(DAY_MS / 2);
  await visit();
  expect(requests).toBe(1);
  await visit();
  expect(requests).toBe(2);

  expect((await lastCapture()).note.was).toBe('its record');
});
