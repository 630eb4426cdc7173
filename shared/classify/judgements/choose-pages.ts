/** Active learning by uncertainty: chooses the stored pages whose verdict a person should confirm. */
import type { CleanDocument } from '../../clean/document.ts';
import { hostOf } from '../../url/url.ts';
import type { ExplainingJudge } from '../judge.ts';
import { readNewestDocuments } from '../review/newest-documents.ts';
import type { SamplePorts, SampleSize } from '../review/sample-objects.ts';
import type { PersonVerdict, PersonVerdicts } from './judgement-store.ts';
import { type PageToJudge, pageToJudge } from './page-to-judge.ts';

/** Pages for a person to judge. */
export type ChosenPages = {
  /** Pages without a verdict of a person, the most useful first. */
  pages: PageToJudge[];
  /** How often the person agrees with the topic filters. */
  agreement: Agreement;
  sample: SampleSize;
};

/** Per verdict of the topic filters: the pages in the sample that the person has judged, and how many of them in the same way. */
export type Agreement = Record<PersonVerdict, { judged: number; agreed: number }>;

/** How much of a crawl is read, and how many pages are chosen. */
export type ChoiceLimits = {
  /** Maximum number of pages that are read, rounded up to whole objects. */
  pages: number;
  /** Maximum number of pages that are chosen. */
  listed: number;
};

/** Each further page of a host counts as this much farther from the boundary, so that one site does not fill the list. */
const HOST_PENALTY = 0.05;

/**
 * Part of a document that the choice needs: the digest of its text, and either the unjudged page or, for a page that the
 * person has judged, the verdicts of the filters and of the person.
 */
type Kept = { digest: string; page?: PageToJudge; verdicts?: [filters: PersonVerdict, person: PersonVerdict] };

/** @param judge the topic filters, without the verdicts of a person */
export async function choosePagesToJudge(
  crawl: string,
  judge: ExplainingJudge,
  verdicts: PersonVerdicts,
  ports: SamplePorts,
  { pages, listed }: ChoiceLimits,
): Promise<ChosenPages> {
  const { kept, sample } = await readNewestDocuments(crawl, ports, pages, (document, fetchedAt): Kept | undefined => {
    // A page that must not be kept teaches nothing, and a page without text cannot be judged.
    if (document.reason !== null || document.text === '') return undefined;
    return { digest: document.digest, ...judgeDocument(document, fetchedAt, judge, verdicts.of(document.url)) };
  });
  return { pages: rankPages(kept).slice(0, listed), agreement: agreementOf(kept), sample };
}

function judgeDocument(
  document: CleanDocument,
  fetchedAt: number,
  judge: ExplainingJudge,
  person: PersonVerdict | undefined,
): Omit<Kept, 'digest'> {
  if (person === undefined) return { page: pageToJudge(document, fetchedAt, judge.explain(document)) };
  return { verdicts: [judge(document).kind === 'relevant' ? 'relevant' : 'off-topic', person] };
}

function agreementOf(kept: readonly Kept[]): Agreement {
  const agreement = { relevant: { judged: 0, agreed: 0 }, 'off-topic': { judged: 0, agreed: 0 } };
  for (const { verdicts: [filters, person] = [] } of kept) {
    if (filters === undefined) continue;
    agreement[filters].judged++;
    if (filters === person) agreement[filters].agreed++;
  }
  return agreement;
}

/** Orders pages by uncertainty with a penalty per host. Of pages with the same text only one is listed. */
function rankPages(kept: readonly Kept[]): PageToJudge[] {
  const byText = new Map<string, PageToJudge>();
  for (const { page, digest } of kept) {
    const known = byText.get(digest);
    if (page && (!known || page.url < known.url)) byText.set(digest, page);
  }
  const nearest = [...byText.values()].sort((a, b) => a.margin - b.margin || (a.url < b.url ? -1 : 1));
  const perHost = new Map<string, number>();
  const ranked = nearest.map((page) => {
    const host = hostOf(page.url);
    const earlier = perHost.get(host) ?? 0;
    perHost.set(host, earlier + 1);
    return { page, distance: page.margin + HOST_PENALTY * earlier };
  });
  return ranked.sort((a, b) => a.distance - b.distance).map(({ page }) => page);
}
