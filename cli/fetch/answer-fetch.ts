import { headerValues } from '../../shared/http/headers.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Reason } from '../../shared/url/reason.ts';
import { fetchFollowingRedirects, type LogStep } from './follow-redirects.ts';
import type { PoliteClient, WebOptions } from './polite-client.ts';

/** One decision, in the shape of a step of `thresher explain`. */
export type FetchStep = { step: string; decision: string; reason: Reason | null; detail: string };

/** Answer of `thresher fetch --jsonl`. With `url`, `contentType` and `bodyBase64` it is a request of `thresher clean --jsonl`. */
export type FetchAnswer = {
  /** Normalised URL of the last hop; as given if it has no normal form. */
  url: string;
  /** What became of the last hop: `fetched`, `gone`, `refused`, `failed` …; null if the fetch was interrupted. */
  outcome: string | null;
  reason: Reason | null;
  /** Status of the last response. It, the content type and the body are null if there was none. */
  status: number | null;
  contentType: string | null;
  bodyBase64: string | null;
  steps: FetchStep[];
};

/** Creates a log that takes steps to a function. */
export const stepLog =
  (take: (step: FetchStep) => void): LogStep =>
  (step, decision, detail, reason) =>
    take({ step, decision, reason: reason ?? null, detail });

/** Fetches a URL as `thresher fetch` does, and returns the steps with the response. */
export async function answerFetch(address: string, web: PoliteClient, options: WebOptions): Promise<FetchAnswer> {
  const steps: FetchStep[] = [];
  const log = stepLog((step) => steps.push(step));
  const answer = await fetchFollowingRedirects(address, web, options, log);
  // A step with a reason ends a fetch, except for a crawl delay that is capped.
  const last = steps.findLast(({ step, decision, reason }) => step === 'outcome' || (reason && decision !== 'capped'));
  return {
    url: steps.findLast(({ step }) => step === 'url')?.detail ?? address,
    outcome: last?.decision ?? null,
    reason: last?.reason ?? null,
    ...responseFields(answer),
    steps,
  };
}

function responseFields(answer: HttpResponse | undefined): Pick<FetchAnswer, 'status' | 'contentType' | 'bodyBase64'> {
  if (answer === undefined) return { status: null, contentType: null, bodyBase64: null };
  const { status, headers, body } = answer;
  return {
    status,
    contentType: headerValues(headers, 'content-type')[0] ?? null,
    bodyBase64: Buffer.from(body).toString('base64'),
  };
}
