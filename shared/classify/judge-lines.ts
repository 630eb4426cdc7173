import type { DocumentLine, LineHead } from '../clean/document.ts';
import type { CashTransfer, OfferedLink, PageFeedback } from '../frontier/offer.ts';
import type { LinkLearner } from '../frontier/ranking/link-learner.ts';
import type { RecentLinks } from '../frontier/recent-links.ts';
import { addCounts } from '../meter/add-counts.ts';
import type { Counts } from '../ports/control.ts';
import type { RecordChange } from '../ports/search-index.ts';
import type { Deleted } from '../url/deleted.ts';
import type { Grouping } from '../url/group.ts';
import type { UrlFilter } from '../url/scope.ts';
import { scopeKey } from '../url/scope-key.ts';
import type { Url } from '../url/url.ts';
import { promoteByUrlWords } from '../url/url-words.ts';
import type { Judgement } from './filters/filter.ts';
import type { Judge } from './judge.ts';
import { type CindiClassify, learnByCindi } from './links/cindi-links.ts';
import { type GatheredLinks, gatherLinks, type LinkGatherer } from './links/gather-links.ts';
import type { LinkRules } from './links/link-rules.ts';
import { listConsequence, listedLinks } from './links/listed-links.ts';
import {
  type ChangedPage,
  type Consequence,
  captureConsequence,
  deletedConsequence,
  documentConsequence,
  findChangedPage,
  holdIdenticalPages,
  type Line,
} from './record-changes.ts';

/** How documents of a crawl are judged, and which of their links are followed. */
export type ClassifyOptions = {
  judge: Judge;
  /** Returns the reason to refuse a URL, or undefined if it belongs to the crawl. */
  scope: UrlFilter;
  /** Whether the crawl is stopped: records and feedback are kept, links are refused. */
  stopped?: boolean | undefined;
  /** Scores how relevant the words of a URL are to the topic; 0: not at all. Absent: URL words are ignored. */
  urlWords?: ((url: Url) => number) | undefined;
  /** Rules for following and prioritising links. Default: links of pages on topic, by page and link text. */
  links?: LinkRules | undefined;
  grouping: Grouping;
  /** Maximum number of hosts of a registrable domain that links may add. Null or absent: no limit. */
  maxHostsPerDomain?: number | null | undefined;
  /** Returns when links found `now` may be followed, epoch ms. Absent: at once. */
  linksDueAt?: ((now: number) => number) | undefined;
  /** What was deleted from the crawl: it gets no record, and its links are not followed. Absent: nothing. */
  deleted?: Deleted | undefined;
  /** Learns from judged pages which links lead to the topic, and ranks links. Absent: links keep the priority of `links`. */
  learner?: LinkLearner | undefined;
  /** Learns from judged pages, and decides on links by CINDI's rules. Absent: the crawl has another strategy. */
  cindi?: CindiClassify | undefined;
  /** Links that this process enqueued recently; absent: none are skipped. */
  recentLinks?: RecentLinks | undefined;
  /**
   * Estimated memory of the links of an object from which they are enqueued before its last document is judged, in bytes. Default:
   * `MAX_LINK_WEIGHT`.
   */
  maxLinkWeight?: number | undefined;
};

/** Judges lines of one clean object. @returns record changes, and what the frontier has to know; nothing is written. */
export function classifyLines(lines: Iterable<DocumentLine>, options: ClassifyOptions) {
  const changes: RecordChange[] = [];
  const batches: JudgedLinks[] = [];
  const judging = judgeLines(lines, options, (change) => changes.push(change));
  let step = judging.next();
  for (; !step.done; step = judging.next()) batches.push(step.value);
  const { feedback, ...last } = step.value;
  const all = [...batches, last];
  const counts: Counts = {};
  for (const batch of all) addCounts(counts, batch.counts);
  return { changes, feedback, links: all.flatMap(({ links }) => links), cash: all.flatMap(({ cash }) => cash), counts };
}

/** Links of some pages of an object, and how many links these pages have per `link.<reason>`. */
export type JudgedLinks = { links: OfferedLink[]; cash: CashTransfer[]; counts: Counts };

/**
 * Judges lines of one clean object.
 *
 * @param onChange gets the record changes of a page as soon as it is judged, so that its text need not stay in memory. Those of pages
 * with a new text come last: whether it is believed depends on the other pages.
 * @yields links whenever they take much memory
 * @returns what else the frontier has to know; nothing is written.
 */
export function* judgeLines(
  lines: Iterable<DocumentLine>,
  options: ClassifyOptions,
  onChange: (change: RecordChange) => void,
): Generator<JudgedLinks, JudgedLinks & { feedback: PageFeedback[] }> {
  const { judge, scope, urlWords, links: rules, deleted, recentLinks, stopped = false, maxLinkWeight } = options;
  const model = (options.cindi?.learner ?? options.learner)?.model();
  const feedback: PageFeedback[] = [];
  const gatherer = gatherLinks(judge, {
    ...{ scope, stopped, rules, maxWeight: maxLinkWeight },
    ranking: model && { model, urlWords, recentLinks },
  });
  const counts: Counts = {};
  const apply = (consequence: Consequence) => {
    for (const change of consequence.changes) onChange(change);
    if (consequence.feedback) feedback.push(consequence.feedback);
  };
  const toBatch = ({ links: found, cash, refused }: GatheredLinks): JudgedLinks => ({
    links: urlWords && !model ? found.map((link) => promoteByUrlWords(link, urlWords(link.url))) : found,
    ...{ cash, counts: refused },
  });
  const changed: { page: ChangedPage; consequence: Consequence }[] = [];
  for (const line of lines) {
    if (deleted && isDeleted(line, deleted)) {
      apply(deletedConsequence(line));
      continue;
    }
    const consequence = consequenceOf(line, judge, gatherer, counts, options);
    const page = line.kind === 'document' ? findChangedPage(line) : undefined;
    if (page) changed.push({ page, consequence });
    else apply(consequence);
    const full = gatherer.takeIfFull();
    if (full) yield toBatch(full);
  }
  holdIdenticalPages(changed);
  for (const { consequence } of changed) apply(consequence);
  const last = toBatch(gatherer.finish());
  return { ...last, feedback, counts: { ...counts, ...last.counts } };
}

function isDeleted(line: DocumentLine, deleted: Deleted): boolean {
  return deleted.hasUrl(line.url) || (line.kind === 'document' && deleted.hasRecord(line.document.digest));
}

type LineOptions = Pick<ClassifyOptions, 'scope' | 'links' | 'learner' | 'cindi' | 'recentLinks'>;

function consequenceOf(
  line: DocumentLine,
  judge: Judge,
  gatherer: LinkGatherer,
  counts: Counts,
  options: LineOptions,
): Consequence {
  if (line.kind === 'document') {
    const judged = judge(line.document);
    countJudgement(judged, counts);
    if (!line.note.unfollowed) followDocument(line, judged, judge, gatherer, options);
    return documentConsequence(line, judged);
  }
  if (line.kind === 'list') {
    if (!line.note.unfollowed)
      for (const { link, discovered } of listedLinks(line, judge.focused)) gatherer.addLink(link, discovered);
    return listConsequence(line);
  }
  if (line.kind === 'moved' && line.to !== null) followRedirect(line, line.to, gatherer, options);
  return captureConsequence(line);
}

function countJudgement({ kind, failed, documentAccepted }: Judgement, counts: Counts): void {
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  add(`verdict.${kind}`);
  if (failed) add('filter.failed');
  if (documentAccepted !== undefined) add(`document.${documentAccepted ? 'accepted' : 'rejected'}`);
}

/** Adds the links of a document, and learns from them and from its judgement. */
function followDocument(
  { url, document, note }: Line<'document'>,
  judged: Judgement,
  judge: Judge,
  gatherer: LinkGatherer,
  { learner, cindi, recentLinks }: LineOptions,
): void {
  const rating = cindi && learnByCindi(document, judged, note, judge, cindi);
  const followed = gatherer.addPage(document, judged, note, rating);
  if (!learner || note.evidence === undefined) return;
  const links = followed.filter((link) => !recentLinks?.hasUrl(link.url));
  learner.observe({ url, evidence: note.evidence, relevance: judged.strength, links });
}

/** Adds the target of a redirect: the same page under another URL, which keeps its priority. */
function followRedirect(
  line: Line<'moved'>,
  to: Url,
  gatherer: LinkGatherer,
  { scope, links: rules }: LineOptions,
): void {
  const { class: place, depth, evidence, anchors } = line.note;
  const { kind = 'page', redirects = 0, nesting } = line.note;
  // Of the pages, only embedded files have a nesting.
  const isFile = kind === 'page' && nesting !== undefined && rules?.followsEmbedded === true;
  const byPage = leadsSeedAway(line, to, scope) ? 'seed' : 'link';
  const discovered = kind !== 'page' ? 'list' : isFile ? 'embedded' : byPage;
  const link: OfferedLink = { url: to, kind, class: place, depth, parent: line.url, score: 1 };
  const known = {
    redirects: redirects + 1,
    ...(isFile && { embedded: true }),
    ...(nesting !== undefined && { nesting }),
    ...(evidence !== undefined && { evidence }),
    ...(anchors !== undefined && { anchors }),
  };
  gatherer.addLink({ ...link, ...known }, discovered);
}

/**
 * Tells whether a redirect leads from a seed to the page that the user named: out of the scope once, and then on within the host. Without this
 * bound, hosts that redirect to each other would be endless seeds.
 */
function leadsSeedAway({ url, note }: LineHead, to: Url, scope: ClassifyOptions['scope']): boolean {
  if (note.depth > 0) return false;
  return scope({ url, depth: 0, discovered: 'link' }) !== 'scope' || scopeKey('host', url) === scopeKey('host', to);
}
