/** Writes a new crawl.yaml with comments, for `thresher init`. */
import { stringify } from 'yaml';
import { literalTerm } from '../../classify/terms/topic-file.ts';
import { PRESETS, type PresetName } from '../presets.ts';
import type { GivenSettings } from '../schema/given-settings.ts';
import type { Scope } from '../settings.ts';

/** What a new crawl.yaml is made of. Absent values are left to the preset and the defaults. */
export type NewCrawl = {
  crawl: string;
  seeds: readonly string[];
  preset?: PresetName;
  scope?: Scope;
  /** Absent: the file has a commented-out line in its place. */
  userAgent?: string;
  /** Private addresses and host names that the crawl may reach. */
  network?: { allowPrivate?: readonly string[]; resolve?: Readonly<Record<string, string>> };
  /** Name of the topic definition. */
  topicFile?: string;
  /** Filter of a topic that was learned from examples, and another one that can take its place. */
  topic?: { filter: object; other?: object };
};

/** Score that a page must exceed with a topic of `topicOf`: one match in the title, or two in the text. */
const CUT_OFF = 15;
/** Weight of a term in a new topic definition. */
const TERM_WEIGHT = 10;

/** Returns the text of a crawl.yaml that sets the values and explains the settings that are changed most often. */
export function newCrawlFile({ crawl, seeds, preset, scope, userAgent, network, topicFile, topic }: NewCrawl): string {
  const about = preset === undefined ? [] : [`# For ${PRESETS[preset].about}.`];
  return [
    '# Settings of a crawl. `thresher validate` checks this file, and `thresher validate --print` shows all settings.',
    '# docs/settings.md describes them.',
    '',
    ...entry('crawl', crawl),
    ...about,
    ...(preset === undefined ? ['# preset: site   # or topic, news, library, archive'] : entry('preset', preset)),
    '',
    '# The User-Agent header. Site owners use the address in it to reach you.',
    ...(userAgent === undefined
      ? [`# userAgent: ${productOf(crawl)}/1.0 (+https://example.org/about-this-crawler)`]
      : entry('userAgent', userAgent)),
    '',
    '# Where the crawl starts. Also {file: seeds.txt}, {sitemap: URL}, {feed: URL} and others.',
    ...entry('seeds', seeds),
    '',
    '# Links to follow. host: the hosts of the seeds. domain: their domains. prefix: below the directories of the seeds. any.',
    ...(scope === undefined ? [`# scope: ${defaultScope(preset, topicFile)}`] : entry('scope', scope)),
    "# allow: ['URL /plants/']",
    "# exclude: ['*/print/*', 'HOST: ^old\\.']",
    '',
    ...(topic ? learnedTopicLines(topic) : topicLines(topicFile)),
    ...(network ? entry('network', network) : []),
    '# limits: {pages: 1000, maxDepth: 5}',
    '# politeness: {hostPauseMs: 2000}',
    '# revisit: {mode: adaptive, maxDays: 30}',
    '',
  ].join('\n');
}

/** Returns the text of a crawl.yaml with settings from elsewhere. @param notes what they lack, one line each */
export function convertedCrawlFile(
  settings: Record<string, unknown>,
  source: string,
  notes: readonly string[],
): string {
  return [
    `# Settings of a crawl, converted from ${source}.`,
    '# `thresher validate` checks this file. docs/settings.md describes the settings.',
    '',
    stringify(settings, { lineWidth: 0 }).trimEnd(),
    ...(notes.length > 0 ? ['', '# Not converted:', ...notes.map((line) => `# ${line.replace(/\s+/g, ' ')}`)] : []),
    '',
  ].join('\n');
}

function topicLines(topicFile: string | undefined): string[] {
  const words =
    '# Pages on the topic are kept. A higher cutOff keeps fewer. `follow: relevant` drops the links of other pages.';
  return topicFile === undefined
    ? ['# Without a topic, all pages are kept.', '# topic: {filters: [{terms: topic.txt, cutOff: 15}]}', '']
    : [words, ...entry('topic', { filters: [{ terms: topicFile, cutOff: CUT_OFF }] }), ''];
}

function learnedTopicLines({ filter, other }: NonNullable<NewCrawl['topic']>): string[] {
  return [
    '# Pages on the topic are kept. `thresher borderline` shows the pages close to the cut-off once some are crawled.',
    ...entry('topic', { filters: [filter] }),
    ...(other ? [`# Instead: - ${stringify(other, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`] : []),
    '',
  ];
}

function defaultScope(preset: PresetName | undefined, topicFile: string | undefined): Scope {
  const settings: GivenSettings | Record<string, unknown> = preset === undefined ? {} : PRESETS[preset].settings;
  const own = 'scope' in settings ? (settings.scope as Scope) : undefined;
  return own ?? (topicFile === undefined ? 'host' : 'any');
}

/** Returns the lines of a setting. */
export function entry(key: string, value: unknown): string[] {
  return stringify({ [key]: value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n');
}

/** Returns a topic definition with a row for each word or phrase, which matches literally. Repeated ones get one row. */
export function topicOf(words: readonly string[], crawl: string): string {
  const topicClass = crawl.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'topic';
  return [
    '# A topic: one term a line, as `weight: term=CLASS`. A term is a word or a phrase; `word @and word` needs both.',
    '# It can be a regular expression: write \\ before special characters, such as node\\.js. docs/focus.md describes them.',
    '# A negative weight counts against a page.',
    ...[...new Set(words.map(literalTerm))].map((term) => `${TERM_WEIGHT}: ${term}=${topicClass}`),
    '',
  ].join('\n');
}

/** Returns the product name in the User-Agent of a crawl: the part that robots.txt addresses. */
export function productOf(crawl: string): string {
  return `${crawl.replace(/[^A-Za-z0-9_-]+/g, '-')}-crawler`;
}
