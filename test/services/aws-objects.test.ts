import { beforeAll, describe } from 'vitest';
import { s3Client } from '../../shared/aws/clients.ts';
import { objectsContract } from '../contracts/objects.contract.ts';
import { engine, localClientOptions } from './engines/engine.ts';
import type { EngineName } from './engines/recipes.ts';
import { openObjects } from './engines/stores.ts';

describe.each<EngineName>(['s3', 'ministack'])('Objects in %s', (name) => {
  let client: ReturnType<typeof s3Client>;
  beforeAll(async () => {
    client = s3Client(localClientOptions(await engine(name)));
  }, 900_000);

  objectsContract(() => openObjects(client));
});
