import * as z from 'zod';
import { DEFAULT_RANKING } from '../../search/ranking/ranking-options.ts';

const share = () => z.number().min(0).max(1);

/** How the best records of a query are scored: see docs/search-page.md. */
export const RankingSchema = z
  .strictObject({
    allWordsFirst: z
      .boolean()
      .default(DEFAULT_RANKING.allWordsFirst)
      .describe('Rank pages with all words of a query above those with some.'),
    pairWeight: z
      .number()
      .min(0)
      .max(10)
      .default(DEFAULT_RANKING.pairWeight)
      .describe(
        'Maximum score of two neighbouring words of a query that are neighbours in the page too. A rare word scores 5 to 10.',
      ),
    feedbackWeight: z
      .number()
      .min(0)
      .max(5)
      .default(DEFAULT_RANKING.feedbackWeight)
      .describe(
        'Weight of the terms that the first five hits have in common, relative to the query (pseudo-relevance feedback). 0: off.',
      ),
    titleBoost: share()
      .default(DEFAULT_RANKING.titleBoost)
      .describe(
        'What a page gains whose title consists of the words of the query, as a share of the best score. 1: such a page comes first.',
      ),
    qualityBoost: share()
      .default(DEFAULT_RANKING.qualityBoost)
      .describe('What a page with the topic score 1 gains, as a share of the best score.'),
    freshnessBoost: share()
      .default(DEFAULT_RANKING.freshnessBoost)
      .describe('What a page that is dated today gains, as a share of the best score.'),
    freshnessDays: z
      .number()
      .min(1)
      .max(36_500)
      .default(DEFAULT_RANKING.freshnessDays)
      .describe('Age in days at which that gain has halved.'),
    urlBoosts: z
      .array(
        z.strictObject({
          prefix: z
            .string()
            .max(2_048)
            .refine(
              (prefix) => /^https?:\/\/[^/\s]/.test(prefix) && URL.parse(prefix)?.href.startsWith(prefix),
              'must be the beginning of URLs as a search prints them, such as https://example.org/help/: the host in lower case, other letters than ASCII encoded',
            )
            .describe('Beginning of the URLs. The longest one that fits counts.'),
          boost: z
            .number()
            .min(-0.9)
            .max(1)
            .describe(
              'What such a page gains, as a share of the best score; negative: what it loses, as a share of its own.',
            ),
        }),
      )
      .max(100)
      .default([])
      .describe(
        'Pages that rank higher or lower by their URLs: `[{prefix: https://example.org/help/, boost: 0.2}, {prefix: https://example.org/archive/, boost: -0.3}]`.',
      ),
  })
  .prefault({});
