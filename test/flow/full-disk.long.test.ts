/** A disk that becomes full during a crawl. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';
import { startThresher } from './child.ts';
import { SEEDS, startThreeHosts, type ThreeHosts } from './three-hosts.ts';

let three: ThreeHosts;
beforeEach(async () => {
  three = await startThreeHosts();
});
afterEach(() => three.close());

describe('a full disk', () => {
  test.each(['raw', 'clean', 'records'])(
    '(disk full for %s) ends the crawl with exit code 3 and one line; it resumes once there is space',
    async (stage) => {
      const full = { FULL_STAGE: stage, FULL_AFTER: '1' };
      const node = { options: ['--import', './test/flow/preloads/full-disk.mjs'], env: full };
      const { code, out, err } = await startThresher(three.crawl(0.01), node).ended;
      expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringMatching(/^the disk is full.*\n$/) });
      const again = await thresher(three.crawl(0));
      expect([again.code, again.messages]).toEqual([0, []]);
      expect(again.answers()[0]).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
    },
  );

  test.each([1, 2])(
    'while seeds are gathered (write %d) ends the crawl with exit code 3; the same command gathers them again',
    async (write) => {
      const file = join(three.dir, 'crawl.yaml');
      writeFileSync(join(three.dir, 'list.txt'), `${SEEDS.join('\n')}\n${'# \n'.repeat(30_000)}`);
      writeFileSync(
        file,
        `crawl: three\nuserAgent: Bogbot/1.0 (+https://bog.test/bot)\nseeds: [{file: list.txt}]\npoliteness: {hostPauseMs: 0}\n` +
          `network: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': '127.0.0.1:${three.site.port}'}}\n`,
      );
      const command = ['crawl', file, '--dir', three.dir, '--json'];
      const env = { FULL_FOLDER: 'seeds', FULL_AT_WRITE: `${write}` };
      const { code, out, err } = await startThresher(command, {
        options: ['--import', './test/flow/preloads/half-written.mjs'],
        env,
      }).ended;
      expect([code, out, err.split('\n').at(-2)]).toEqual([
        3,
        '',
        expect.stringMatching(/^the disk is full: \S+\/seeds\/three-\S+(json|gz) \(ENOSPC\); free some space/),
      ]);
      const again = await thresher(command);
      expect([again.code, again.messages]).toEqual([0, [expect.stringMatching(/^3 seeds from /)]]);
      expect(again.answers()[0]).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
      expect(readdirSync(join(three.dir, 'seeds')).filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );
});
