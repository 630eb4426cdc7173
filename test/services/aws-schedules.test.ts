import { CreateScheduleGroupCommand, GetScheduleCommand, ListSchedulesCommand } from '@aws-sdk/client-scheduler';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdminPorts, administer } from '../../functions/admin/administer.ts';
import { schedulerClient } from '../../shared/aws/clients.ts';
import { eventSchedules, goOnName, scheduleName } from '../../shared/aws/event-schedules.ts';
import { noIndex } from '../../shared/aws/opensearch/no-index.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { systemClock } from '../../shared/local/system.ts';
import type { Schedules } from '../../shared/ports/schedules.ts';
import { memoryObjects } from '../memory-objects.ts';
import { engine, ownName, standIn } from './engines/engine.ts';

const TARGET = 'arn:aws:lambda:us-east-1:000000000000:function:admin';
const ROLE = 'arn:aws:iam::000000000000:role/caller';
const KEY = { crawl: 'plants', name: 'weekly' };

describe('Schedules in ministack', () => {
  let client: ReturnType<typeof schedulerClient>;
  let group: string;
  let schedules: Schedules;
  beforeAll(async () => {
    client = schedulerClient(standIn(await engine('ministack')));
    group = ownName('group');
    await client.send(new CreateScheduleGroupCommand({ Name: group }));
    schedules = eventSchedules(client, { group, target: TARGET, role: ROLE });
  }, 900_000);

  const there = async () => {
    const { Schedules: found = [] } = await client.send(new ListSchedulesCommand({ GroupName: group }));
    return found.map(({ Name }) => Name);
  };
  const get = (key: typeof KEY) => client.send(new GetScheduleCommand({ GroupName: group, Name: scheduleName(key) }));

  test('one is made, and changed by making it again', async () => {
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

  test('a call is gone on with once, and going on again moves it', async () => {
    const call = { scheduled: { ...KEY, at: '2030-01-01T00:00:00.000Z', after: 'h.example' } };
    await schedules.put({ ...KEY, at: 'rate(7 days)', timezone: 'UTC' });
    for (const minute of [1, 2]) await schedules.goOn(call, Date.UTC(2030, 0, 1, 0, minute));
    const made = await client.send(new GetScheduleCommand({ GroupName: group, Name: goOnName(KEY) }));
    expect(made).toMatchObject({
      ScheduleExpression: 'at(2030-01-01T00:02:00)',
      Target: { Arn: TARGET, RoleArn: ROLE },
    });
    expect(JSON.parse(made.Target!.Input!)).toEqual(call);
    expect(await get(KEY)).toMatchObject({ ScheduleExpression: 'rate(7 days)' });
  });

  test('one is removed, and removing what is not there is no fault', async () => {
    await schedules.put({ ...KEY, at: 'rate(7 days)', timezone: 'UTC' });
    await schedules.remove(KEY);
    await schedules.remove(KEY);
    expect(await there()).not.toContain(scheduleName(KEY));
  });

  test('admin makes them with a crawl, changes them with its settings, and removes them when it is stopped', async () => {
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
    const own = async () => (await there()).filter((name) => name?.startsWith('moss.')).sort();
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
