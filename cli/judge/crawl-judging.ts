import {
  type ChoiceLimits,
  type ChosenPages,
  choosePagesToJudge,
} from '../../shared/classify/judgements/choose-pages.ts';
import { type PersonVerdicts, readVerdicts } from '../../shared/classify/judgements/judgement-store.ts';
import type { Control } from '../../shared/ports/control.ts';
import { compileTopic } from '../../shared/settings/topic/compile-topic.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import type { Stores } from '../run/wiring.ts';

export type JudgingChoice = ChosenPages & { verdicts: PersonVerdicts };

/** Chooses stored pages of a crawl for a person to judge, by the topic in the settings of the crawl. */
export async function chooseFromCrawl(
  { crawl, createdAt }: Pick<Control, 'crawl' | 'createdAt'>,
  stores: Stores,
  limits: ChoiceLimits,
): Promise<JudgingChoice> {
  const { settings } = await loadStoredSettings(crawl, stores);
  const { objects, clock } = stores;
  const verdicts = await readVerdicts(crawl, objects);
  const judge = compileTopic(await loadModels(settings, objects));
  const chosen = await choosePagesToJudge(crawl, judge, verdicts, { objects, createdAt, now: clock.now() }, limits);
  return { ...chosen, verdicts };
}
