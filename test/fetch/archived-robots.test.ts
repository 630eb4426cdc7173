import { expect, test } from 'vitest';
import { cleanCaptures } from '../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { readCaptures } from '../../shared/fetch/warc/warc-read.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import { memoryObjects } from '../memory-objects.ts';
import { reply, seedLink, visitOnce } from './single-host.ts';

const RULES = 'User-agent: *\nDisallow: /private/\n';

const ANSWERS: Record<string, HttpResponse> = {
  'http://moor.test/robots.txt': { ...reply(302, ''), headers: [['Location', '/rules.txt']] },
  'http://moor.test/rules.txt': reply(200, RULES),
  'http://moor.test/ai.txt': reply(404, 'none'),
  'http://moor.test/': reply(200, 'A page about sundews.'),
};

const visit = async (archivesRobots: boolean) => {
  const fetch = async (url: string) => ANSWERS[url] ?? reply(404, '');
  const { ports } = await visitOnce({ fetch }, [seedLink('http://moor.test/')], {
    archivesRobots,
    rightsFiles: ['aiTxt'],
  });
  const [message] = await ports.captures.receive(1, 1000);
  const object = message!.message;
  const captures = [...readCaptures((await ports.objects.get(object.key))!, object.key)].map(
    (found) => (found as { capture: Capture }).capture,
  );
  return { ports, object, captures };
};

const text = ({ body }: Capture) => new TextDecoder().decode(body);

test('archives each answer to robots.txt and to files of rights, before the page', async () => {
  const { captures } = await visit(true);
  expect(captures.map((capture) => [capture.url, capture.status, text(capture)])).toEqual([
    ['http://moor.test/robots.txt', 302, ''],
    ['http://moor.test/rules.txt', 200, RULES],
    ['http://moor.test/ai.txt', 404, 'none'],
    ['http://moor.test/', 200, 'A page about sundews.'],
  ]);
  expect(captures.map(({ note }) => note.robots)).toEqual([true, true, true, undefined]);
});

test('archives no such answer without the setting', async () => {
  const { captures } = await visit(false);
  expect(captures.map(({ url }) => url)).toEqual(['http://moor.test/']);
});

test('makes no document of them, and does not report a missing file as a removed page', async () => {
  const { ports, object } = await visit(true);
  const objects = memoryObjects();
  await objects.put(object.key, (await ports.objects.get(object.key))!);
  const { counts } = await cleanCaptures(
    object,
    { objects, documents: { send: async () => {} } as never },
    DEFAULT_CLEAN_OPTIONS,
  );
  expect(counts).toEqual({ 'clean.none': 3, 'clean.document': 1, 'type.text/plain': 1 });
});
