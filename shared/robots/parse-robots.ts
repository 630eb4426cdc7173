/**
 * Parses robots.txt for one agent by RFC 9309, and where it is silent like Google's parser and crawler-commons:
 *
 * - The name of an agent line ends with its token (`Foo/1.2` and `Foo Bar` address `foo`).
 * - Only a rule ends a group of agent lines. Delays and unknown lines do not.
 * - A delay applies to the agents named directly above it, for files in which each agent has nothing but a delay.
 * - A group without rules is a group: the rules for `*` do not apply to an agent that is named.
 * - A rule that allows the index page of a directory allows the directory too.
 * - Usage preferences belong to their group. Above the first group they hold for every agent.
 * - For preferences, which are rules in draft-ietf-aipref-attach, a preference ends a group of agent lines too.
 */
import { escapePattern } from './escape-path.ts';
import { parseRobotsField, type RobotsField } from './robots-field.ts';
import { type PreferenceField, type PreferenceLine, parsePreferenceLine } from './usage-preferences.ts';
import { parseCrawlDelay, parseRequestRate, parseVisitTime, type VisitTime } from './visit-time.ts';

/** Maximum size of a file, in bytes of UTF-8 and in characters. RFC 9309, 2.5 requires at least this much. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/**
 * Maximum total length of all rules with wildcards, in characters. Matching costs this length times that of the URL: 500 KiB of
 * hostile rules take seconds per URL. Beyond the limit a Disallow ends before its first wildcard, and an Allow is dropped.
 */
const MAX_WILDCARD_RULES_LENGTH = 32 * 1024;

export type ParsedRule = {
  isAllow: boolean;
  /** Path in normal form (`escapePattern`), with `*` and a `$` at the end. */
  pattern: string;
  /** The line of the file. */
  line: string;
};

type AgentRules = {
  rules: ParsedRule[];
  /** The longest delay between requests, in seconds, or `null`. */
  crawlDelayS: number | null;
  /** The same from Request-rate. */
  requestRateS: number | null;
  visitTime: VisitTime | null;
  /** Usage preferences in file order, with their paths in normal form. */
  preferences: PreferenceLine[];
};

/** The part of a robots.txt that applies to one agent, and its sitemaps. */
export type ParsedRobots = AgentRules & { sitemaps: string[] };

/**
 * Maximum number of lines with usage preferences that are read of a file. Sites have a few; a hostile file could have 20,000, which
 * are compared with each URL.
 */
const MAX_PREFERENCES = 100;

/** The groups that matter for an agent: those that name it, and those for `*`. */
type Addressee = 'agent' | 'any';
const EVERY_ADDRESSEE: readonly Addressee[] = ['agent', 'any'];

type ParserState = {
  agent: string;
  /** User agents that the next rules apply to. */
  group: Set<Addressee>;
  isInRules: boolean;
  /** User agents that the next usage preferences apply to. */
  preferenceGroup: Set<Addressee>;
  isInPreferences: boolean;
  /** User agents that the next delays apply to: those of the last consecutive agent lines. */
  delayGroup: Set<Addressee>;
  isInAgentLines: boolean;
  isAgentNamed: boolean;
  /** Whether a line named any agent yet. */
  hasAgentLines: boolean;
  wildcardLengthLeft: number;
  preferencesLeft: number;
  found: Record<Addressee, AgentRules>;
  sitemaps: string[];
};

/** @param agentToken name of the agent, such as `thresher`. Case, and text after a `/` or white space, are ignored. */
export function parseRobotsFile(robotsTxt: string, agentToken: string): ParsedRobots {
  const state = createState(/^[^/\s]*/.exec(agentToken.trim().toLowerCase())![0]);
  for (const line of withinLimit(robotsTxt).split(/\r\n|\r|\n/)) {
    const field = parseRobotsField(line);
    if (field) applyField(state, field, line);
  }
  return { ...state.found[state.isAgentNamed ? 'agent' : 'any'], sitemaps: state.sitemaps };
}

function createState(agent: string): ParserState {
  const noRules = (): AgentRules => ({
    ...{ rules: [], crawlDelayS: null, requestRateS: null, visitTime: null, preferences: [] },
  });
  return {
    agent,
    group: new Set(),
    isInRules: false,
    preferenceGroup: new Set(),
    isInPreferences: false,
    delayGroup: new Set(),
    isInAgentLines: false,
    isAgentNamed: false,
    hasAgentLines: false,
    wildcardLengthLeft: MAX_WILDCARD_RULES_LENGTH,
    preferencesLeft: MAX_PREFERENCES,
    found: { agent: noRules(), any: noRules() },
    sitemaps: [],
  };
}

function applyField(state: ParserState, { name, value }: RobotsField, line: string): void {
  switch (name) {
    case 'user-agent':
      addAgent(state, value);
      return;
    case 'crawl-delay':
      addDelay(state, 'crawlDelayS', parseCrawlDelay(value));
      return;
    case 'request-rate':
      addDelay(state, 'requestRateS', parseRequestRate(value));
      return;
    case 'visit-time':
      for (const to of state.delayGroup) state.found[to].visitTime = parseVisitTime(value) ?? state.found[to].visitTime;
      return;
    case 'sitemap':
      if (value !== '') state.sitemaps.push(value);
      return;
    case 'content-signal':
    case 'content-usage':
      addPreference(state, name, value);
      return;
    default:
      addRule(state, name === 'allow', value, line);
  }
}

function addAgent(state: ParserState, value: string): void {
  if (state.isInRules) state.group = new Set();
  if (state.isInRules || state.isInPreferences) state.preferenceGroup = new Set();
  if (!state.isInAgentLines) state.delayGroup = new Set();
  state.isInRules = false;
  state.isInPreferences = false;
  state.isInAgentLines = true;
  state.hasAgentLines = true;
  const addressee = addresseeOf(value, state.agent);
  if (!addressee) return;
  state.group.add(addressee);
  state.preferenceGroup.add(addressee);
  state.delayGroup.add(addressee);
  state.isAgentNamed ||= addressee === 'agent';
}

function addresseeOf(value: string, agent: string): Addressee | undefined {
  if (/^\*(?:\s|$)/.test(value)) return 'any';
  const name = value.toLowerCase();
  // A token has letters, `_` and `-` (RFC 9309, 2.2.1). Names with digits are compared up to a slash or white space.
  const isNamed = agent !== '' && (/^[a-z_-]*/.exec(name)![0] === agent || /^[^/\s]*/.exec(name)![0] === agent);
  return isNamed ? 'agent' : undefined;
}

function addDelay(state: ParserState, key: 'crawlDelayS' | 'requestRateS', seconds: number | undefined): void {
  state.isInAgentLines = false;
  if (seconds === undefined) return;
  for (const to of state.delayGroup) state.found[to][key] = Math.max(state.found[to][key] ?? 0, seconds);
}

/** Google's parser and crawler-commons read an allowed index page as its directory; RFC 9309 is silent. */
const INDEX_PAGE = /^(.*\/)index\.html?$/;

function addRule(state: ParserState, isAllow: boolean, path: string, line: string): void {
  state.isInRules = true;
  state.isInAgentLines = false;
  if (state.group.size === 0) return;
  // No URL contains half of a surrogate pair.
  const pattern = path.isWellFormed() ? limitWildcards(state, isAllow, escapePattern(path)) : '';
  if (pattern === '') return;
  const directory = isAllow ? INDEX_PAGE.exec(pattern)?.[1] : undefined;
  for (const to of state.group) {
    const { rules } = state.found[to];
    rules.push({ isAllow, pattern, line });
    if (directory !== undefined) rules.push({ isAllow, pattern: `${directory}$`, line });
  }
}

function addPreference(state: ParserState, field: PreferenceField, value: string): void {
  state.isInPreferences = true;
  const addressees = state.hasAgentLines ? state.preferenceGroup : new Set(EVERY_ADDRESSEE);
  // Groups of other agents use up no limit.
  if (addressees.size === 0) return;
  const line = value.isWellFormed() ? parsePreferenceLine(field, value) : undefined;
  if (!line || state.preferencesLeft-- <= 0) return;
  const path = limitWildcards(state, false, escapePattern(line.path));
  for (const to of addressees) state.found[to].preferences.push({ ...line, path });
}

/** Enforces `MAX_WILDCARD_RULES_LENGTH`. @returns '' to drop the rule. */
function limitWildcards(state: ParserState, isAllow: boolean, pattern: string): string {
  const wildcard = pattern.indexOf('*');
  if (wildcard < 0) return pattern;
  state.wildcardLengthLeft -= pattern.length;
  if (state.wildcardLengthLeft >= 0) return pattern;
  return isAllow ? '' : pattern.slice(0, wildcard) || '/';
}

/** Drops the byte order mark and everything after the last whole line, because half a path would forbid more than intended. */
function withinLimit(robotsTxt: string): string {
  const text = robotsTxt.startsWith('\ufeff') ? robotsTxt.slice(1) : robotsTxt;
  if (text.length <= MAX_ROBOTS_BYTES) return text;
  const cut = text.slice(0, MAX_ROBOTS_BYTES);
  return cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')) + 1);
}
