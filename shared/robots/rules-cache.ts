import { parseRobots, type RobotsRules } from './rules.ts';

/**
 * Maximum length of the texts whose rules are kept, in UTF-16 units. Many short rules (`allow:/a`) take up to 36 bytes of memory for each
 * unit: 28 MB.
 */
const MAX_KEPT_LENGTH = 768 * 1024;

/** Minimum length of a text whose rules are kept, in UTF-16 units. Shorter ones are parsed in less than a millisecond. */
const MIN_KEPT_LENGTH = 4 * 1024;

/** Parses robots.txt, and keeps the rules of long files that were parsed lately. */
export type RulesCache = (robotsTxt: string, agentToken: string, origin: string) => RobotsRules;

/**
 * Creates a cache of parsed rules, the least recently used of which are dropped. A file of 500 KB takes 0.1 s of CPU to parse, and each visit
 * of its host needs it. Only the same text for the same agent and origin gives the same rules.
 */
export function createRulesCache(maxKeptLength = MAX_KEPT_LENGTH): RulesCache {
  const kept = new Map<string, { text: string; rules: RobotsRules }>();
  let keptLength = 0;

  const remove = (key: string) => {
    keptLength -= kept.get(key)?.text.length ?? 0;
    kept.delete(key);
  };

  return (text, agentToken, origin) => {
    if (text.length < MIN_KEPT_LENGTH || text.length > maxKeptLength) return parseRobots(text, agentToken, origin);
    const key = `${agentToken} ${origin}`;
    const found = kept.get(key);
    const rules = found?.text === text ? found.rules : parseRobots(text, agentToken, origin);
    // The last place is that of the most recent use.
    remove(key);
    kept.set(key, { text, rules });
    keptLength += text.length;
    for (const oldest of kept.keys()) {
      if (keptLength <= maxKeptLength) break;
      remove(oldest);
    }
    return rules;
  };
}
