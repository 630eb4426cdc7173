import type { Terminal } from '../output/terminal.ts';
import type { Deployment } from './deployment.ts';
import { targetArguments } from './follow-crawl.ts';

/** Prints what users can do with a stack that was deployed. @param crawl that has been started in it. Undefined: none */
export function printNextSteps(
  { stack, region, outputs, context }: Deployment,
  crawl: string | undefined,
  terminal: Terminal,
): void {
  const here = `--stack ${stack} --region ${region}`;
  terminal.out(`Stack ${stack} (${region}) is deployed: ${outputs['ApiUrl']}`);
  if (outputs['Budget']) terminal.err(`budgetUsd: ${outputs['Budget']}`);
  if (outputs['SearchRoles'])
    terminal.err(`The access policy of the search engine must allow these roles: ${outputs['SearchRoles']}`);
  if (crawl === undefined) terminal.out(`  npx thresher crawl https://example.org/ --target aws ${here}`);
  else {
    terminal.out(`Crawl ${crawl} starts within a minute and runs by itself.`);
    terminal.out(`  npx thresher status ${targetArguments({ stack, region }, crawl)}`);
  }
  if (context?.['search'] !== 'none') terminal.out(`  npx thresher search WORDS --target aws ${here}`);
  terminal.out(`  npx thresher destroy ${here}`);
  if (!outputs['Dashboard']) return;
  const email = context?.['alarmEmail'];
  terminal.out(`Alarms and newest errors: ${outputs['Dashboard']}`);
  terminal.out(
    email
      ? `Alarms are mailed to ${email}, once the mail from AWS with the subject "Subscription Confirmation" is answered.`
      : `No address gets the alarms. To add one: npx thresher deploy ${here} -c alarmEmail=ADDRESS`,
  );
}
