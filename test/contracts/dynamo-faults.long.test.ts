import { memoryDynamo } from '../aws/dynamo/memory-dynamo.ts';
import { dynamoContracts, FAULTS } from './dynamo-suites.ts';

// `test/services/aws-dynamodb.test.ts` runs those of lost answers against DynamoDB Local.
dynamoContracts(async () => memoryDynamo(), FAULTS);
