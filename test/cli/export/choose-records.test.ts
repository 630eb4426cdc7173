import { expect, onTestFinished, test } from 'vitest';
import { chooseRecords } from '../../../cli/export/choose-records.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { seen } from '../../contracts/search-index.contract.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test('hints at similar classes if no page has a class of the query, without counting it as skipped', async () => {
  const stores = openStores(temporaryFolder());
  onTestFinished(() => stores.close());
  const classes = [{ class: 'CP.Drosera', score: 1 }];
  await stores.index.write('main', [seen('sundew', 'http://a.example/', { title: 'Sundew', classes })]);
  const messagesOf = async (query: string) => {
    const skipped: string[] = [];
    const hints: string[] = [];
    await chooseRecords(
      'main',
      { query },
      stores,
      (message) => skipped.push(message),
      (message) => hints.push(message),
    );
    return { skipped, hints };
  };
  expect(await messagesOf('class:Drosera sundew')).toEqual({
    skipped: [],
    hints: ['query: class:Drosera: no page has this class; similar classes are CP.Drosera'],
  });
  for (const query of ['class:CP.Drosera', 'class:CP', 'class:Zygomorphous', '-class:Drosera'])
    expect(await messagesOf(query)).toEqual({ skipped: [], hints: [] });
});
