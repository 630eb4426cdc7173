import { type HeaderList, headerValue } from './headers.ts';

/**
 * Returns whether a response is a check for browsers or people that a protection service sends instead of the page, by the header fields that
 * Cloudflare (with status 403) and AWS WAF (with 202 or 405) document:
 *
 * - https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
 * - https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-actions.html
 */
export function isBotCheck(headers: HeaderList): boolean {
  return (
    headerValue(headers, 'cf-mitigated') === 'challenge' ||
    WAF_CHECK.test(headerValue(headers, 'x-amzn-waf-action') ?? '')
  );
}

const WAF_CHECK = /^(?:challenge|captcha)$/;
