import { expect, test } from 'vitest';
import {
  deleteJudgement,
  type PersonVerdict,
  readJudgements,
  readVerdicts,
  storeJudgement,
} from '../../../shared/classify/judgements/judgement-store.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';

const A = 'http://a.example/' as Url;
const B = 'http://b.example/' as Url;
const at = (second: number) => new Date(Date.UTC(2026, 4, 3, 12, 0, second)).toISOString();

async function stored(...given: [url: Url, verdict: PersonVerdict][]) {
  const objects = memoryObjects();
  for (const [i, [url, verdict]] of given.entries()) await storeJudgement('bogs', { url, verdict, at: at(i) }, objects);
  return objects;
}

test('stores verdicts per crawl and page; a later verdict replaces an earlier one', async () => {
  const objects = await stored([A, 'relevant'], [B, 'off-topic'], [A, 'off-topic']);
  const verdicts = await readVerdicts('bogs', objects);
  expect([verdicts.of(A), verdicts.of(B), verdicts.size]).toEqual(['off-topic', 'off-topic', 2]);
  expect((await readVerdicts('bogs-2', objects)).size).toBe(0);
  expect(await readJudgements('bogs', objects)).toEqual([
    { url: A, verdict: 'off-topic', at: at(2) },
    { url: B, verdict: 'off-topic', at: at(1) },
  ]);
});

test('deletes a verdict', async () => {
  const objects = await stored([A, 'relevant'], [B, 'relevant']);
  await deleteJudgement('bogs', A, objects);
  const verdicts = await readVerdicts('bogs', objects);
  expect([verdicts.of(A), verdicts.of(B)]).toEqual([undefined, 'relevant']);
});

test('counts a page with two verdicts, after an interrupted change, as not judged', async () => {
  const objects = await stored([A, 'relevant']);
  await storeJudgement(
    'bogs',
    { url: A, verdict: 'off-topic', at: at(1) },
    { ...objects, delete: async () => undefined },
  );
  expect((await readVerdicts('bogs', objects)).of(A)).toBeUndefined();
});

test.each(['', '{"url":'])('names a stored judgement that holds %j, and says what to do', async (text) => {
  const objects = await stored([A, 'relevant']);
  for await (const key of objects.list('judgements/')) await objects.put(key, Buffer.from(text));
  await expect(readJudgements('bogs', objects)).rejects.toThrow(
    /^object judgements\/bogs\/relevant\/\w+\.json is damaged: .+; restore it .* judge the page again$/,
  );
});
