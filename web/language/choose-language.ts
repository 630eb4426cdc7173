import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { varyBy } from '../headers.ts';
import { type Locale, localeOf } from './locale.ts';
import { isLanguageOfPages, LANGUAGES, type Language } from './table.ts';

/** Parameter and cookie that name the language of the pages. The parameter `lang` filters hits. */
export const LANGUAGE_PARAMETER = 'ui';

/** How long a browser keeps the chosen language. Seconds: a year. */
const COOKIE_MAX_AGE_S = 31_536_000;

/**
 * Returns the locale for a request: the language of the parameter `ui`, or else of the cookie `ui`, or else the one that
 * `Accept-Language` prefers, or else `preset`. The parameter sets the cookie, so links need not name the language and stay the same
 * for every visitor.
 */
export async function requestLocale(c: Context, preset: Language = LANGUAGES[0]): Promise<Locale> {
  varyBy(c, 'accept-language', 'cookie');
  const requested = c.req.query(LANGUAGE_PARAMETER)?.trim().toLowerCase() ?? '';
  if (isLanguageOfPages(requested)) {
    const isSecure = c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:');
    setCookie(c, LANGUAGE_PARAMETER, requested, {
      path: '/',
      maxAge: COOKIE_MAX_AGE_S,
      sameSite: 'Lax',
      httpOnly: true,
      secure: isSecure,
    });
    return localeOf(requested);
  }
  const kept = getCookie(c, LANGUAGE_PARAMETER) ?? '';
  if (isLanguageOfPages(kept)) return localeOf(kept);
  return localeOf(acceptedLanguage(c.req.header('accept-language')) ?? preset);
}

/** Returns the language of the pages that a header `Accept-Language` (RFC 9110, 12.5.4) prefers; undefined if it names none. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
    return { code: range.split('-')[0]!, quality: quality === undefined ? 1 : Number(quality) };
  });
  const accepted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return accepted.map(({ code }) => code).find(isLanguageOfPages);
}
