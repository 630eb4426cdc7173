import { createHmac } from 'node:crypto';
import { normalizeName } from '../../shared/annotations/person-name.ts';
import { isSameSecret } from '../limits/same-secret.ts';
import type { Annotator } from './web-annotations.ts';

/** How long a person stays signed in. Seconds: 30 days. */
export const SESSION_MAX_AGE_S = 2_592_000;

/** Maximum length of a session and of a token that are looked at, in UTF-16 units. */
const MAX_LENGTH = 1_000;

/** Returns the person with a token. Compares it with all, so that the time does not tell whose it resembles. */
export function personWithToken(people: readonly Annotator[], token: string): Annotator | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  let found: Annotator | undefined;
  for (const person of people) if (isSameSecret(person.token, token)) found ??= person;
  return found;
}

/** Returns the person with a name and a token. The time does not tell whether the name exists. */
export function personNamed(people: readonly Annotator[], name: string, token: string): Annotator | undefined {
  const found = personWithToken(people, token);
  return found?.name === normalizeName(name.trim()) ? found : undefined;
}

/**
 * Creates the value of the cookie of a person who has signed in. It is signed with a key made of the token, so the server keeps no
 * sessions, and a new token ends all sessions of the person.
 *
 * @param now epoch milliseconds
 */
export function createSession(person: Annotator, now: number): string {
  const expires = Math.floor(now / 1000) + SESSION_MAX_AGE_S;
  const name = Buffer.from(person.name).toString('base64url');
  return `${name}.${expires}.${signatureOf(person, expires)}`;
}

/** Returns the person of a session; undefined if it is not valid, or has expired. */
export function personOfSession(people: readonly Annotator[], session: string, now: number): Annotator | undefined {
  const [, encoded = '', digits, signature = ''] =
    /^([\w-]+)\.(\d{1,12})\.([\w-]+)$/.exec(session.slice(0, MAX_LENGTH)) ?? [];
  const name = Buffer.from(encoded, 'base64url').toString();
  const person = people.find((one) => one.name === name);
  const expires = Number(digits);
  if (!person || !(expires * 1000 > now)) return undefined;
  return isSameSecret(signatureOf(person, expires), signature) ? person : undefined;
}

const signatureOf = ({ name, token }: Annotator, expires: number): string =>
  createHmac('sha256', token).update(`thresher session\n${name}\n${expires}`).digest('base64url');
