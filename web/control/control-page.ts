import type { Context } from 'hono';
import { noSuchCrawl, otherSite, unknownState } from '../api/problem.ts';
import { isOfOtherPage } from '../limits/own-forms.ts';
import { damagedForm, readForm } from '../read-form.ts';
import { respondWithProblem, wantsJson } from '../respond.ts';
import { CONTROLLED_STATES, type WebControl } from './control.ts';

/** Pauses, stops or resumes the crawl of a form, and leads back to its page. Keeps other websites out as for verdicts. */
export async function controlPage(c: Context, crawls: readonly string[], control: WebControl): Promise<Response> {
  const form = await readForm(c);
  if (!form) return respondWithProblem(c, damagedForm);
  const { token, crawl, state } = form;
  if (token !== control.token || isOfOtherPage(c)) return respondWithProblem(c, otherSite);
  if (typeof crawl !== 'string' || !crawls.includes(crawl)) return respondWithProblem(c, noSuchCrawl([String(crawl)]));
  const wanted = CONTROLLED_STATES.find((one) => one === state);
  if (wanted === undefined) return respondWithProblem(c, unknownState);
  await control.change(crawl, wanted);
  if (wantsJson(c)) return c.json({ crawl, state: wanted });
  return c.redirect(`/crawl?${new URLSearchParams({ crawl }).toString()}`, 303);
}
