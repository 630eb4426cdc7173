import { Stack } from 'aws-cdk-lib';
import { type IPrincipal, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';

/**
 * Returns EventBridge Scheduler as the principal that may assume a role, for schedules of this account only: another account could otherwise
 * name the role in a schedule of its own.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
 */
export const ownScheduler = (scope: IConstruct): IPrincipal =>
  new ServicePrincipal('scheduler.amazonaws.com', {
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  });
