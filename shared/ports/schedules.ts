/**
 * Starts recrawls at set times, also while no crawl is running.
 *
 * Adapters: `aws/event-schedules.ts`; `local/sqlite-schedules.ts`, which a runner polls for due schedules.
 */
export interface Schedules {
  /** Creates or replaces a schedule. Each call carries the crawl, the name of the schedule and the due time. */
  put(schedule: CrawlSchedule): Promise<void>;

  /** Removes a schedule. Does nothing if it does not exist. */
  remove(key: ScheduleKey): Promise<void>;

  /** Repeats a call once, unchanged, at the given time (epoch milliseconds), to continue its work. Idempotent. */
  scheduleContinuation(call: ScheduledCall, when: number): Promise<void>;
}

/** Identifies a schedule. Names are unique within a crawl. */
export type ScheduleKey = { crawl: string; name: string };

/** A schedule of a crawl, without the action that it starts. */
export type CrawlSchedule = ScheduleKey & {
  /** A valid `rate(…)` or `cron(…)` (`settings/schedules/schedule.ts`). */
  at: string;
  /** IANA name of the time zone of a cron. */
  timezone: string;
};

/**
 * Message of a schedule. `at`: due time in ISO 8601, or any other text if the caller does not know it. `after`: the call
 * continues an earlier one after this host.
 */
export type ScheduledCall = { scheduled: ScheduleKey & { at: string; after?: string } };

/** Message of the daily schedule of a stack: sends objects again whose messages expired, and deletes old settings. */
export type DailyCall = { resend: true };
