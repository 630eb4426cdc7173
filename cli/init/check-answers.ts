/** Checks of an answer or an option of `thresher init`. Each returns what is wrong, or undefined. */
import { readSettings } from '../../shared/settings/read-settings.ts';
import { normalize } from '../../shared/url/normalize.ts';
import { REASONS } from '../../shared/url/reason.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';

export function checkSeed(seed: string): string | undefined {
  const normalized = normalize(seed, undefined, DEFAULT_URL_RULES);
  return normalized.kind === 'refused' ? `${seed}: ${REASONS[normalized.reason]}` : undefined;
}

export function checkChoice(text: string, choices: readonly string[]): string | undefined {
  return choices.includes(text) ? undefined : `${text}: must be one of ${choices.join(', ')}`;
}

export const ofChoices = (choices: readonly string[]) => (text: string) => checkChoice(text, choices);

export function checkWords(text: string): string | undefined {
  return listOf(text).length === 0 ? 'give at least one word' : undefined;
}

export const checkName = (crawl: string): string | undefined => checkSetting({ crawl });
export const checkUserAgent = (userAgent: string): string | undefined => checkSetting({ userAgent });

function checkSetting(given: object): string | undefined {
  try {
    readSettings({ seeds: ['http://example.org/'], ...given });
    return undefined;
  } catch (error) {
    const [value] = Object.values(given);
    return `${value}: ${(error as Error).message.replace(/^\w+: /, '')}`;
  }
}

/** Splits a list at commas, and removes quotation marks around an item. */
export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) =>
      item
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim(),
    )
    .filter((item) => item !== '');
}
