import type { FeatureCache } from '../../focus/link-features.ts';
import type { LinkModel } from '../../focus/link-model.ts';
import type { Url } from '../../url/url.ts';
import { promoteByUrlWords } from '../../url/url-words.ts';
import type { OfferedLink } from '../offer.ts';

/** Lowest score of each class from 1 to 6, about evenly spaced in log odds. Links below the last have class 7; class 0 is for seeds. */
const CLASS_SCORES = [0.85, 0.65, 0.45, 0.25, 0.12, 0.05];

/** Returns the priority class of an estimated probability that a URL is on topic. */
export function classOfScore(score: number): number {
  const at = CLASS_SCORES.findIndex((least) => score >= least);
  return at < 0 ? 7 : at + 1;
}

type RankedLink = Pick<OfferedLink, 'url' | 'class' | 'score' | 'evidence'>;

/**
 * Gives a link the priority that a model estimates from its evidence. A link without evidence, such as a seed or an entry of a
 * sitemap, keeps its own.
 *
 * @param urlWords scores the words of a URL (`compileUrlWords`). Absent: they do not count.
 * @param cache see `LinkModel`
 * @returns the link itself if its priority does not change
 */
export function rankLink<Link extends RankedLink>(
  link: Link,
  model: Pick<LinkModel, 'score'>,
  urlWords: (url: Url) => number = () => 0,
  cache?: FeatureCache,
): Link {
  if (link.evidence === undefined || link.class === 0) return link;
  const score = model.score(link.url, link.evidence, cache);
  const place = promoteByUrlWords({ class: classOfScore(score), score }, urlWords(link.url));
  return place.class === link.class && place.score === link.score ? link : { ...link, ...place };
}
