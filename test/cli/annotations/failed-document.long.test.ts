/** A document that a stage of the crawl cannot process. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFile } from '../../../cli/run/folder/data-folder.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { whileServing } from '../serve/while-serving.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const TOKEN = 'token-of-ada-0123456789';

test('a document that becomes a dead letter is an error, also if its address has an earlier record', async () => {
  const dir = temporaryFolder();
  const site = await startSite({ '/': prose('moss') });
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `crawl: bog\nseeds: ['${site.origin}/']\nnetwork: {allowPrivate: [127.0.0.0/8]}\nannotations: {users: [{name: Ada, token: env:ADA_TOKEN, contributor: true}]}\n`,
  );
  expect(await thresher(['crawl', file, '--dir', dir])).toMatchObject({ code: 0 });
  const index = openDatabase(indexFile(dir));
  index.exec(`CREATE TRIGGER broken BEFORE INSERT ON record_1 BEGIN SELECT RAISE(ABORT, 'broken'); END`);
  const served = await whileServing(
    ['--dir', dir],
    async (url) => {
      const handIn = (body: string) =>
        fetch(new URL(`/documents?${new URLSearchParams({ url: `${site.origin}/` })}`, url), {
          method: 'POST',
          headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/html' },
          body,
        });
      const failed = await handIn(`<html><body>${prose('fern')}</body></html>`);
      expect([failed.status, await failed.json()]).toMatchObject([
        500,
        { type: 'urn:problem-type:thresher:not-processed' },
      ]);
      index.exec('DROP TRIGGER broken');
      const kept = await handIn(`<html><body>${prose('sedge')}</body></html>`);
      expect(kept.status).toBe(201);
    },
    { ADA_TOKEN: TOKEN },
  );
  expect(served.stderr.join('\n')).toContain('not processed, see npx thresher dlq --dir ');
  index.close();
  await site.close();
});
