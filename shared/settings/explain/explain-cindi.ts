/** Explains how CINDI's rules decide on a URL, by what the crawl has learned. */
import type { LinkPriorityExplanation } from '../../classify/review/topic-explanation.ts';
import { decodeCindiEvidence } from '../../focus/cindi/cindi-evidence.ts';
import type { CindiModel } from '../../focus/cindi/cindi-model.ts';
import type { LinkEvidence } from '../../focus/link-evidence.ts';
import { classText, type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import { rankLink } from '../../frontier/ranking/rank-link.ts';
import { loadModel } from '../../frontier/ranking/stored-model.ts';
import type { Objects } from '../../ports/objects.ts';
import { formatNoun, formatShare } from '../../text/format-count.ts';
import type { Url } from '../../url/url.ts';
import { compileUrlWords } from '../../url/url-words.ts';
import { loadCindiModels } from '../learning/model-kinds.ts';
import type { Settings } from '../settings.ts';
import { whenText } from './explain-priority.ts';

type StoredObjects = Pick<Objects, 'list' | 'get'>;

/** Returns what the crawl has learned. `version` is null before the first version. */
export async function loadCindiModel(
  settings: Settings,
  objects: StoredObjects,
): Promise<{ model: CindiModel; version: number | null }> {
  const { start, decode } = await loadCindiModels(settings);
  const { model, version } = await loadModel(settings.crawl, objects, decode);
  return { model: model ?? start, version: model ? version : null };
}

/** @param state whether the URL still waits, or was fetched already */
export async function explainByCindi(
  url: Url,
  evidence: LinkEvidence,
  state: 'waits' | 'was fetched',
  settings: Settings,
  objects: StoredObjects,
): Promise<{ step: ExplainedStep; priority: LinkPriorityExplanation }> {
  const { model, version } = await loadCindiModel(settings, objects);
  const { class: place, score } = rankLink(
    { url, evidence, class: 7, score: 0 },
    model,
    compileUrlWords(settings.urlWords),
  );
  const refused = model.refuses(url, state === 'was fetched');
  const rules = [queueText(evidence), siteText(url, model), ...avoidedText(url, model)];
  rules.push(model.isTunnelling() ? 'the crawl tunnels: Layer 2 is accepted more easily' : 'the crawl does not tunnel');
  const by = version === null ? "CINDI's rules before the first judged page" : `version ${version} of CINDI's rules`;
  const detail = `${whenText(state)} by ${by}: ${rules.join('; ')}; ${classText(place)}`;
  return {
    step: explainStep('priority', refused ? 'refused' : 'ranked', detail, { reason: refused ?? null }),
    priority: { version, score, class: place, parts: [], rules },
  };
}

function queueText(evidence: LinkEvidence): string {
  const { queue, linking, depth } = decodeCindiEvidence(evidence);
  const layers = [...new Set(linking.map(({ layer }) => layer))].sort();
  const from = layers.map((layer) => (layer === 0 ? 'neither layer' : `Layer ${layer}`)).join(' and ');
  return `${queue} queue${from && `, linked from pages of ${from}`}, ${formatNoun(depth, 'link')} from a seed`;
}

function siteText(url: Url, model: CindiModel): string {
  const rates = model.ratesOfSite(url);
  if (!rates) return 'no page of its site was judged';
  const { pages, relevancyRate, downloadRate, acceptedRate } = rates;
  const named = [
    `PRR ${formatShare(relevancyRate)}`,
    ...(downloadRate === undefined ? [] : [`DDR ${formatShare(downloadRate)}`]),
    ...(acceptedRate === undefined ? [] : [`ADR ${formatShare(acceptedRate)}`]),
  ];
  return `${named.join(', ')} of ${formatNoun(pages, 'page')} of its site`;
}

function avoidedText(url: Url, model: CindiModel): string[] {
  const avoided = model.findAvoided(url);
  return avoided ? [`revisits avoid ${avoided.directory}: ${avoided.reasons.join(', ')}`] : [];
}
