/** A visit over the frontier of a stack, whose heads name offers: DynamoDB in memory. */
import { expect, test } from 'vitest';
import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { Url } from '../../shared/url/url.ts';
import { clientOf } from '../aws/dynamo/dynamo-transport.ts';
import { memoryDynamo } from '../aws/dynamo/memory-dynamo.ts';
import { memoryObjects } from '../memory-objects.ts';
import { frontierTables } from '../services/engines/tables.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const HOSTS = Array.from({ length: 8 }, (_, i) => `h${i}.test`);
const KEY = { crawl: 'moor', host: HOSTS[0]! };

test('fetches offers that the head names, and the commit deletes them', async () => {
  const requested: string[] = [];
  const client = clientOf(memoryDynamo());
  const frontier = dynamoFrontier(client, await frontierTables(client), memoryObjects());
  const ports = visitPorts({
    async fetch(url) {
      if (url.endsWith('/robots.txt')) return reply(404, '');
      requested.push(url);
      return reply(200, 'moss');
    },
  });
  ports.frontier = frontier;
  const { clock } = ports;
  await ports.control.create('moor', 'none', clock.now());
  const links = HOSTS.flatMap((host) => ['a', 'b'].map((path) => `http://${host}/${path}` as Url)).map((url) => ({
    ...{ url, kind: 'page' as const, class: 0, depth: 0 },
    ...{ parent: null, score: 1 },
  }));
  await enqueueLinks({ crawl: 'moor', source: 'clean/a', links, feedback: [] }, ports, 'host');
  const { items } = await frontier.readInbox(KEY, 100);
  expect(items.map(({ inHead }) => inHead)).toEqual([true]);

  const message = { crawl: 'moor', id: 'message', hosts: [{ host: KEY.host, group: KEY.host, due: clock.now() }] };
  const options = { ...OPTIONS, cache: createBundleCache(1 << 20) };
  const ended = visitHosts(message, ports, createCaptureWriter('moor', { software: 'test' }, ports), options);
  await clock.advance(60_000);
  await ended;
  expect(requested).toEqual([`http://${KEY.host}/a`, `http://${KEY.host}/b`]);
  expect((await frontier.readInbox(KEY, 100)).items).toEqual([]);
  expect(await frontier.getHead(KEY)).toMatchObject({ counts: { fetched: 2 } });
});
