import { type TrainingPage, trainLinks } from '../../../focus/train-links.ts';
import { normalize } from '../../../url/normalize.ts';
import type { Url } from '../../../url/url.ts';
import { DEFAULT_URL_RULES } from '../../../url/url-rules.ts';
import { createClassifier, toProbabilities } from '../classifier.ts';
import type { TopicModel } from '../topic-model.ts';
import type { Scores } from './learner.ts';

/** A training document with its links, as URLs. Empty URL: it has none. */
type LinkedDocument = {
  url: string;
  title: string | null;
  label: string;
  links?: readonly { url: string; anchor: string }[];
};

/**
 * Learns from the links between training documents what a link to a page on topic looks like.
 *
 * @param scores out-of-fold scores of the documents, because a crawl judges pages that the model was not trained on
 * @returns an encoded link model; undefined if no document links to another one
 */
export function learnLinks(
  documents: readonly LinkedDocument[],
  scores: Scores,
  model: TopicModel,
): Uint8Array | undefined {
  const urls = documents.map(({ url }) => urlOf(url));
  const known = new Set(urls);
  const strengthOfWords = wordJudge(model);
  const pages: TrainingPage[] = [];
  for (const [row, { label, title, links = [] }] of documents.entries()) {
    const url = urls[row];
    if (url === undefined) continue;
    pages.push({
      url,
      ...(title !== null && { title }),
      isRelevant: model.topic.includes(label),
      relevance: onTopic(scores.slice(row * model.classes.length, (row + 1) * model.classes.length), model),
      links: links.flatMap(({ url: text, anchor }) => {
        const to = urlOf(text);
        return to !== undefined && to !== url && known.has(to)
          ? [{ url: to, anchor, words: strengthOfWords(anchor) }]
          : [];
      }),
    });
  }
  return pages.some(({ links }) => links.length > 0) ? trainLinks(pages).encode() : undefined;
}

/** Returns a function that scores the words of a link, as a crawl does. */
function wordJudge(model: TopicModel): (anchor: string) => number {
  const { classify, isKnown } = createClassifier(model);
  return (text) => {
    if (!isKnown(text)) return 0;
    const { classes } = classify({ url: '', title: null, text, language: 'und' });
    return classes.reduce((sum, one) => sum + (model.topic.includes(one.class) ? one.score : 0), 0);
  };
}

/** Returns the probability that a document is on topic. */
function onTopic(scores: Float64Array, { classes, topic, calibration }: TopicModel): number {
  toProbabilities(scores, calibration);
  return classes.reduce((sum, name, c) => sum + (topic.includes(name) ? scores[c]! : 0), 0);
}

function urlOf(text: string): Url | undefined {
  if (text === '') return undefined;
  const found = normalize(text, undefined, DEFAULT_URL_RULES);
  return found.kind === 'url' ? found.url : undefined;
}
