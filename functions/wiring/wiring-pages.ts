import { isLanguageOfPages, LANGUAGES } from '../../web/language/table.ts';
import type { WebPorts } from '../../web/ports.ts';
import type { Environment } from './wiring.ts';

/** Reads the options of the search pages from the environment. */
export function wirePages(env: Environment): Required<Pick<WebPorts, 'language' | 'origins'>> {
  const language = env['SEARCH_LANGUAGE'] || LANGUAGES[0];
  if (!isLanguageOfPages(language))
    throw new Error(`SEARCH_LANGUAGE must be one of ${LANGUAGES.join(', ')}, not "${language}"`);
  return { language, origins: (env['SEARCH_ORIGINS'] ?? '').split(',').filter(Boolean) };
}
