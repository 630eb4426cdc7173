/** Crawls by a trained model. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeModel } from '../../../shared/classify/models/model-file.ts';
import { trainModel } from '../../../shared/classify/models/training/train-model.ts';
import type { TopicReport } from '../../../shared/classify/review/report-topic.ts';
import type { ExplainedUrl } from '../../../shared/classify/review/topic-explanation.ts';
import { examplesOf } from '../../classify/models/examples.ts';
import { startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'thresher-model-'));
const model = join(folder, 'plants.model');
const dir = ['--dir', join(folder, 'data')];
let site: TestSite;

const textOf = (label: string) => examplesOf(1, [label], 5)[0]!.text;
const crawl = (...args: string[]) =>
  thresher(['crawl', `${site.origin}/`, '--allow-private', '127.0.0.0/8', '--delay', '0', ...args, ...dir, '--json']);

beforeAll(async () => {
  const train = (topic: string) => encodeModel(trainModel(examplesOf(20), { topic: [topic] }));
  writeFileSync(model, train('plants'));
  writeFileSync(join(folder, 'glass.model'), train('glass'));
  site = await startSite({
    '/': `<p>${textOf('plants')}</p><a href="/glass">one</a> <a href="/plants">two</a>`,
    '/glass': `<p>${textOf('glass')}</p>`,
    '/plants': `<p>${textOf('plants')} again</p>`,
  });
  const { code, answers } = await crawl('--topic', model);
  expect({ code, verdicts: answers().at(-1)!['verdicts'] }).toEqual({
    code: 0,
    verdicts: { relevant: 2, 'off-topic': 1 },
  });
});
afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

test('explains the answer of the model', async () => {
  const { answers } = await thresher(['explain', `${site.origin}/glass`, ...dir, '--json']);
  const { topic, steps } = answers()[0] as ExplainedUrl;
  expect(topic!.filters[0]).toMatchObject({ kind: 'model', filter: model, accepts: false, cutOff: 0.5 });
  expect(steps.find(({ step }) => step === 'filter')!.detail).toMatch(/score .* below the cut-off 0.5: glass \d/);
});

test('lists the pages nearest to the cut-off', async () => {
  const { answers } = await thresher(['borderline', ...dir, '--json']);
  const { nearest, weakest } = answers()[0]!['topic'] as TopicReport;
  expect(nearest.map(({ url }) => url)).toEqual([`${site.origin}/glass`]);
  expect(weakest).toHaveLength(2);
});

test('judges stored pages again by another model', async () => {
  const { code, answers } = await thresher([
    'reclassify',
    '--topic',
    join(folder, 'glass.model'),
    '--dry-run',
    '--json',
    ...dir,
  ]);
  expect(code).toBe(0);
  expect(answers()[0]).toMatchObject({
    cutOffs: [{ filter: join(folder, 'glass.model'), cutOff: 0.5 }],
    transitions: { enters: 1, leaves: 2 },
  });
});
