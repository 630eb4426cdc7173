import { readFileSync } from 'node:fs';

const PAGE = readFileSync('docs/deploy.md', 'utf8');

/** The indented blocks of docs/deploy.md without their indentation. */
const BLOCKS = [...PAGE.matchAll(/(?:^|\n\n)((?: {4}.*\n)+)/g)].map(([, block]) => block!.replaceAll(/^ {4}/gm, ''));

/** Programs that the commands of the page start with. */
const PROGRAMS = /^(?:npx|aws|git|npm) /;

/** The indented commands of docs/deploy.md in the order of the page, without comments. */
export const DEPLOY_COMMANDS: readonly string[] = BLOCKS.flatMap((block) => block.split('\n'))
  .filter((line) => PROGRAMS.test(line))
  .map((line) => line.replace(/ #.*/, '').replaceAll(/ {2,}/g, ' ').trim());

/** The crawl.yaml of docs/deploy.md, as YAML. */
export const DEPLOY_CRAWL = BLOCKS.find((block) => block.startsWith('crawl:')) ?? '';

/** Returns the arguments of `npx thresher` in a command that may have further parts (`a && b`). Undefined: it has none. */
export function thresherArguments(command: string): string[] | undefined {
  const [part] = command.split(' && ').filter((one) => one.startsWith('npx thresher '));
  return part?.split(' ').slice(2);
}

/** Commands of the page that the walk in an emulator does not run, with the reason. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions --region eu-north-1':
    'needs the AWS command line; `deploy` reads the same quota',
};

/** Parts of commands that the walk leaves out, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'git pull': 'would change the checkout under test',
  'npm ci': 'would replace the modules of the running test',
};
