import { Stack } from 'aws-cdk-lib';
import { Effect, Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';

/**
 * Where `admin` makes the schedules of crawls at run time: a group, with which they go when the stack goes, and the role in
 * whose name the service calls `admin` back, and nothing else.
 */
export class CrawlSchedules extends Construct {
  readonly environment: { SCHEDULE_GROUP: string; SCHEDULE_ROLE_ARN: string };
  /** Of every schedule of the group. */
  readonly schedulesArn: string;
  readonly roleArn: string;
  private readonly role: Role;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    new CfnScheduleGroup(this, 'Group', { name });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    this.roleArn = this.role.roleArn;
    this.schedulesArn = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${name}/*`,
    });
    this.environment = { SCHEDULE_GROUP: name, SCHEDULE_ROLE_ARN: this.roleArn };
  }

  /** A policy of its own: the function knows the role, so the role must not know the function. */
  mayCall(handler: Handler): void {
    const call = new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['lambda:InvokeFunction'],
      resources: [handler.lambda.functionArn],
    });
    new Policy(this, 'Call', { roles: [this.role], statements: [call] });
  }
}
