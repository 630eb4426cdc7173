import {
  type CrawlExamples,
  readCrawlExamples,
  TRAINING_PAGES,
} from '../../shared/classify/judgements/crawl-examples.ts';
import { readVerdicts } from '../../shared/classify/judgements/judgement-store.ts';
import { describeSample } from '../../shared/classify/review/sample-objects.ts';
import { compileTopic } from '../../shared/settings/topic/compile-topic.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { formatCount, formatNoun } from '../../shared/text/format-count.ts';
import { UsageError } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';
import type { Terminal } from '../output/terminal.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { createPageCollection } from './collect-pages.ts';
import type { TrainingPage } from './labelled-line.ts';

/** Label of the pages on topic. The others have the label `off-topic`. */
export const LABEL_ON_TOPIC = 'relevant';

/**
 * Reads training pages from a crawl, and prints how many there are of each kind. Copies of a text are left out.
 *
 * @throws UsageError if no page is on topic: neither by a person nor by the topic of the crawl
 */
export async function readCrawlPages(
  place: { dir?: string | undefined; name: string },
  terminal: Pick<Terminal, 'err'>,
): Promise<TrainingPage[]> {
  const found = await withCrawl(place, 'read', async ({ crawl, createdAt }, stores) => {
    const { objects, clock } = stores;
    const { settings } = await loadStoredSettings(crawl, stores);
    const judge = compileTopic(await loadModels(settings, objects));
    const ports = { objects, createdAt, now: clock.now() };
    return readCrawlExamples(crawl, judge, await readVerdicts(crawl, objects), ports, TRAINING_PAGES);
  });
  terminal.err(`${place.name}: ${describeExamples(found)}`);
  if (found.examples.every(({ label }) => label !== LABEL_ON_TOPIC))
    throw new UsageError(
      `--crawl ${place.name}: no page to learn from is on topic; judge some with \`thresher judge\``,
    );
  const collection = createPageCollection();
  for (const { isByPerson: _, ...page } of found.examples)
    collection.add({ ...page, links: [...(page.links ?? [])] }, page.url);
  return collection.pages;
}

function describeExamples({ examples, doubtful, sample }: CrawlExamples): string {
  const relevant = examples.filter(({ label }) => label === LABEL_ON_TOPIC).length;
  const byPerson = examples.filter(({ isByPerson }) => isByPerson).length;
  const kinds = `${formatCount(relevant)} relevant, ${formatCount(examples.length - relevant)} off-topic, ${formatCount(byPerson)} by your verdict`;
  return `${formatNoun(examples.length, 'example')} (${kinds}); ${formatCount(doubtful)} in doubt left out; read ${describeSample(sample)}`;
}
