import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { notSignedIn, otherSite, type Problem, tokenWithoutName, tooManyRequests } from '../api/problem.ts';
import { varyBy } from '../headers.ts';
import type { TakeRequest } from '../limits/client-buckets.ts';
import { isOfOwnPage } from '../limits/own-forms.ts';
import { isForm } from './refuse.ts';
import { personOfSession, personWithToken } from './session.ts';
import type { Annotator, Person, WebAnnotations } from './web-annotations.ts';

/** Cookie of a person who has signed in. */
export const SESSION_COOKIE = 'annotator';

/** Returns the person who has signed in at the pages of a crawl, by the cookie, or undefined. For requests that only read. */
export function signedIn(c: Context, people: readonly Annotator[], now: number): Annotator | undefined {
  varyBy(c, 'cookie');
  return personOfSession(people, getCookie(c, SESSION_COOKIE) ?? '', now);
}

/** Returns who looks at a page of a crawl; undefined: a guest. */
export async function readerOf(
  c: Context,
  crawl: string,
  { verified, people, now }: Pick<WebAnnotations, 'verified' | 'people' | 'now'>,
): Promise<Person | undefined> {
  if (!verified) return signedIn(c, await people(crawl), now());
  varyBy(c, 'authorization');
  const { name } = verified(c) ?? {};
  return name === undefined ? undefined : { name };
}

/**
 * Returns who sends a request that writes: as a gateway has verified, by a token (`Authorization: Bearer`), or by the cookie.
 *
 * A browser adds the cookie by itself, so such a request must come from a page of this server.
 *
 * @param takeAttempt counts wrong tokens
 */
export async function writerOf(
  c: Context,
  crawl: string,
  { verified, people, now, clientOf }: Pick<WebAnnotations, 'verified' | 'people' | 'now' | 'clientOf'>,
  takeAttempt: TakeRequest,
): Promise<Person | Problem> {
  if (verified) return verifiedWriter(c, verified(c));
  const known = await people(crawl);
  // A browser sends the password that a reverse proxy asks for in the same header, by another scheme.
  const [, token] = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (token !== undefined) {
    const client = clientOf(c) ?? '';
    // Also the right token is refused then, or else a client could go on trying.
    const waitS = takeAttempt(client, 0);
    if (waitS > 0) return tooManyRequests(waitS);
    const person = personWithToken(known, token);
    if (!person) takeAttempt(client);
    return person ?? notSignedIn;
  }
  const person = signedIn(c, known, now());
  if (!person) return notSignedIn;
  return isOfOwnPage(c) ? person : otherSite;
}

/** A proxy may add the token to all requests of a browser. Only forms need no consent of this server to come from another website. */
function verifiedWriter(c: Context, person: Partial<Person> | undefined): Person | Problem {
  if (!person) return notSignedIn;
  const { name } = person;
  if (name === undefined) return tokenWithoutName;
  return isForm(c) && !isOfOwnPage(c) ? otherSite : { name };
}
