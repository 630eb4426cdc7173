/**
 * Reads `/ai.txt` as Spawning proposes it: lines of robots.txt that say which files of a site AI may be trained on. It forbids no request;
 * the crawl records it. Files of other formats with this name have no such lines.
 */
import { removeControls } from '../text/controls.ts';
import type { Url } from '../url/url.ts';
import { parseRobots } from './rules.ts';

export const AI_TXT_PATH = '/ai.txt';

/** The line of the file that decides, such as `Disallow: *.html`. */
export type AiTraining = { 'ai-txt'?: string };

/** Maximum length of a line, in characters. */
const MAX_LENGTH = 500;

/**
 * @param text of the file; any text is valid
 * @param agent name of the crawler: its group comes before that of `*`
 * @returns a function that tells which line decides about a URL; empty if none does
 */
export function parseAiTxt(text: string, agent: string): (url: Url) => AiTraining {
  const rules = parseRobots(text, agent, '');
  return (url) => {
    const line = rules.rule(url);
    return line === null ? {} : { 'ai-txt': removeControls(line).slice(0, MAX_LENGTH) };
  };
}
