import { expect, test } from 'vitest';
import { onDynamo, testDynamoRuns } from './dynamo-runs.ts';
import { simulate, USUAL } from './simulate.ts';

testDynamoRuns({ usual: [0, 9], learned: [0], lostAnswers: [0] });

test('replays a run with the frontier in DynamoDB from its seed', async () => {
  const trial = onDynamo({ rates: USUAL, untilS: 3_000 });
  expect(await simulate(7, trial)).toEqual(await simulate(7, trial));
});
