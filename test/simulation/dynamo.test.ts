import { testDynamoRuns } from './dynamo-runs.ts';

testDynamoRuns({ lostAnswers: [0] });
