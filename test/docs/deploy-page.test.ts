/** docs/deploy.md is followed to the letter: every command must exist as it is written. test/services/aws-walk.test.ts runs them. */
import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readOptions } from '../../infra/options.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { thresher } from '../cli/test-terminal.ts';
import { DEPLOY_COMMANDS, DEPLOY_CRAWL, LEFT_OUT, NOT_RUN, thresherArguments } from './deploy-commands.ts';

test('has commands of all steps', () => {
  const verbs = DEPLOY_COMMANDS.flatMap((command) => thresherArguments(command)?.[0] ?? []);
  expect(verbs).toEqual(['deploy', 'validate', 'crawl', 'status', 'recrawl', 'recrawl', 'deploy', 'destroy']);
});

test.each(DEPLOY_COMMANDS.filter(thresherArguments))('the command line accepts %s', async (command) => {
  // With --help a command parses all its arguments and does nothing.
  const { code, stderr } = await thresher([...thresherArguments(command)!, '--help']);
  expect([code, stderr]).toEqual([0, []]);
});

test('an option that does not exist is refused', async () => {
  expect(await thresher(['crawl', 'crawl.yaml', '--regoin', 'eu-north-1', '--help'])).toMatchObject({ code: 2 });
});

test.each(DEPLOY_COMMANDS.filter((command) => command.includes(' -c ')))(
  'the stack accepts the options of %s',
  (command) => {
    const context = Object.fromEntries(
      [...command.matchAll(/ -c (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(context).length).toBeGreaterThan(1);
    expect(readOptions(new App({ context }).node, 'eu-north-1')).toMatchObject({ search: context['search'] });
  },
);

test('the crawl.yaml is valid', () => {
  expect(readSettings(parse(DEPLOY_CRAWL))).toMatchObject({ crawl: 'plants', limits: { pages: 1_000 } });
});

test('the walk runs every command but those that it names', () => {
  const others = DEPLOY_COMMANDS.filter((command) => !thresherArguments(command) && !command.startsWith('npx cdk '));
  expect(others).toEqual(Object.keys(NOT_RUN));
  const parts = DEPLOY_COMMANDS.flatMap((command) => command.split(' && ').filter((part) => !part.startsWith('npx ')));
  expect(parts).toEqual([...Object.keys(NOT_RUN), ...Object.keys(LEFT_OUT)]);
});
