/**
 * Follows docs/deploy.md in an emulator: runs the indented commands of the page in their order. `LEFT_OUT` and `NOT_RUN` name the
 * others. The commands are changed where an emulator cannot do as they say:
 * - `search=domain` is `search=none`, because the emulator creates no domain. aws-drill.test.ts deploys with a search engine.
 * - The crawl is of a small local web instead of example.org.
 * - Questions are answered with `--yes`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { findCdk } from '../../cli/aws/cdk.ts';
import { DEPLOY_COMMANDS, DEPLOY_CRAWL, NOT_RUN, thresherArguments } from '../docs/deploy-commands.ts';
import { type SmallWeb, startSmallWeb } from '../flow/small-web.ts';
import { type Account, openAccount, successfulOutput } from './drill/account.ts';
import { KEYS } from './engines/recipes.ts';

const SITE = 'http://sundew.test/';
/** Commands that ask before they start. */
const ASKING = ['deploy', 'destroy'];

let account: Account;
let web: SmallWeb;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', KEYS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', KEYS.secretAccessKey);
  [account, web] = await Promise.all([openAccount(), startSmallWeb()]);
  const { network, politeness } = parse(readFileSync(web.crawlFile, 'utf8')) as Record<string, unknown>;
  const own = { ...(parse(DEPLOY_CRAWL) as object), seeds: [SITE], scope: 'host', network, politeness };
  writeFileSync(join(account.dir, 'crawl.yaml'), stringify(own));
}, 600_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([account?.close(), web?.close()]);
});

const changed = (command: string) =>
  command.replace('search=domain', 'search=none').replace('https://example.org/', SITE);

/** Runs a command of the page. @returns its standard output */
async function run(command: string): Promise<string> {
  const args = thresherArguments(changed(command));
  if (!args) return runCdk(changed(command).split(' ').slice(2));
  return successfulOutput(await account.thresher(...args, ...(ASKING.includes(args[0]!) ? ['--yes'] : [])));
}

function runCdk(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [findCdk(), ...args], {
    env: account.env,
    encoding: 'utf8',
  });
  return successfulOutput({ code: status, out: `${stdout}${stderr}`, err: '' });
}

/** What the output of each command must contain, in the order of the page. */
const EXPECTED = [
  /AWS::DynamoDB::Table/,
  /Stack Thresher \(eu-north-1\) is deployed/,
  /crawl plants, 1 seed/,
  /Crawl plants in stack Thresher \(eu-north-1\): nothing is left to fetch/,
  /state +done/,
  /1 host is due now/,
  /1 host is due now|no known pages at/,
  /Stack Thresher \(eu-north-1\) is deployed/,
  /aws s3 rb s3:\/\//,
];

test('the commands of docs/deploy.md lead from an empty account to a crawl and back', {
  timeout: 1_500_000,
}, async () => {
  const commands = DEPLOY_COMMANDS.filter((command) => !(command in NOT_RUN));
  expect(commands).toHaveLength(EXPECTED.length);
  for (const [i, command] of commands.entries()) {
    const began = performance.now();
    const output = await run(command);
    process.stdout.write(`walk: ${command}: ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
    expect(output, command).toMatch(EXPECTED[i]!);
  }
});
