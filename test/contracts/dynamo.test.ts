import { memoryDynamo } from '../aws/dynamo/memory-dynamo.ts';
import { dynamoContracts } from './dynamo-suites.ts';

dynamoContracts(async () => memoryDynamo(), [['DynamoDB is in memory', {}]]);
