import { CreateScheduleGroupCommand, GetScheduleCommand, ListSchedulesCommand } from '@aws-sdk/client-scheduler';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdminPorts, administer } from '../../functions/admin/administer.ts';
import { schedulerClient } from '../../shared/aws/clients.ts';
import { continuationName, eventBridgeSchedules, scheduleName } from '../../shared/aws/event-schedules.ts';
import { noIndex } from '../../shared/aws/opensearch/no-index.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../shared/local/system.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { memoryObjects } from '../memory-objects.ts';
import { engine, localClientOptions, uniqueTestName } from './engines/engine.ts';

const TARGET = 'arn:aws:lambda:us-east-1:000000000000:function:admin';
const ROLE = 'arn:aws:iam::000000000000:role/caller';
const KEY = { crawl: 'plants', name: 'weekly' };

describe('Schedules in ministack', () => {
  let client: ReturnType<typeof schedulerClient>;
  let group: string;
  let schedules: Schedules;
  beforeAll(async () => {
    client = schedulerClient(localClientOptions(await engine('ministack')));
    group = uniqueTestName('group');
    await client.send(new CreateScheduleGroupCommand({ Name: group }));
    schedules = eventBridgeSchedules(client, { group, target: TARGET, role: ROLE });
  }, 900_000);

  const listNames = async () => {
    const { Schedules: found = [] } = await client.send(new ListSchedulesCommand({ GroupName: group }));
    return found.map(({ Name }) => Name);
  };
  const get = (key: typeof KEY) => client.send(new GetScheduleCommand({ GroupName: group, Name: scheduleName(key) }));

  test('put creates a schedule and replaces an existing one', async () => {
    await schedules.put({ ...KEY, at: 'rate(7 days)', timezone: 'UTC' });
    expect(await get(KEY)).toMatchObject({
      ScheduleExpression: 'rate(7 days)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: TARGET, RoleArn: ROLE },
    });
    await schedules.put({ ...KEY, at: 'cron(0 4 ? * MON *)', timezone: 'Europe/Stockholm' });
    const changed = await get(KEY);
    expect(changed).toMatchObject({
      ScheduleExpression: 'cron(0 4 ? * MON *)',
      ScheduleExpressionTimezone: 'Europe/Stockholm',
      Target: { Arn: TARGET, RoleArn: ROLE },
    });
    expect(JSON.parse(changed.Target!.Input!)).toEqual({
      scheduled: { ...KEY, at: '<aws.scheduler.scheduled-time>' },
    });
  });

  test('scheduleContinuation schedules a single continuation, and a second call moves it', async () => {
    const call = { scheduled: { ...KEY, at: '2030-01-01T00:00:00.000Z', after: 'h.example' } };
    await schedules.put({ ...KEY, at: 'rate(7 days)', timezone: 'UTC' });
    for (const minute of [1, 2]) await schedules.scheduleContinuation(call, Date.UTC(2030, 0, 1, 0, minute));
    const made = await client.send(new GetScheduleCommand({ GroupName: group, Name: continuationName(KEY) }));
    expect(made).toMatchObject({
      ScheduleExpression: 'at(2030-01-01T00:02:00)',
      Target: { Arn: TARGET, RoleArn: ROLE },
    });
    expect(JSON.parse(made.Target!.Input!)).toEqual(call);
    expect(await get(KEY)).toMatchObject({ ScheduleExpression: 'rate(7 days)' });
  });

  test('remove deletes a schedule and ignores a missing one', async () => {
    await schedules.put({ ...KEY, at: 'rate(7 days)', timezone: 'UTC' });
    await schedules.remove(KEY);
    await schedules.remove(KEY);
    expect(await listNames()).not.toContain(scheduleName(KEY));
  });

  test('admin creates schedules with a crawl, updates them with its settings, and removes them when it is stopped', async () => {
    const db = openDatabase(':memory:');
    const stores = {
      control: sqliteControl(db),
      frontier: sqliteFrontier(db),
      robots: sqliteRobotsStore(db),
      objects: memoryObjects(),
    };
    const ports: AdminPorts = { ...stores, index: noIndex, clock: systemClock, schedules };
    const ask = (request: unknown) => administer(request, ports, 'host');
    const create = (...names: string[]) => {
      const list = names.map((name) => ({ name, run: 'recrawl', at: 'rate(1 day)' }));
      return ask({ action: 'create', settings: { crawl: 'moss', seeds: ['http://a.example/'], schedules: list } });
    };
    const own = async () => (await listNames()).filter((name) => name?.startsWith('moss.')).sort();
    const named = (...names: string[]) => names.map((name) => scheduleName({ crawl: 'moss', name })).sort();

    expect((await create('one', 'two')).status).toBe(200);
    expect(await own()).toEqual(named('one', 'two'));
    expect((await create('two', 'three')).status).toBe(200);
    expect(await own()).toEqual(named('two', 'three'));
    expect((await ask({ action: 'stop', crawl: 'moss' })).status).toBe(200);
    expect(await own()).toEqual([]);
    expect((await ask({ action: 'resume', crawl: 'moss' })).status).toBe(200);
    expect(await own()).toEqual(named('two', 'three'));
  });
});
