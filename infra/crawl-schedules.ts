import { Stack } from 'aws-cdk-lib';
import { Effect, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import { ownScheduler } from './own-scheduler.ts';

/**
 * The schedule group in which `admin` creates the schedules of crawls at run time, and the role with which the scheduler calls
 * `admin`. The schedules are deleted with the group. The role allows nothing else.
 */
export class CrawlSchedules extends Construct {
  readonly environment: { SCHEDULE_GROUP: string; SCHEDULE_ROLE_ARN: string };
  /** ARN pattern of all schedules of the group. */
  readonly schedulesArn: string;
  readonly roleArn: string;
  private readonly role: Role;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    new CfnScheduleGroup(this, 'Group', { name });
    this.role = new Role(this, 'Role', { assumedBy: ownScheduler(this) });
    this.roleArn = this.role.roleArn;
    this.schedulesArn = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${name}/*`,
    });
    this.environment = { SCHEDULE_GROUP: name, SCHEDULE_ROLE_ARN: this.roleArn };
  }

  /** Adds a separate policy: the function depends on the role, so the role must not depend on the function. */
  allowToCall(handler: Handler): void {
    const call = new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['lambda:InvokeFunction'],
      resources: [handler.lambda.functionArn],
    });
    new Policy(this, 'Call', { roles: [this.role], statements: [call] });
  }
}
