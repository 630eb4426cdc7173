/**
 * The name by which a robots.txt speaks to an agent. RFC 9309 (2.2.1) has it of letters, `-` and `_`; crawlers that are named
 * with digits and dots (MJ12bot, Mail.RU_Bot) are older than that and are named so in files.
 */
export const PRODUCT_TOKEN = /^[a-z0-9_.-]+$/;

/** `Mozilla/5.0 (compatible; Bogbot/1.0; …)`: what browsers are taken for stands first, and who asks within. */
const IN_DISGUISE = /^mozilla\/\S* +\(compatible; *([^\s;/)]+)/i;

/**
 * @param userAgent whole: `Bogbot/1.0 (+https://…)` is `bogbot`.
 * @returns in lower case; to be held against PRODUCT_TOKEN where anybody may have written it.
 */
export function productToken(userAgent: string): string {
  const said = userAgent.trim();
  return (IN_DISGUISE.exec(said)?.[1] ?? /^[^\s/]*/.exec(said)![0]).toLowerCase();
}
