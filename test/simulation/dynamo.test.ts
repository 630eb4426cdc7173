import { testDynamoRuns } from './dynamo-runs.ts';

testDynamoRuns({ usual: [0], lostAnswers: [0] });
