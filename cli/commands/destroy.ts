import { runCdk } from '../aws/cdk.ts';
import { confirm } from '../aws/confirm.ts';
import { contextArguments } from '../aws/context.ts';
import { reportCdkFailure } from '../aws/deploy.ts';
import { forgetDeployment, loadDeployment, refuseOtherAccount, resolveStackName } from '../aws/deployment.ts';
import { loadAws } from '../aws/target.ts';
import { type Command, command, DEFAULT_DIR, DIR_OPTION, EXIT, UsageError } from '../command.ts';
import type { DeployDependencies } from './deploy.ts';

const ABOUT = `Deletes a stack: its functions, queues, schedules and search engine, and their cost. The buckets and tables with pages,
records and the state of crawls are kept, unless the stack was deployed with keepData=false. The command lists what is kept
and how to delete it.`;

/**
 * Creates the command.
 *
 * @param dependencies access to AWS and the CDK; tests pass their own
 */
export function createDestroyCommand({ openAws, cdk }: DeployDependencies): Command {
  return command({
    name: 'destroy',
    usage: ['[--stack NAME] [--region REGION] [--yes]'],
    about: ABOUT,
    options: {
      stack: { type: 'string', value: 'NAME', help: 'name of the stack (default: the one deployed from this folder)' },
      region: { type: 'string', value: 'REGION', help: 'AWS region of the stack, such as eu-north-1' },
      yes: { type: 'boolean', short: 'y', help: 'do not ask for confirmation' },
      dir: { ...DIR_OPTION, help: 'folder that keeps the outputs of the stack (default: .thresher)' },
    },
    examples: [
      ['thresher destroy', 'Delete the stack deployed from this folder, after a confirmation'],
      ['thresher destroy --stack Plants --region eu-north-1 --yes', 'Delete any stack of the account, from a script'],
    ],
    async run({ operands, options }, terminal) {
      if (operands.length > 0)
        throw new UsageError(`thresher destroy: ${operands[0]}: unexpected argument; name the stack with --stack`);
      const { dir = DEFAULT_DIR } = options;
      const stack = resolveStackName(dir, options.stack);
      const saved = await loadDeployment(dir, stack, options.region);
      const aws = await openAws({ region: options.region ?? saved?.region, env: terminal.env });
      const { describeStack, listRetainedResources: retainedBy } = await import('../aws/services.ts');
      const found = await describeStack(aws, stack);
      if (!found)
        throw new UsageError(`there is no stack ${stack} in ${aws.region}; name it with --stack and --region`);
      if (saved) await refuseOtherAccount(dir, stack, found.account);
      const kept = await retainedBy(aws, stack);

      terminal.err(`Stack ${stack} in ${aws.region} will be deleted; ${kept.length} buckets and tables are kept.`);
      if (!options.yes && !(await confirm('Destroy it?', terminal))) {
        terminal.err('thresher destroy: not confirmed, nothing was deleted (--yes skips the question)');
        return EXIT.usage;
      }
      const env = { ...terminal.env, AWS_REGION: aws.region };
      const code = await cdk(['destroy', stack, '--force', ...contextArguments(destroyContext(stack))], env);
      if (code !== 0) return reportCdkFailure('destroy', code, terminal);
      await forgetDeployment(dir, stack);
      for (const line of retainedLines(stack, kept, aws.region)) terminal.out(line);
      return EXIT.done;
    },
  });
}

export const destroyCommand = createDestroyCommand({ openAws: loadAws, cdk: runCdk });

type RetainedResource = { type: string; physicalId: string };

/**
 * Context for `cdk destroy`. The CDK builds the template to find the stack by its name; the search engine does not
 * matter for that.
 */
const destroyContext = (stackName: string) => ({ stackName, search: 'none' });

/** Formats the retained resources as commands that delete them. */
function retainedLines(stack: string, kept: readonly RetainedResource[], region: string): string[] {
  if (kept.length === 0) return [`Stack ${stack} is deleted, with all its data.`];
  const lines = kept.map(({ type, physicalId }) => {
    const remove = REMOVE_COMMANDS[type]?.(physicalId);
    return `  ${remove ? `${remove} --region ${region}` : `${type} ${physicalId}`}`;
  });
  return [`Stack ${stack} is deleted. Its data is kept and its storage is billed. To delete the data too:`, ...lines];
}

const REMOVE_COMMANDS: Record<string, (id: string) => string> = {
  'AWS::S3::Bucket': (id) => `aws s3 rb s3://${id} --force`,
  'AWS::DynamoDB::Table': (id) => `aws dynamodb delete-table --table-name ${id}`,
};
