/**
 * Recrawls that are begun at set times by something that goes on while no crawl does.
 *
 * Adapters: `aws/event-schedules.ts`; `local/sqlite-schedules.ts`, which a runner has to ask what is due.
 */
export interface Schedules {
  /** Makes it, or changes it to this. It then calls with its crawl, its name and the time at which it was due. */
  put(schedule: CrawlSchedule): Promise<void>;

  /** One that is not there is passed over. */
  remove(key: ScheduleKey): Promise<void>;

  /** Has a call of a schedule gone on with: once more, at this time (epoch ms), with all that it says. Safe to repeat. */
  goOn(call: ScheduledCall, when: number): Promise<void>;
}

/** Names are unique within their crawl. */
export type ScheduleKey = { crawl: string; name: string };

export type CrawlSchedule = ScheduleKey & {
  /** `rate(…)` or `cron(…)`, as `settings/schedule.ts` checks them. */
  at: string;
  /** IANA name of the zone that a cron counts in. */
  timezone: string;
};

/**
 * What a schedule calls with. `at`: when it was due, ISO 8601; whoever cannot tell leaves something else there.
 * `after`: the call goes on with that of its time, behind this host.
 */
export type ScheduledCall = { scheduled: ScheduleKey & { at: string; after?: string } };
