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

/** Where the stack keeps its crawls' schedules, what they call, and the role in whose name they call it. */
export type SchedulePlace = { group: string; target: string; role: string };

/** A call that failed is repeated so often, and given up so long after its time. The next one comes by itself. */
const RETRY = { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3_600 };

/** The service puts the time in its place: https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html */
const DUE = '<aws.scheduler.scheduled-time>';

export function eventSchedules(client: SchedulerClient, { group, target, role }: SchedulePlace): Schedules {
  const write = async (own: Own, call: ScheduledCall) => {
    const schedule: CreateScheduleCommandInput = {
      ...own,
      GroupName: group,
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: target, RoleArn: role, Input: JSON.stringify(call), RetryPolicy: RETRY },
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
        { scheduled: { crawl, name, at: DUE } },
      ),

    goOn: (call, when) =>
      write(
        {
          Name: goOnName(call.scheduled),
          // In UTC, to the second: https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#one-time
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

type Own = Pick<
  CreateScheduleCommandInput,
  'Name' | 'ScheduleExpression' | 'ScheduleExpressionTimezone' | 'ActionAfterCompletion'
>;

/** Names of schedules are in lower case: that of one that goes on is no other's. */
export const goOnName = ({ crawl, name }: ScheduleKey): string => scheduleName({ crawl, name: `${name}.GO-ON` });

/** Names have 64 characters at most. The hash tells apart what is cut to the same, and `a.b` + `c` from `a` + `b.c`. */
export function scheduleName({ crawl, name }: ScheduleKey): string {
  const digest = createHash('sha256').update(`${crawl}\0${name}`).digest('hex').slice(0, 8);
  return `${`${crawl}.${name}`.slice(0, 55)}-${digest}`;
}
