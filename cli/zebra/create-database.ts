import { databaseWriter } from './record-batches.ts';
import { type Environment, type RegisterTarget, zebraidx } from './zebraidx.ts';

/**
 * Creates an empty database. It gets a record and loses it again: Zebra refuses to search a database by an attribute that none of its
 * records has had, and any other database together with it.
 *
 * @param complete a record with all elements that are indexed
 * @param deletion the record that deletes it
 * @throws ZebraError
 */
export async function createDatabase(
  database: string,
  { complete, deletion }: { complete: string; deletion: string },
  target: RegisterTarget,
  folder: string,
  env: Environment,
): Promise<void> {
  await zebraidx(target, ['create', database], folder, env);
  const writer = databaseWriter(database, target, folder, env);
  await writer.put(complete);
  await writer.remove(deletion);
  await writer.end();
}
