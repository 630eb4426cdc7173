import type { CleanDocument } from '../../clean/document.ts';
import { DOCUMENT_FORMATS, FORMAT_NAMES } from '../../clean/document-formats.ts';
import type { CaptureNote } from '../../fetch/warc/capture.ts';
import type { Layer } from '../../focus/cindi/anchor-lists.ts';
import { cindiEvidenceOf, decodeCindiEvidence, isCindiEvidence } from '../../focus/cindi/cindi-evidence.ts';
import type { CindiModel, CindiPage } from '../../focus/cindi/cindi-model.ts';
import { SPEAKS, wordsOfPath } from '../../focus/cindi/inspect-link.ts';
import { anchorWordsOf } from '../../focus/cindi/read-anchor.ts';
import { pageWords } from '../../focus/context-graph/page-words.ts';
import type { LinkLearner } from '../../frontier/ranking/link-learner.ts';
import { extensionOf } from '../../url/scope.ts';
import type { Judgement } from '../filters/filter.ts';
import type { Judge } from '../judge.ts';
import type { LinkRating } from './rate-links.ts';

/** Strategy `cindi`: what the crawl learns, and whether its topic accepts and rejects documents. */
export type CindiClassify = { learner: LinkLearner<CindiModel>; hasDocumentFilter: boolean };

type PageNote = Pick<CaptureNote, 'depth' | 'class' | 'evidence'>;

/** Last class of the high queue: links of the low one have class 5. */
const MAX_HIGH_CLASS = 3;

/** Maximum number of links of a page that teach Layer 2 and the anchor lists. */
const MAX_LEARNED_LINKS = 200;

/** File extensions of documents, of all formats but images. */
const DOCUMENT_EXTENSIONS: ReadonlySet<string> = new Set(
  FORMAT_NAMES.filter((name) => name !== 'image').flatMap((name) => DOCUMENT_FORMATS[name].extensions),
);

/** Learns a judged page, and returns the decision on its links by CINDI's rules. */
export function learnByCindi(
  document: CleanDocument,
  judged: Judgement,
  note: PageNote,
  judge: Pick<Judge, 'strengthOfWords'>,
  { learner, hasDocumentFilter }: CindiClassify,
): LinkRating {
  const page = cindiPageOf(document, judged, note, hasDocumentFilter);
  return ratingOf(document, learner.observe(page), judge, learner.model());
}

/** Returns the decision on the links of a page without learning from it. */
export function rateByCindi(
  document: CleanDocument,
  judged: Judgement,
  depth: number,
  judge: Pick<Judge, 'strengthOfWords'>,
  model: CindiModel,
): LinkRating {
  const page = { words: wordsOf(document), isRelevant: judged.kind !== 'off-topic', isSeed: depth === 0 };
  return ratingOf(document, model.layerOf(page), judge, model);
}

function ratingOf(
  { url: page, language }: CleanDocument,
  layer: Layer,
  judge: Pick<Judge, 'strengthOfWords'>,
  model: CindiModel,
): LinkRating {
  return {
    rate({ url, anchor: text, depth }) {
      const anchor = anchorWordsOf(text, language);
      const urlSpeaks = judge.strengthOfWords(wordsOfPath(url)) > SPEAKS;
      const anchorSpeaks = text !== '' && judge.strengthOfWords(text) > SPEAKS;
      const queue = model.inspect({ url, anchor, layer, urlSpeaks, anchorSpeaks });
      if (queue !== 'high' && queue !== 'low') return queue;
      return { class: 7, score: 0, evidence: cindiEvidenceOf({ page, layer, anchor, queue, depth }) };
    },
  };
}

function cindiPageOf(
  document: CleanDocument,
  judged: Judgement,
  { depth, class: place, evidence }: PageNote,
  hasDocumentFilter: boolean,
): CindiPage {
  const { url, language, links } = document;
  const isLinked = evidence !== undefined && isCindiEvidence(evidence);
  return {
    url,
    words: wordsOf(document),
    isRelevant: judged.kind !== 'off-topic',
    isSeed: depth === 0,
    queue: !isLinked ? undefined : place <= MAX_HIGH_CLASS ? 'high' : 'low',
    links: links
      .slice(0, MAX_LEARNED_LINKS)
      .flatMap((link) => (link.url === url ? [] : [{ url: link.url, anchor: anchorWordsOf(link.anchor, language) }])),
    linking: isLinked ? decodeCindiEvidence(evidence).linking : [],
    ...(hasDocumentFilter && { documents: documentsOf(document, judged) }),
  };
}

function wordsOf({ title, text, language }: CleanDocument) {
  return pageWords(`${title ?? ''}\n${text}`, language);
}

/** Counts the documents that a page links to, and the page itself if the document filter has judged it. */
function documentsOf({ links }: CleanDocument, { documentAccepted }: Judgement): CindiPage['documents'] {
  const found = links.filter(({ url }) => DOCUMENT_EXTENSIONS.has(extensionOf(url))).length;
  return { found, fetched: documentAccepted === undefined ? 0 : 1, accepted: documentAccepted ? 1 : 0 };
}
