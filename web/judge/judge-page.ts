import type { Context } from 'hono';
import { PERSON_VERDICTS, type PersonVerdict } from '../../shared/classify/judgements/judgement-store.ts';
import { noSuchPageToJudge, otherSite, unknownVerdict } from '../api/problem.ts';
import { limitBody } from '../limits/limit-body.ts';
import { isOfOtherPage } from '../limits/own-forms.ts';
import { damagedForm, readForm } from '../read-form.ts';
import { respondWithProblem, wantsJson } from '../respond.ts';
import type { WebJudging } from './judging.ts';

/** Maximum size of a form: a URL and a few words. Bytes. */
const MAX_FORM_BYTES = 16_384;

/** Refuses bodies that are longer than the forms of this page. */
export const limitForm = limitBody(MAX_FORM_BYTES);

/**
 * Stores the verdict in a form, and leads back to the crawl page. A form of another website would be a navigation, which the
 * request guard lets pass: the token and the headers of browsers keep it out.
 */
export async function judgePage(c: Context, crawls: readonly string[], judging: WebJudging): Promise<Response> {
  const form = await readForm(c);
  if (!form) return respondWithProblem(c, damagedForm);
  const { token, crawl, url, verdict } = form;
  if (token !== judging.token || isOfOtherPage(c)) return respondWithProblem(c, otherSite);
  const given = verdict === 'none' ? undefined : PERSON_VERDICTS.find((one) => one === verdict);
  if (given === undefined && verdict !== 'none') return respondWithProblem(c, unknownVerdict);
  if (typeof crawl !== 'string' || typeof url !== 'string' || !crawls.includes(crawl))
    return respondWithProblem(c, noSuchPageToJudge);
  if (!(await judging.judge(crawl, url, given))) return respondWithProblem(c, noSuchPageToJudge);
  if (wantsJson(c))
    return c.json({ url, verdict: given ?? null } satisfies { url: string; verdict: PersonVerdict | null });
  return c.redirect(`/crawl?${new URLSearchParams({ crawl }).toString()}#judge`, 303);
}
