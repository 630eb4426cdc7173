import { createHash } from 'node:crypto';
import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import type { ScheduledCall, ScheduleKey, Schedules } from '../ports/schedules.ts';

/** The schedule group of the stack, the ARN of the function that schedules call, and the role that may call it. */
export type ScheduleInvocation = { group: string; target: string; role: string };

/** Retries of a failed call, and its maximum age. */
const RETRY_POLICY = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3_600 };

/** Placeholder that the service replaces by the scheduled time: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html */
const SCHEDULED_TIME = '<aws.scheduler.scheduled-time>';

/** Keeps schedules in EventBridge Scheduler: it calls the target at their times, and deletes one-time schedules after their call. */
export function eventBridgeSchedules(client: SchedulerClient, { group, target, role }: ScheduleInvocation): Schedules {
  const write = async (timing: ScheduleTiming, call: ScheduledCall) => {
    const schedule: CreateScheduleCommandInput = {
      ...timing,
      GroupName: group,
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: target, RoleArn: role, Input: JSON.stringify(call), RetryPolicy: RETRY_POLICY },
    };
    try {
      await client.send(new CreateScheduleCommand(schedule));
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
      await client.send(new UpdateScheduleCommand(schedule));
    }
  };
  return {
    put: ({ crawl, name, at, timezone }) =>
      write(
        { Name: scheduleName({ crawl, name }), ScheduleExpression: at, ScheduleExpressionTimezone: timezone },
        { scheduled: { crawl, name, at: SCHEDULED_TIME } },
      ),

    scheduleContinuation: (call, when) =>
      write(
        {
          Name: continuationName(call.scheduled),
          // The service expects UTC with a precision of seconds: https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#one-time
          ScheduleExpression: `at(${new Date(when).toISOString().slice(0, 19)})`,
          ActionAfterCompletion: 'DELETE',
        },
        call,
      ),

    async remove(key) {
      try {
        await client.send(new DeleteScheduleCommand({ GroupName: group, Name: scheduleName(key) }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}

type ScheduleTiming = Pick<
  CreateScheduleCommandInput,
  'Name' | 'ScheduleExpression' | 'ScheduleExpressionTimezone' | 'ActionAfterCompletion'
>;

/** Name of the one-time schedule that continues a call. Names in settings are lower-case, so it is unique. */
export const continuationName = ({ crawl, name }: ScheduleKey): string =>
  scheduleName({ crawl, name: `${name}.GO-ON` });

/** A name has at most 64 characters. The hash separates names with the same first 55, and `a.b` + `c` from `a` + `b.c`. */
export function scheduleName({ crawl, name }: ScheduleKey): string {
  const digest = createHash('sha256').update(`${crawl}\0${name}`).digest('hex').slice(0, 8);
  return `${`${crawl}.${name}`.slice(0, 55)}-${digest}`;
}
