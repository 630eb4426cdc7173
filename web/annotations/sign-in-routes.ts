import type { Context, Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { otherSite, tooManyRequests, wrongToken } from '../api/problem.ts';
import { limitForm } from '../judge/judge-page.ts';
import type { TakeRequest } from '../limits/client-buckets.ts';
import { allowForms, isOfOwnPage } from '../limits/own-forms.ts';
import type { WebPorts } from '../ports.ts';
import { damagedForm, readForm } from '../read-form.ts';
import { respondWithProblem } from '../respond.ts';
import { missingCrawl, siteContext } from '../site.ts';
import { SESSION_COOKIE } from './identify-person.ts';
import { createSession, personNamed, SESSION_MAX_AGE_S } from './session.ts';
import type { WebAnnotations } from './web-annotations.ts';

type Ports = WebPorts & { annotations: WebAnnotations };

/** Adds the pages where people sign in and out. @param takeAttempt counts each attempt to sign in */
export function serveSignIn(app: Hono, ports: Ports, takeAttempt: TakeRequest): void {
  app.get('/sign-in', async (c) => {
    const site = await siteContext(c, ports);
    if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
    allowForms(c);
    const { signInPage } = await import('./sign-in-page.ts');
    return c.html(signInPage(site, recordOf(c.req.query('record')), c.req.query('to')));
  });
  app.post('/sign-in', limitForm, (c) => signIn(c, ports, takeAttempt));
  app.post('/sign-out', limitForm, async (c) => {
    if (!isOfOwnPage(c)) return respondWithProblem(c, otherSite);
    const form = await readForm(c);
    if (!form) return respondWithProblem(c, damagedForm);
    deleteCookie(c, SESSION_COOKIE, { path: '/' });
    return returnTo(c, (await siteContext(c, ports)).crawl, recordOf(form['record']));
  });
}

async function signIn(c: Context, ports: Ports, takeAttempt: TakeRequest): Promise<Response> {
  const { annotations } = ports;
  const site = await siteContext(c, ports);
  if (site.crawl === undefined) return respondWithProblem(c, missingCrawl(site), site);
  if (!isOfOwnPage(c)) return respondWithProblem(c, otherSite, site);
  const waitS = takeAttempt(annotations.clientOf(c) ?? '');
  if (waitS > 0) return respondWithProblem(c, tooManyRequests(waitS), site);
  const form = await readForm(c);
  if (!form) return respondWithProblem(c, damagedForm, site);
  const { name, token, record, to } = form;
  const people = await annotations.people(site.crawl);
  const isGiven = typeof name === 'string' && typeof token === 'string';
  const person = isGiven ? personNamed(people, name, token.trim()) : undefined;
  if (!person) return respondWithProblem(c, wrongToken, site);
  setCookie(c, SESSION_COOKIE, createSession(person, annotations.now()), {
    path: '/',
    maxAge: SESSION_MAX_AGE_S,
    sameSite: 'Strict',
    httpOnly: true,
    secure: c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:'),
  });
  return returnTo(c, site.crawl, recordOf(record), to);
}

/** Returns the id of a record that a form or link names; undefined if it is none. */
const recordOf = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[\w-]{1,128}$/.test(given) ? given : undefined;

function returnTo(c: Context, crawl: string | undefined, record: string | undefined, to?: unknown): Response {
  const parameters = new URLSearchParams(crawl === undefined ? {} : { crawl });
  if (to === 'documents') return c.redirect(`/documents?${parameters}`, 303);
  return c.redirect(record === undefined ? '/' : `/record/${record}?${parameters}#annotations`, 303);
}
