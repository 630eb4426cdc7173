import type { CleanDocument } from '../../clean/document.ts';
import { distanceAfter, EvidenceWriter, type LinkEvidence } from '../../focus/link-evidence.ts';
import type { LinkModel } from '../../focus/link-model.ts';
import type { RecentLinks } from '../../frontier/recent-links.ts';
import { STRATEGIES } from '../../frontier/strategy.ts';
import type { Reason } from '../../url/reason.ts';
import type { Url } from '../../url/url.ts';
import type { Judgement } from '../filters/filter.ts';
import type { Judge } from '../judge.ts';
import { type FoundLink, type LinkPriority, linkPriority } from './link-priority.ts';
import type { LinkRules } from './link-rules.ts';
import { linkText } from './link-text.ts';

/** Rates the links of a page. */
export type LinkRating = {
  /** Returns the priority of a link, and its evidence in a crawl that learns; or why it is not followed. */
  rate(link: FoundLink): RatedLink | Reason;
};
type RatedLink = LinkPriority & { evidence?: LinkEvidence };

/** How links are ranked by what the crawl has learned. */
export type LinkRanking = {
  model: Pick<LinkModel, 'score'>;
  /** Scores the words of a URL. Absent: they do not count. */
  urlWords?: ((url: Url) => number) | undefined;
  /** Links that so many pages offered lately need no more evidence. Absent: all links need it. */
  recentLinks?: Pick<RecentLinks, 'has'> | undefined;
};

/** Priority of a link that is ranked by its evidence when all pages of its object are known. */
const UNRANKED: LinkPriority = { class: 7, score: 0 };
const unranked = (): LinkPriority => UNRANKED;

/** Rates the links of a page by the strategy. @param ranking ranks them afterwards; undefined: they keep this priority */
export function ratingOf(
  judge: Judge,
  judged: Judgement,
  { document, evidence, depth }: { document: CleanDocument; evidence: LinkEvidence | undefined; depth: number },
  { strategy }: LinkRules,
  ranking: LinkRanking | undefined,
): LinkRating {
  const learns = judge.focused ? STRATEGIES[strategy].learns : undefined;
  // Without its model, `cindi` does not know whether an off-topic page is Layer 2.
  if (learns === 'cindi' && judged.kind === 'off-topic' && depth > 0) return OFF_TOPIC;
  const priority = linkPriority(judge, judged, document.url, strategy);
  if (learns !== 'link-model') return { rate: priority };
  const writer = evidenceWriter(judged, document, evidence);
  return new LearningRating(judge, writer, ranking?.recentLinks, ranking ? unranked : priority);
}

const OFF_TOPIC: LinkRating = { rate: () => 'off-topic' };

/** @param own evidence of the page; absent for a seed. */
function evidenceWriter(
  { kind: verdict, strength: relevance }: Judgement,
  { url: page, title }: Pick<CleanDocument, 'url' | 'title'>,
  own: LinkEvidence = '',
): EvidenceWriter {
  const distance = verdict === 'off-topic' ? distanceAfter(own) : 0;
  return new EvidenceWriter({ page, relevance, verdict, distance, ...(title && { title }) });
}

/** Rates the links of a page in a crawl that learns: each has evidence, unless so many pages offered it that it needs no more. */
class LearningRating implements LinkRating {
  readonly #judge: Judge;
  readonly #writer: EvidenceWriter;
  readonly #recentLinks: LinkRanking['recentLinks'];
  readonly #priority: (link: FoundLink) => LinkPriority;

  constructor(
    judge: Judge,
    writer: EvidenceWriter,
    recentLinks: LinkRanking['recentLinks'],
    priority: (link: FoundLink) => LinkPriority,
  ) {
    this.#judge = judge;
    this.#writer = writer;
    this.#recentLinks = recentLinks;
    this.#priority = priority;
  }

  rate(link: FoundLink): RatedLink {
    const { class: place, score } = this.#priority(link);
    const { url, anchor, depth } = link;
    if (this.#recentLinks?.has({ url, depth, evidence: '' })) return { class: place, score };
    const text = linkText(link);
    const words = text === '' ? 0 : this.#judge.strengthOfWords(text);
    return { class: place, score, evidence: this.#writer.write({ anchor, words }) };
  }
}
