import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import { fixedRevisitRules } from '../../shared/frontier/revisit.ts';
import { DAY_MS } from '../../shared/text/time-units.ts';
import { OPTIONS, reply, seedLink, visitPorts } from './single-host.ts';

const HOST = 'moor.test';
const SECOND_MS = 1_000;

test('a page whose last visit is not judged yet is asked for again, at most once a second, until it is judged', async () => {
  let requests = 0;
  const ports = visitPorts({
    async fetch(url) {
      if (new URL(url).pathname === '/robots.txt') return reply(404, '');
      return reply(200, `text ${++requests}`);
    },
  });
  const { clock } = ports;
  await ports.control.create('moor', 'none', clock.now());
  await enqueueLinks(
    { crawl: 'moor', source: 'seed', links: [seedLink(`http://${HOST}/page`)], feedback: [] },
    ports,
    'host',
  );
  const dueOfHost = async () => (await ports.frontier.getHead({ crawl: 'moor', host: HOST }))!.due!;
  const fetchedAt = clock.now();
  /** Visits the host when it is due. @returns the time of the visit */
  const visit = async (isJudged: boolean) => {
    const due = await dueOfHost();
    if (due > clock.now()) await clock.advance(due - clock.now());
    const options = {
      ...OPTIONS,
      revisit: fixedRevisitRules(DAY_MS),
      unjudgedSince: async () => (isJudged ? undefined : fetchedAt),
      cache: createBundleCache(1 << 20),
    };
    const message = { crawl: 'moor', id: ports.random.id(), hosts: [{ host: HOST, group: HOST, due }] };
    const at = clock.now();
    const ended = visitHosts(message, ports, createCaptureWriter('moor', { software: 'test' }, ports), options);
    await clock.advance(20 * SECOND_MS);
    await ended;
    return at;
  };
  await visit(false);
  expect(requests).toBe(1);
  await clock.advance(2 * DAY_MS);
  const at = await visit(false);
  expect(requests).toBe(1);
  expect((await dueOfHost()) - at).toBe(SECOND_MS);
  await visit(true);
  expect(requests).toBe(2);
});
