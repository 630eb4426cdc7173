import { runCdk } from '../aws/cdk.ts';
import { confirm } from '../aws/confirm.ts';
import { contextArguments } from '../aws/context.ts';
import { failed } from '../aws/deploy.ts';
import { forgetDeployment, notedDeployment, stackName } from '../aws/deployment.ts';
import { openAwsLate } from '../aws/target.ts';
import { type Command, command, DEFAULT_DIR, DIR, EXIT, UsageError } from '../command.ts';
import type { Tools } from './deploy.ts';

const ABOUT = `Takes a stack away: its functions, queues, schedules and search engine, and so what it costs. Pages, records and the state
of crawls are kept in their buckets and tables, unless the stack was deployed with keepData=false; it says which, and how
they are removed.`;

/** @param tools what reaches out; tests hand in their own. */
export function destroyWith({ openAws, cdk }: Tools): Command {
  return command({
    name: 'destroy',
    usage: ['[--stack NAME] [--region REGION] [--yes]'],
    about: ABOUT,
    options: {
      stack: { type: 'string', value: 'NAME', help: 'which stack (default: the one deployed from here)' },
      region: { type: 'string', value: 'REGION', help: 'where it is, such as eu-north-1' },
      yes: { type: 'boolean', short: 'y', help: 'do not ask' },
      dir: { ...DIR, help: 'where the stack was noted when it was deployed (default: .thresher)' },
    },
    examples: [
      ['thresher destroy', 'the stack that was deployed from here; asks first'],
      ['thresher destroy --stack Plants --region eu-north-1 --yes', 'any stack of the account, for a script'],
    ],
    async run({ operands, options }, terminal) {
      if (operands.length > 0) throw new UsageError('thresher destroy: name the stack with --stack');
      const { dir = DEFAULT_DIR } = options;
      const stack = stackName(dir, options.stack);
      const noted = await notedDeployment(dir, stack, options.region);
      const aws = await openAws({ region: options.region ?? noted?.region, env: terminal.env });
      const { describeStack, retainedBy } = await import('../aws/services.ts');
      if (!(await describeStack(aws, stack))) throw new UsageError(`there is no stack ${stack} in ${aws.region}`);
      const kept = await retainedBy(aws, stack);

      terminal.err(`Stack ${stack} in ${aws.region} goes; ${kept.length} buckets and tables are kept.`);
      if (!options.yes && !(await confirm('Destroy it?', terminal))) {
        terminal.err('thresher destroy: nothing was done; --yes goes on without asking');
        return EXIT.usage;
      }
      const env = { ...terminal.env, AWS_REGION: aws.region };
      const code = await cdk(['destroy', stack, '--force', ...contextArguments(templateOf(stack))], env);
      if (code !== 0) return failed('destroy', code, terminal);
      await forgetDeployment(dir, stack);
      for (const line of keptLines(stack, kept, aws.region)) terminal.out(line);
      return EXIT.done;
    },
  });
}

export const destroyCommand = destroyWith({ openAws: openAwsLate, cdk: runCdk });

type Kept = { type: string; physicalId: string };

/** The CDK makes the template anew to find the stack by its name; which search engine it has does not matter for that. */
const templateOf = (stackName: string) => ({ stackName, search: 'none' });

/** What is kept, as commands that remove it. */
function keptLines(stack: string, kept: readonly Kept[], region: string): string[] {
  if (kept.length === 0) return [`Stack ${stack} is gone, with all that it held.`];
  const lines = kept.map(({ type, physicalId }) => {
    const remove = REMOVE[type]?.(physicalId);
    return `  ${remove ? `${remove} --region ${region}` : `${type} ${physicalId}`}`;
  });
  return [`Stack ${stack} is gone. These are kept, and cost what they store; to remove them too:`, ...lines];
}

const REMOVE: Record<string, (id: string) => string> = {
  'AWS::S3::Bucket': (id) => `aws s3 rb s3://${id} --force`,
  'AWS::DynamoDB::Table': (id) => `aws dynamodb delete-table --table-name ${id}`,
};
