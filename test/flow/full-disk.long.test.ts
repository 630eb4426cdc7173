/** A disk that becomes full during a crawl. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';
import { startThresher } from './child.ts';
import { startThreeHosts, type ThreeHosts } from './three-hosts.ts';

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
      const node = { options: ['--import', './test/flow/full-disk.mjs'], env: full };
      const { code, out, err } = await startThresher(three.crawl(0.01), node).ended;
      expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringMatching(/^the disk is full.*\n$/) });
      const again = await thresher(three.crawl(0));
      expect([again.code, again.messages]).toEqual([0, []]);
      expect(again.answers()[0]).toMatchObject({ state: 'done', urls: three.wholeCrawl() });
    },
  );
});
