/**
 * Test cases of four other parsers (see NOTICE), where two independent parsers, Google's and crawler-commons, agree with the
 * expected result.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluateRobotsQuery } from '../../shared/robots/robots-query.ts';

type Suite = {
  from: string;
  robotsTxt?: string;
  robotsTxtBase64?: string;
  asked: [userAgent: string, url: string, allowed: boolean][];
};

const files = readFileSync('test/fixtures/robots/suites.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Suite);

test.each(['crawler-commons', 'protego', 'robots-parser', 'texting_robots'])(
  'passes every case of %s on which the large parsers agree',
  (suite) => {
    const ofSuite = files.filter(({ from }) => from === suite);
    const wrong = ofSuite.flatMap(({ asked, ...file }) =>
      asked.filter(
        ([userAgent, url, allowed]) => evaluateRobotsQuery({ id: 1, ...file, userAgent, url }).allowed !== allowed,
      ),
    );
    expect(wrong).toEqual([]);
    expect(ofSuite.flatMap(({ asked }) => asked).length).toBeGreaterThan(100);
  },
);
