import { placesOf } from '../../shared/net/secrets.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { type RunCdk, runCdk } from '../aws/cdk.ts';
import { stackContext } from '../aws/context.ts';
import { whereIs } from '../aws/crawl.ts';
import { createCrawl } from '../aws/create.ts';
import { deployStack, patiently } from '../aws/deploy.ts';
import { type Deployment, notedDeployment } from '../aws/deployment.ts';
import { type OpenAws, openAwsLate } from '../aws/target.ts';
import { type Command, command, DEFAULT_DIR, DIR, EXIT, UsageError } from '../command.ts';
import { isCrawlFile } from '../crawl-job.ts';
import { loadCrawlFile } from '../load-crawl.ts';
import type { Terminal } from '../output/terminal.ts';

const ABOUT = `Puts the crawler into an AWS account, or brings one that is there up to date; what was gathered stays. With a crawl.yaml,
its crawl is made there and begins. What the stack is to be (region, search engine, copies of functions) stands under
\`aws:\` in the crawl.yaml or in the options; docs/aws.md lists it. What is not said stays as it was. It asks before it
does anything that costs money.`;

export type Tools = { openAws: OpenAws; cdk: RunCdk };

/** @param tools what reaches out; tests hand in their own. */
export function deployWith({ openAws, cdk }: Tools): Command {
  return command({
    name: 'deploy',
    usage: ['[crawl.yaml] [--stack NAME] [--region REGION] [--search KIND] [-c NAME=VALUE …] [--yes]'],
    about: ABOUT,
    options: {
      stack: { type: 'string', value: 'NAME', help: 'name of the stack (default: Thresher)' },
      region: {
        type: 'string',
        value: 'REGION',
        help: 'where, such as eu-north-1 (default: as AWS_REGION or the profile says)',
      },
      search: { type: 'string', value: 'KIND', help: 'domain (default), serverless, external or none' },
      context: {
        type: 'string',
        multiple: true,
        short: 'c',
        value: 'NAME=VALUE',
        help: 'any other option of the stack',
      },
      yes: { type: 'boolean', short: 'y', help: 'do not ask' },
      dir: { ...DIR, help: 'where the addresses of the stack are noted (default: .thresher)' },
    },
    examples: [
      ['thresher deploy crawl.yaml', 'the stack, and the crawl in it'],
      [
        'thresher deploy --stack Plants --search none --region eu-north-1',
        'an archive without search, and no crawl yet',
      ],
      ['thresher deploy crawl.yaml -c maxFetch=40 -c alarmEmail=me@example.org --yes', 'more workers; for a script'],
    ],
    async run({ operands, options }, terminal) {
      const settings = await settingsOf(operands);
      const { dir = DEFAULT_DIR, yes = false } = options;
      const plugins = settings?.plugins.join(',');
      const secrets = settings && secretsOf(settings);
      const said = { ...settings?.aws, ...(plugins && { plugins }), ...(secrets && { secrets }) };
      const noted = await notedDeployment(dir, stackContext(said, options).stackName, options.region ?? said.region);
      const context = stackContext(said, options, noted?.context);
      const aws = await openAws({ region: options.region ?? said.region ?? noted?.region, env: terminal.env });
      const deployed = await deployStack(context, { aws, cdk, terminal, dir, yes });
      if (typeof deployed === 'number') return deployed;
      if (settings) await patiently(() => createCrawl({ ...deployed, aws }, settings, terminal));
      tellNext(deployed, settings?.crawl, context['search'] !== 'none', terminal);
      return EXIT.done;
    },
  });
}

export const deployCommand = deployWith({ openAws: openAwsLate, cdk: runCdk });

/** What the stack's function must be let read, with commas between. */
function secretsOf({ aws, fetch }: Settings): string {
  const own = placesOf(fetch).flatMap((place) => (place.startsWith('secret:') ? place.slice('secret:'.length) : []));
  return [...(aws?.secrets ? [aws.secrets] : []), ...own].join(',');
}

async function settingsOf(operands: readonly string[]): Promise<Settings | undefined> {
  const [file, ...more] = operands;
  if (file === undefined) return undefined;
  if (more.length > 0 || !isCrawlFile(file)) throw new UsageError('thresher deploy: give one crawl.yaml, or nothing');
  return loadCrawlFile(file);
}

function tellNext(
  { stack, region, outputs }: Deployment,
  crawl: string | undefined,
  search: boolean,
  terminal: Terminal,
): void {
  const here = `--stack ${stack} --region ${region}`;
  terminal.out(`Stack ${stack} (${region}) is there: ${outputs['ApiUrl']}`);
  if (crawl === undefined) terminal.out(`  npx thresher crawl https://example.org/ --target aws ${here}`);
  else {
    terminal.out(`Crawl ${crawl} begins within a minute, and needs nobody to look on.`);
    terminal.out(`  npx thresher status ${whereIs({ stack, region }, crawl)}`);
  }
  if (search) terminal.out(`  npx thresher search WORDS --target aws ${here}`);
  terminal.out(`  npx thresher destroy ${here}`);
}
