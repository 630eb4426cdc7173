import { roundScore, type ScoredSeed } from '../../../shared/classify/find-seeds/scored-seed.ts';
import type { Judge } from '../../../shared/classify/judge.ts';
import { answerClean } from '../../../shared/clean/answer-clean.ts';
import type { CleanOptions } from '../../../shared/clean/clean-options.ts';
import type { Converter } from '../../../shared/ports/converter.ts';
import type { FetchDocument } from '../../../shared/seeds/web-provider.ts';
import type { Url } from '../../../shared/url/url.ts';

export type PageCheckPorts = { get: FetchDocument; options: CleanOptions; converter: Converter };

/** The seed with the score of its page, or why it is none. */
export type CheckedSeed = { seed: ScoredSeed } | { dropped: string };

/** Fetches the page of a candidate and judges its whole text. On topic is what the crawl would keep or follow. */
export async function checkPage(
  seed: ScoredSeed,
  judge: Judge,
  { get, options, converter }: PageCheckPorts,
): Promise<CheckedSeed> {
  try {
    const { url, body, contentType } = await get(seed.url);
    const bodyBase64 = Buffer.from(body).toString('base64');
    const document = await answerClean({ url, bodyBase64, contentType }, options, converter);
    const { kind, strength, why } = judge({ ...document, url: document.url as Url });
    if (kind === 'off-topic') return { dropped: `off-topic: ${why}` };
    return { seed: { ...seed, score: roundScore(strength), title: document.title ?? seed.title, why } };
  } catch (error) {
    return { dropped: error instanceof Error ? error.message : String(error) };
  }
}
