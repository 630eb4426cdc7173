/** Trains a model and uses it wherever a topic definition stands. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplesOf } from '../../classify/models/examples.ts';
import { thresher } from '../test-terminal.ts';

const dir = mkdtempSync(join(tmpdir(), 'thresher-train-'));
const file = (name: string) => join(dir, name);
const model = file('plants.model');
const lines = examplesOf(15).map(({ label, text }) => ({ label, text }));
let trained: Awaited<ReturnType<typeof thresher>>;

const train = (args: string[], input: (string | object)[]) =>
  thresher(['train', '--out', file('other.model'), ...args, '--jsonl'], input);
const classify = async (topic: string, text: string) => {
  const { code, answers } = await thresher(['classify', '--topic', topic, '--jsonl'], [{ id: 1, text }]);
  expect(code).toBe(0);
  return answers()[0]!;
};

beforeAll(async () => {
  trained = await thresher(['train', '--out', model, '--topic', 'plants', '--jsonl'], lines);
  writeFileSync(file('topic.txt'), '10: sundew=CP\n');
  writeFileSync(
    file('crawl.yaml'),
    'crawl: a\nseeds: [http://a.example/]\ntopic:\n  filters:\n    - model: plants.model\n',
  );
  writeFileSync(file('cut.model'), readFileSync(model).subarray(0, 500));
  writeFileSync(file('binary'), new Uint8Array([1, 0, 2, 0]));
});
afterAll(() => rmSync(dir, { recursive: true }));

test('prints what was learned in the last line', () => {
  expect(trained.code).toBe(0);
  expect(trained.answers().at(-1)).toMatchObject({
    ...{ documents: 45, classes: 3, algorithm: 'linear', model },
    crossValidated: { accuracy: expect.any(Number), macroF1: expect.any(Number) },
  });
});

test.each(['plants.model', 'crawl.yaml'])('classify judges by the topic of %s', async (topic) => {
  const answer = await classify(file(topic), 'sundew of the bog, a carnivorous flower');
  expect(answer).toMatchObject({
    id: 1,
    verdict: 'relevant',
    why: expect.stringMatching(/plants.model: plants .*sundew/),
  });
  expect((answer['classes'] as { class: string }[]).map((one) => one.class)[0]).toBe('plants');
  expect(answer['terms']).toContainEqual({ term: 'sundew', hits: 1 });
  expect(await classify(file(topic), 'a locomotive in the station')).toMatchObject({ verdict: 'off-topic' });
});

test('trains by the algorithm that is asked for', async () => {
  const { answers } = await train(['--algorithm', 'bayes-weighted'], lines);
  expect(answers().at(-1)).toMatchObject({ algorithm: 'bayes-weighted' });
});

test('trains from a folder per label', async () => {
  const folder = mkdtempSync(join(dir, 'folder-'));
  for (const [i, { label, text }] of lines.entries()) {
    mkdirSync(join(folder, label, 'deep'), { recursive: true });
    writeFileSync(join(folder, label, 'deep', `${i}.html`), `<title>t</title><p>${text}</p>`);
  }
  writeFileSync(join(folder, 'glass', 'empty.html'), '');
  const { code, stderr, answers } = await thresher(['train', folder, '--out', file('folder.model')]);
  expect(code).toBe(0);
  expect(stderr).toEqual([expect.stringMatching(/^warning: .*empty.html: is left out \(no-content\)/)]);
  expect(answers().at(-1)).toMatchObject({ documents: 45, classes: 3 });
  expect((await thresher(['train', dir, '--jsonl', '--out', file('folder.model')])).code).toBe(2);
});

test('a folder per label may have links and hidden files', async () => {
  const folder = mkdtempSync(join(dir, 'links-'));
  for (const [i, { label, text }] of lines.entries()) {
    mkdirSync(join(folder, label), { recursive: true });
    writeFileSync(join(folder, label, `${i}.txt`), text);
  }
  mkdirSync(join(folder, 'glass', 'deep', '.git'), { recursive: true });
  mkdirSync(join(folder, '.git'));
  for (const name of ['.git/a.txt', 'glass/.a.txt', 'glass/deep/.git/a.txt'])
    writeFileSync(join(folder, name), 'hidden');
  writeFileSync(file('linked.txt'), 'a linked text about glass');
  symlinkSync(file('linked.txt'), join(folder, 'glass', 'linked.txt'));
  symlinkSync(folder, join(folder, 'glass', 'ring'));
  symlinkSync(file('nowhere.txt'), join(folder, 'glass', 'lost.txt'));
  const { stderr, answers } = await thresher(['train', folder, '--out', file('folder.model')]);
  expect(stderr).toEqual([expect.stringMatching(/^warning: .*lost.txt: is left out \(no such file\)$/)]);
  expect(answers().at(-1)).toMatchObject({ documents: 46, classes: 3 });
});

test.each([
  ['in a missing folder', 'nowhere/a.model', /^--out .*a.model: the folder .*nowhere does not exist; create it first$/],
  ['in a file', 'topic.txt/a.model', /^--out .*a.model: .*topic.txt is not a folder$/],
  ['that is a folder', '', /^--out .*: is a folder; give the name of a file$/],
])('refuses a file %s before it reads the documents', async (_, name, message) => {
  const { code, stderr, printed } = await thresher(['train', '--out', file(name), '--jsonl'], ['{bad']);
  expect([code, printed, stderr]).toEqual([2, [], [expect.stringMatching(message)]]);
});

test.each([
  ['a label without files', 'labels', /labels.glass: has no files/],
  ['a folder without folders', 'labels/glass', /has no folders/],
  ['a label whose files are all binary', 'binaries', /^label glass: all its documents are left out; give documents/m],
  ['a file', 'topic.txt', /topic.txt: is a file; give a folder with one folder per label/],
  ['a missing folder', 'nowhere', /nowhere: no such file/],
])('refuses %s', async (_, name, message) => {
  mkdirSync(join(dir, 'labels', 'glass'), { recursive: true });
  for (const label of ['glass', 'plants']) {
    mkdirSync(join(dir, 'binaries', label), { recursive: true });
    for (const i of [1, 2])
      writeFileSync(join(dir, 'binaries', label, `${i}`), label === 'glass' ? new Uint8Array(999) : lines[i]!.text);
  }
  const { code, stderr } = await thresher(['train', file(name), '--out', file('folder.model')]);
  expect(code).toBe(2);
  expect(stderr.join('\n')).toMatch(message);
});

test('trains from positive examples alone', async () => {
  const { code, answers } = await train(
    [],
    lines.filter(({ label }) => label === 'glass'),
  );
  expect(code).toBe(0);
  expect(answers().at(-1)).toMatchObject({ documents: 15, classes: 2 });
  expect(await classify(file('other.model'), lines.at(20)!.text)).toMatchObject({ classes: expect.any(Array) });
});

test('reads a model with the extension .json', async () => {
  writeFileSync(file('model.json'), readFileSync(model));
  expect(await classify(file('model.json'), 'sundew of the bog')).toMatchObject({ verdict: 'relevant' });
});

test('validate describes a model beside a crawl.yaml', async () => {
  const { code, printed } = await thresher(['validate', model, file('crawl.yaml')]);
  expect(code).toBe(0);
  expect(printed[0]).toMatch(/a model \(linear\) of \d+ features in 3 classes/);
});

test('trains from the main text of documents that are given as html', async () => {
  const pages = lines.map(({ label, text }) => ({ label, html: `<title>t</title><nav>menu</nav><p>${text}</p>` }));
  const { code, answers } = await train([], pages);
  expect(code).toBe(0);
  expect(answers().at(-1)).toMatchObject({ documents: 45 });
  expect(await classify(file('other.model'), 'a locomotive in the station')).toMatchObject({ verdict: 'relevant' });
});

test.each([
  ['a line that is not JSON', '{', /JSON/],
  ['a list', '[]', /a line must be a JSON object/],
  ['no label', { text: 'a' }, /label: is missing/],
  ['an empty label', { label: ' ', text: 'a' }, /label: is empty/],
  ['a label that is a number', { label: 1, text: 'a' }, /label: must be a string/],
  ['neither text nor html', { label: 'a' }, /give either text or html/],
  ['links of another shape', { label: 'a', text: 'b', links: ['http://a.example/'] }, /links: each must be an object/],
])('answers %s and goes on', async (_, line, message) => {
  const { code, answers } = await train([], [...lines.slice(0, 3), line, ...lines.slice(3)]);
  expect(code).toBe(1);
  expect(answers()[0]).toEqual({ id: null, error: { message: expect.stringMatching(message), line: 4 } });
  expect(answers().at(-1)).toMatchObject({ documents: 45 });
});

test('names repeated, contradictory and empty documents', async () => {
  const [first] = lines;
  const { code, stderr, answers } = await train(
    [],
    [...lines, { ...first, label: 'glass' }, first!, { label: 'glass', text: ' ' }],
  );
  expect(code).toBe(0);
  expect(stderr).toEqual([
    'warning: line 46: has label glass, and the same text has label plants at line 1; both are used',
    'warning: line 47: repeats a text of label plants and is left out',
    'warning: line 48: has no text and is left out',
  ]);
  expect(answers().at(-1)).toMatchObject({ documents: 46 });
});

test('--topic names labels that contain commas', async () => {
  const input = lines.map((line) => (line.label === 'plants' ? { ...line, label: 'plants, bogs' } : line));
  expect((await train(['--topic', 'plants, bogs'], input)).code).toBe(0);
  const { code } = await train(['--topic', 'glass,plants, bogs'], input);
  expect(code).toBe(0);
  expect(await classify(file('other.model'), 'sundew of the bog')).toMatchObject({ verdict: 'relevant' });
  expect(await classify(file('other.model'), 'a locomotive in the station')).toMatchObject({ verdict: 'off-topic' });
});

test.each([
  [
    'an unknown label',
    ['--topic', 'plant'],
    lines,
    /no document has the label plant; the labels are glass, plants, trains/,
  ],
  ['an empty label', ['--topic', 'plants,'], lines, /--topic: plants,: has an empty label/],
  ['an unknown algorithm', ['--algorithm', 'svm'], lines, /--algorithm: svm: must be one of auto, linear, /],
  ['one document', [], lines.slice(0, 1), /1 usable documents? (is|are) too few/],
  ['no document', [], [], /too few/],
  [
    'a label whose documents are all empty',
    [],
    [...lines, { label: 'stone', text: ' ' }],
    /^label stone: all its documents are left out; give documents with text, or remove the label$/m,
  ],
])('refuses %s', async (_, args, input, message) => {
  const { code, stderr, printed } = await train(args, input);
  expect(code).toBe(2);
  expect(stderr.join('\n')).toMatch(message);
  expect(printed).toEqual([]);
});

test.each([
  ['cut.model', /cut.model: the model is damaged/],
  ['binary', /binary: is a binary file/],
  ['missing', /missing: no such file/],
])('refuses the topic %s', async (name, message) => {
  for (const args of [
    ['classify', '--topic', file(name), '--jsonl'],
    ['crawl', 'http://a.example/', '--topic', file(name)],
  ]) {
    const { code, stderr } = await thresher(args);
    expect(code).toBe(2);
    expect(stderr.join('\n')).toMatch(message);
  }
});

test('a model of another version is refused wherever a topic is read', async () => {
  const text = readFileSync(model, 'latin1').replace('{"thresherModel":1', '{"thresherModel":2');
  writeFileSync(file('new.model'), text, 'latin1');
  writeFileSync(file('graph.jsonl'), '{"url": "http://a.example/", "text": "moss", "links": [], "topics": ["a"]}\n');
  for (const args of [
    ['classify', '--topic', file('new.model'), '--jsonl'],
    ['crawl', 'http://a.example/', '--topic', file('new.model')],
    ['simulate', '--graph', file('graph.jsonl'), '--topic', 'a', '--model', file('new.model')],
    ['reclassify', '--topic', file('new.model')],
  ]) {
    const { code, stderr } = await thresher(args);
    expect([code, stderr.at(-1)]).toEqual([
      2,
      expect.stringMatching(/^.*new.model: the model has version 2, .* reads version 1/),
    ]);
  }
});

test('names every fault of the topic files of a crawl.yaml', async () => {
  writeFileSync(file('bad-terms.txt'), '10: moss=M\nmoss\n');
  writeFileSync(file('bad-other.txt'), '10: =M\n');
  const filters = ['sitesOk: {file: binary}', 'terms: binary', 'terms: bad-terms.txt', 'terms: bad-other.txt'];
  const yaml = (rows: string[]) =>
    `crawl: a\nseeds: [http://a.example/]\ntopic:\n  filters:\n${rows.map((row) => `    - ${row}\n`).join('')}`;
  writeFileSync(file('bad.yaml'), yaml(filters));
  const both = await thresher(['validate', file('bad.yaml')]);
  const ofTerms = [
    expect.stringMatching(/bad-terms.txt:2: expected a number and a colon at the start of the row$/),
    expect.stringMatching(/bad-other.txt:1: missing term between the colon and =$/),
  ];
  expect(both).toMatchObject({ code: 2 });
  expect(both.stderr.join('\n').split('\n')).toEqual([
    expect.stringMatching(/bad.yaml:5: topic.filters.0.sitesOk.file: binary: is a binary file; give a text file$/),
    expect.stringMatching(/bad.yaml:6: topic.filters.1.terms: binary: is a binary file; give a text file$/),
    ...ofTerms,
  ]);
  writeFileSync(file('bad.yaml'), yaml(filters.slice(2)));
  expect(await thresher(['classify', '--topic', file('bad.yaml'), '--jsonl'])).toMatchObject({
    code: 2,
    stderr: ofTerms,
  });
});

test('a crawl.yaml is not the topic of a crawl of URLs', async () => {
  const { code, stderr } = await thresher(['crawl', 'http://a.example/', '--topic', file('crawl.yaml')]);
  expect([code, stderr]).toEqual([
    2,
    [expect.stringMatching(/crawl.yaml is a crawl.yaml; .*: thresher crawl .*crawl.yaml$/)],
  ]);
});

test('names the line of a crawl.yaml whose model is damaged', async () => {
  writeFileSync(file('bad.yaml'), 'crawl: a\nseeds: [http://a.example/]\ntopic:\n  filters:\n    - model: cut.model\n');
  const { code, stderr } = await thresher(['validate', file('bad.yaml')]);
  expect(code).toBe(2);
  expect(stderr.join('\n')).toMatch(/bad.yaml:5: topic.filters.0.model: cut.model: the model is damaged/);
});

test.each([
  [
    'a representation',
    ['--algorithm', 'bayes', '--representation', 'binary'],
    /^--representation: bayes has values of its own/,
  ],
  ['a data folder', ['--dir', dir], /^--dir: is the data folder of --crawl NAME/],
])('refuses %s that would have no effect', async (_, args, message) => {
  const { code, stderr } = await train(args, lines);
  expect([code, stderr]).toEqual([2, [expect.stringMatching(message)]]);
});

test('leaves out rare words and documents off topic', async () => {
  const all = trained.answers().at(-1) as { documents: number; features: number };
  const { answers } = await train(['--topic', 'plants', '--min-documents', '4', '--negatives', '1'], lines);
  const fewer = answers().at(-1) as typeof all;
  expect(fewer.documents).toBe(30);
  expect(fewer.features).toBeLessThan(all.features);
});

test.each([
  ['more documents than there are', ['--min-documents', '999'], /no word occurs in 999 documents; lower the minimum$/],
  ['no document', ['--min-documents', '0'], /^--min-documents: 0: must be a whole number of at least 1$/],
  ['negatives without a topic', ['--negatives', '2'], /^--negatives: no document is off topic/],
])('refuses %s', async (_, args, message) => {
  const { code, stderr } = await train(args, lines);
  expect([code, stderr]).toEqual([2, [expect.stringMatching(message)]]);
});
