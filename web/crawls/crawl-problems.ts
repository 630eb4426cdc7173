import { REPLACED_NAMES } from '../../shared/settings/applied/compare-settings.ts';
import { bodyTooLarge, invalidParameters, noSuchCrawl, type Problem } from '../api/problem.ts';
import type { CrawlRefusal } from './web-crawls.ts';

export const noAdminToken: Problem = {
  type: 'no-admin-token',
  status: 401,
  title: 'The token is missing or wrong',
  detail: 'Only programs with the token of --admin-token can manage crawls: Authorization: Bearer TOKEN.',
};

/** Maximum length of a name in a message, in UTF-16 units. */
const MAX_NAME_LENGTH = 100;

/** As `noSuchCrawl`, which is about searches. */
export const unknownCrawl = (crawl: string): Problem => ({
  ...noSuchCrawl([]),
  detail: `There is no crawl ${crawl.slice(0, MAX_NAME_LENGTH).toWellFormed()}.`,
});

/** As `bodyTooLarge`, which is about forms. @param maxBytes a multiple of 1,024 */
export const settingsTooLarge = (maxBytes: number): Problem => ({
  ...bodyTooLarge(maxBytes),
  title: 'The body is too large',
  detail: `A body has at most ${maxBytes / 1024} KiB.`,
});

const crawlStopped: Problem = {
  type: 'crawl-stopped',
  status: 409,
  title: 'The crawl is stopped',
  detail: 'A stopped crawl takes no seeds and fetches nothing. Change its state to open or paused first.',
};

const otherSettings = (keys: readonly string[]): Problem => ({
  type: 'crawl-exists',
  status: 409,
  title: 'A crawl of this name has other settings',
  detail: `These settings differ: ${keys.join(', ')}. Only ${REPLACED_NAMES} can change. Add seeds at /crawls/NAME/seeds, or use another name.`,
});

const missingLimits = (limits: readonly string[]): Problem => ({
  type: 'crawl-exists',
  status: 409,
  title: 'The crawl has limits that these settings lack',
  detail: `Add them to the settings: ${limits.join(', ')}.`,
});

/** Returns the problem that describes a refusal. */
export function refusalProblem(refused: CrawlRefusal, crawl: string): Problem {
  switch (refused.refusal) {
    case 'invalid':
      return invalidParameters(refused.faults);
    case 'unknown':
      return unknownCrawl(crawl);
    case 'stopped':
      return crawlStopped;
    case 'other-settings':
      return otherSettings(refused.keys);
    case 'missing-limits':
      return missingLimits(refused.limits);
  }
}
