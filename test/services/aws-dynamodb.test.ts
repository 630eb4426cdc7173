import { beforeAll, describe } from 'vitest';
import { dynamoClient, s3Client } from '../../shared/aws/clients.ts';
import { dynamoControl } from '../../shared/aws/dynamo/dynamo-control.ts';
import { dynamoFrontier } from '../../shared/aws/dynamo/dynamo-frontier.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import { dynamoRobotsStore } from '../../shared/aws/dynamo/dynamo-robots-store.ts';
import type { Objects } from '../../shared/ports/objects.ts';
import { callServer } from '../aws/dynamo/dynamo-transport.ts';
import { controlContract } from '../contracts/control.contract.ts';
import { dynamoContracts, FAULTS } from '../contracts/dynamo-suites.ts';
import { frontierContract } from '../contracts/frontier.contract.ts';
import { hostLockContract } from '../contracts/host-lock.contract.ts';
import { robotsStoreContract } from '../contracts/robots-store.contract.ts';
import { engine, localClientOptions } from './engines/engine.ts';
import type { EngineName } from './engines/recipes.ts';
import { openObjects } from './engines/stores.ts';
import { controlTable, frontierTables, locksTable, robotsTable } from './engines/tables.ts';

const SIDES: { tables: EngineName; objects: EngineName }[] = [
  { tables: 'dynamodb', objects: 's3' },
  { tables: 'ministack', objects: 'ministack' },
];

// The other faults are of calls, not of a server: `dynamo-faults.long.test.ts` runs them in memory.
const LOST = FAULTS.filter(([, { loses }]) => loses);

describe('DynamoDB Local with faults', () => dynamoContracts(async () => callServer(await engine('dynamodb')), LOST));

describe.each(SIDES)('$tables with objects in $objects', (side) => {
  let client: ReturnType<typeof dynamoClient>;
  let objects: Objects;
  beforeAll(async () => {
    client = dynamoClient(localClientOptions(await engine(side.tables)));
    objects = await openObjects(s3Client(localClientOptions(await engine(side.objects))));
  }, 900_000);

  describe('HostLock', () => hostLockContract(async () => dynamoHostLock(client, await locksTable(client))));

  describe('ControlStore', () => controlContract(async () => dynamoControl(client, await controlTable(client))));

  describe('RobotsStore', () =>
    robotsStoreContract(async () => dynamoRobotsStore(client, await robotsTable(client), objects)));

  describe('Frontier', () =>
    frontierContract(async () => dynamoFrontier(client, await frontierTables(client), objects)));
});
