import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { thresher } from './test-terminal.ts';

test('--json prints a line for each file, with the place of each error', async () => {
  const dir = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const good = write('good.yaml', 'crawl: bog\nuserAgent: b (+https://b.example/)\nseeds: [https://a.example/]\n');
  const bad = write('bad.yaml', 'crawl: bog\nseeds: [https://a.example/]\nlimts: {pages: 1}\nscope: hosts\n');
  const refused = write('refused.yaml', 'userAgent: b (+https://b.example/)\nseeds: ["foo:bar", https://a.example/]\n');
  const topic = write('topic.txt', '10: moss=A\nabc\n');
  const missing = join(dir, 'missing.yaml');
  const { code, answers, stderr } = await thresher(['validate', good, bad, refused, topic, missing, '--json']);
  expect([code, stderr]).toEqual([2, []]);
  expect(answers()).toEqual([
    { file: good, valid: true, summary: expect.stringContaining('crawl bog, 1 seed'), errors: [], warnings: [] },
    {
      ...{ file: bad, valid: false, summary: null, warnings: [] },
      errors: [
        { message: 'limts: unknown; did you mean limits?', file: bad, line: 3 },
        { message: 'scope: must be one of host, domain, prefix, any', file: bad, line: 4 },
      ],
    },
    {
      ...{ file: refused, valid: true, summary: expect.stringContaining('crawl main'), errors: [] },
      warnings: [expect.stringContaining('seed refused: foo:bar: scheme')],
    },
    {
      ...{ file: topic, valid: false, summary: null, warnings: [] },
      errors: [{ message: expect.stringContaining('expected a number'), file: topic, line: 2 }],
    },
    {
      ...{ file: missing, valid: false, summary: null, warnings: [] },
      errors: [{ message: `${missing}: no such file`, file: null, line: null }],
    },
  ]);
  expect(await thresher(['validate', good, '--json', '--print'])).toMatchObject({ code: 2 });
});

test('--json names a file whose name looks like a place', async () => {
  const file = join(temporaryFolder(), 'a:3: b.yaml');
  writeFileSync(file, 'crawl: bog\nseeds: [http://a.example/]\nlimts: {}\n');
  const { answers } = await thresher(['validate', file, '--json']);
  expect(answers()).toMatchObject([{ errors: [{ file, line: 3, message: expect.stringMatching(/^limts: unknown/) }] }]);
});
