import { expect, test } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';

const NOW = 1_700_000_000_000;
const BOG = { crawl: 'plants', host: 'bog.test' };

test('refunds the attempts of hosts that a killed process had open', async () => {
  const frontier = sqliteFrontier(openDatabase(':memory:'));
  await frontier.notifyHosts([{ ...BOG, group: BOG.host, best: 0 }], NOW);
  for (let i = 0; i < 3; i++) await frontier.open(BOG, NOW, BOG.host);
  const { epoch } = (await frontier.getHead(BOG))!;
  await frontier.setCrashMarker(BOG, epoch, 'http://bog.test/');
  frontier.releaseAll();
  const head = (await frontier.getHead(BOG))!;
  expect(head).toMatchObject({ attempts: 0, epoch, state: 'ready', due: NOW });
  expect(head).not.toHaveProperty('crashMarker');
});
