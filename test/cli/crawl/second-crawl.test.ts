import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

test('warns of a crawl that is created in a folder with others, and of no other', async () => {
  const dir = temporaryFolder();
  const site = await startSite({ '/': prose('moss') });
  onTestFinished(() => site.close());
  const warnings = async (name: string, ...more: string[]) => {
    const given = ['crawl', `${site.origin}/`, '--name', name, '--allow-private', '127.0.0.0/8', '--delay', '0'];
    const { code, messages } = await thresher([...given, '--dir', dir, ...more]);
    expect(code).toBe(0);
    return messages;
  };
  const warning = (name: string, others: string, since = '') =>
    `warning: ${name} is a new crawl in ${dir}, beside ${others}: ${since}commands on this folder need the name of a crawl. Use another folder to keep them apart`;
  expect(await warnings('bogs')).toEqual([]);
  expect(await warnings('bogs')).toEqual([]);
  const second = warning('fens', 'bogs', 'from now on, ');
  expect(await warnings('fens', '--dry-run')).toEqual([second]);
  expect(await warnings('fens')).toEqual([second]);
  expect(await warnings('fens')).toEqual([]);
  // Commands need a name already.
  expect(await warnings('mires')).toEqual([warning('mires', 'bogs, fens')]);
});
