/** cfn-lint knows which resource types and properties CloudFormation has in each Region, without a network. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uncheckedApp } from '../../infra/new-app.ts';
import { OPTION_SETS, synthesiseUncached } from '../infra/stack.ts';
import { installPython, runTool } from './engines/cache.ts';

const VERSION = '1.58.0';
/** A Region that few services have reached, with every kind of stack; and one with every service, and that of docs/deploy.md, with all options. */
const REGIONS: [region: string, options: typeof OPTION_SETS][] = [
  ['eu-central-2', OPTION_SETS],
  ['us-east-1', OPTION_SETS.slice(0, 1)],
  ['eu-north-1', OPTION_SETS.slice(0, 1)],
];

let installed: Awaited<ReturnType<typeof installPython>>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-cfn-lint-'));
  installed = await installPython('cfn-lint', VERSION);
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lint = (region: string, files: readonly string[]) =>
  runTool(installed.python, [
    installed.script('cfn-lint'),
    '--regions',
    region,
    '--non-zero-exit-code',
    'error',
    '--template',
    ...files,
  ]);

test.each(REGIONS)('CloudFormation accepts our stacks in %s', async (region, sets) => {
  const files = sets.map((options, i) => {
    const { template } = synthesiseUncached(options, uncheckedApp(options), region);
    const file = join(folder, `${region}-${i}.json`);
    writeFileSync(file, JSON.stringify(template.toJSON()));
    return file;
  });
  expect(await lint(region, files)).not.toMatch(/^E\d/m);
});

test('a resource that the Region does not have is an error', async () => {
  const file = join(folder, 'budget.json');
  const budget = { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 1, Unit: 'USD' } };
  const Resources = { Budget: { Type: 'AWS::Budgets::Budget', Properties: { Budget: budget } } };
  writeFileSync(file, JSON.stringify({ AWSTemplateFormatVersion: '2010-09-09', Resources }));
  await expect(lint('eu-north-1', [file])).rejects.toThrow(/E3006/);
});
