import type { Seeds } from '../../shared/settings/rules.ts';
import { REASONS } from '../../shared/url/reason.ts';
import type { SeedResult } from '../../web/crawls/web-crawls.ts';

/** Describes added seeds for programs. @param suspended number of seeds on suspended hosts, which were not added */
export const seedResult = (crawl: string, { accepted, refused }: Seeds, suspended: number): SeedResult => ({
  crawl,
  accepted: accepted.map(({ url }) => url),
  refused: refused.map(({ input, reason }) => ({ url: input, reason, detail: REASONS[reason] })),
  ...(suspended > 0 && { suspended }),
});
