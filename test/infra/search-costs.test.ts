import { expect, test } from 'vitest';
import { describeSearchCost, searchMonthlyCosts, VOLUME_GB } from '../../cli/aws/search-costs.ts';
import { formatUsd } from '../../shared/meter/bill.ts';
import { domainUsdPerMonth } from '../../shared/meter/idle-cost.ts';
import { TIME_PRICES } from '../../shared/meter/prices.ts';
import { SEARCH_OPTIONS, synthesise } from './stack.ts';

test('quotes the price of the domain that the stack creates', () => {
  const { Properties } = synthesise(SEARCH_OPTIONS.domain).all('AWS::OpenSearchService::Domain')[0]![1];
  expect(Properties).toMatchObject({ EBSOptions: { VolumeSize: VOLUME_GB }, ClusterConfig: { InstanceCount: 1 } });
  const month = domainUsdPerMonth(VOLUME_GB);
  expect(searchMonthlyCosts().domainMonth).toBe(month);
  expect(describeSearchCost('domain')).toContain(`about $${Math.round(month)} per month`);
});

test('quotes the price of a collection per unit', () => {
  expect(describeSearchCost('serverless')).toContain(`${formatUsd(TIME_PRICES.serverlessUnitHour.usd)} per hour`);
});
