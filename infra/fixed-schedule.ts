import { Effect, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import { ownScheduler } from './own-scheduler.ts';

export interface FixedScheduleProps {
  readonly target: Handler;
  /** For example `rate(1 minute)`. */
  readonly rate: string;
  /** Event of the call; absent: that of the scheduler. */
  readonly input?: object;
}

/**
 * Calls a function at a fixed rate, without retries: the next call catches up. Uses the L1 construct, since the target class of
 * the CDK grants access to every version of the function by a wildcard.
 */
export class FixedSchedule extends Construct {
  constructor(scope: Construct, id: string, { target, rate, input }: FixedScheduleProps) {
    super(scope, id);
    const invoke = new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['lambda:InvokeFunction'],
      resources: [target.lambda.functionArn],
    });
    const role = new Role(this, 'Role', {
      assumedBy: ownScheduler(this),
      inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
    });
    new CfnSchedule(this, 'Schedule', {
      scheduleExpression: rate,
      scheduleExpressionTimezone: 'UTC',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: target.lambda.functionArn,
        roleArn: role.roleArn,
        retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
        ...(input && { input: JSON.stringify(input) }),
      },
    });
  }
}
