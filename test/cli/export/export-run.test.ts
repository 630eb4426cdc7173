import { expect, test } from 'vitest';
import { storesUntil } from '../../../cli/export/export-run.ts';
import { removedRecordLines } from '../../../cli/export/removed-records.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test('a list of removed records ends before its next changes when the signal aborts', async () => {
  const stores = openStores(temporaryFolder(), 'write');
  const ending = new AbortController();
  const { index } = storesUntil(ending.signal, stores);
  const lines = () => removedRecordLines('bog', index, undefined, 0, () => undefined);
  expect(await lines().next()).toEqual({ done: true, value: 0 });
  ending.abort(new Error('no time'));
  await expect(lines().next()).rejects.toThrow('no time');
  stores.close();
});
