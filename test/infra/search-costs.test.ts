import { expect, test } from 'vitest';
import { searchMonths, searchWords, VOLUME_GB } from '../../cli/aws/search-costs.ts';
import { money } from '../../shared/meter/bill.ts';
import { domainMonth } from '../../shared/meter/idle-cost.ts';
import { STANDING } from '../../shared/meter/prices.ts';
import { KINDS, synthesise } from './stack.ts';

test('what deploy and cost say of a domain is the price of the domain that the stack makes', () => {
  const { Properties } = synthesise(KINDS.domain).all('AWS::OpenSearchService::Domain')[0]![1];
  expect(Properties).toMatchObject({ EBSOptions: { VolumeSize: VOLUME_GB }, ClusterConfig: { InstanceCount: 1 } });
  const month = domainMonth(VOLUME_GB);
  expect(searchMonths().domainMonth).toBe(month);
  expect(searchWords('domain')).toContain(`about $${Math.round(month)} a month`);
});

test('a collection is told by the price of its units', () => {
  expect(searchWords('serverless')).toContain(`${money(STANDING.serverlessUnitHour.usd)} an hour`);
});
