import { headerValues } from '../../shared/http/headers.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Reason } from '../../shared/url/reason.ts';
import { fetchFollowingRedirects, type LogStep } from './follow-redirects.ts';
import type { PoliteClient, WebOptions } from './polite-client.ts';
import { type CleanQuestion, questionOfResponse } from './question-of-response.ts';

/** One decision, in the shape of a step of `thresher explain`. */
export type FetchStep = { step: string; decision: string; reason: Reason | null; detail: string };

/** Answer of `thresher fetch --jsonl`. With the fields of its response it is a request of `thresher clean --jsonl`. */
export type FetchAnswer = Partial<Omit<CleanQuestion, 'bodyBase64'>> & {
  /** Normalised URL of the last hop; as given if it has no normal form. */
  url: string;
  /** Outcome of the last hop: `fetched`, `gone`, `refused`, `failed` …; null if the fetch was interrupted. */
  outcome: string | null;
  reason: Reason | null;
  /** Status of the last response. It, the content type and the body are null if there was none, and its other fields are absent. */
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
  const url = steps.findLast(({ step }) => step === 'url')?.detail ?? address;
  return {
    outcome: last?.decision ?? null,
    reason: last?.reason ?? null,
    ...responseFields(url, answer),
    steps,
  };
}

function responseFields(
  url: string,
  answer: HttpResponse | undefined,
): Omit<FetchAnswer, 'outcome' | 'reason' | 'steps'> {
  if (answer === undefined) return { url, status: null, contentType: null, bodyBase64: null };
  const { status, headers } = answer;
  return { status, contentType: headerValues(headers, 'content-type')[0] ?? null, ...questionOfResponse(url, answer) };
}
