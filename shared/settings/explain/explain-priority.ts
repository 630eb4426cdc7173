/** Explains the priority that the link model of a crawl gives a URL, with its parts. */
import type { LinkPriorityExplanation } from '../../classify/review/topic-explanation.ts';
import type { LinkEvidence } from '../../focus/link-evidence.ts';
import { decodeLinkModel, type ScorePart } from '../../focus/link-model.ts';
import { classText, type ExplainedStep, explainStep } from '../../frontier/explain/explain-step.ts';
import { rankLink } from '../../frontier/ranking/rank-link.ts';
import { loadModel } from '../../frontier/ranking/stored-model.ts';
import type { Objects } from '../../ports/objects.ts';
import type { Url } from '../../url/url.ts';
import { compileUrlWords } from '../../url/url-words.ts';
import { loadLinkStart } from '../learning/load-link-start.ts';
import type { Settings } from '../settings.ts';

/** Maximum number of parts in the text of a step; the data have all. */
const MAX_PARTS_IN_TEXT = 8;

/** @param state whether the URL still waits, or was fetched already */
export async function explainPriority(
  url: Url,
  evidence: LinkEvidence,
  state: 'waits' | 'was fetched',
  settings: Settings,
  objects: Pick<Objects, 'list' | 'get'>,
): Promise<{ step: ExplainedStep; priority: LinkPriorityExplanation }> {
  const stored = await loadModel(settings.crawl, objects, decodeLinkModel);
  const model = stored.model ?? (await loadLinkStart(settings, objects));
  const unranked = { url, evidence, class: 7, score: 0 };
  const { class: place } = rankLink(unranked, model, compileUrlWords(settings.urlWords));
  const [score, parts] = [model.score(url, evidence), model.explain(url, evidence)];
  const by = stored.model
    ? `version ${stored.version} of the link model`
    : 'the link model before the first judged page';
  const named = parts.slice(0, MAX_PARTS_IN_TEXT).map(partText).join('; ');
  const more = parts.length > MAX_PARTS_IN_TEXT ? `; ${parts.length - MAX_PARTS_IN_TEXT} more` : '';
  const detail = `${whenText(state)} by ${by}: score ${rounded(score)}, ${classText(place)}. Log odds (value × weight): ${named}${more}`;
  return {
    step: explainStep('priority', 'ranked', detail),
    priority: { version: stored.model ? stored.version : null, score, class: place, parts },
  };
}

/** Says that a priority is that of today's model. @param state whether the URL still waits, or was fetched already */
export const whenText = (state: 'waits' | 'was fetched'): string =>
  state === 'waits' ? 'now' : 'now, as if it still waited,';

function partText({ feature, value, weight, share }: ScorePart): string {
  const name = feature.endsWith(': ') ? `${feature}none` : feature;
  return `${name} ${share < 0 ? '' : '+'}${rounded(share)} (${rounded(value)} × ${rounded(weight)})`;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
