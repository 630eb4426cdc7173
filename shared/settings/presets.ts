/** Presets: settings for a kind of crawl, used where the crawl.yaml gives no value. */
import * as z from 'zod';
import { PAPER_SETTINGS } from './topic/paper-preset.ts';

/** Meta elements of Dublin Core that the preset `library` stores as fields. */
const DUBLIN_CORE = [
  ...['title', 'creator', 'subject', 'description', 'publisher', 'contributor', 'date', 'type', 'format'],
  ...['identifier', 'language', 'relation', 'coverage', 'rights'],
];

type Preset = {
  /** Completes "for …". */
  about: string;
  /** Whether it is refused without a topic. */
  needsTopic?: true;
  /** The values that differ from the defaults, as in a crawl.yaml. */
  settings: Record<string, unknown>;
};

/** The presets, by the value of `preset`. */
export const PRESETS = {
  site: {
    about: 'the search of a website: all its pages, revisited when they are likely to have changed',
    settings: {
      scope: 'host',
      sitemaps: 'usual',
      strategy: 'breadth-first',
      limits: { maxPathDepth: 20 },
      revisit: { mode: 'adaptive', maxDays: 30 },
    },
  },
  topic: {
    about: 'pages on a topic, on any host. Needs `topic.filters`',
    needsTopic: true,
    settings: {
      scope: 'any',
      strategy: 'focused',
      limits: { maxPagesPerHost: 10_000 },
      revisit: { mode: 'adaptive', maxDays: 90 },
    },
  },
  news: {
    about:
      'news sites: new articles within an hour, with source, category and the summary of the list that links to them',
    settings: {
      scope: 'host',
      sitemaps: 'usual',
      strategy: 'breadth-first',
      news: {},
      revisit: { mode: 'adaptive', days: 0.25, minDays: 0.04, maxDays: 30 },
    },
  },
  library: {
    about:
      'a subject gateway: only pages with Dublin Core metadata, one request a minute to a host, a page once a month',
    settings: {
      politeness: { hostPauseMs: 60_000 },
      revisit: { mode: 'fixed', days: 30 },
      metadata: {
        required: ['DC.*', 'DC:*', 'DCTERMS.*', 'DCTERMS:*'],
        fields: DUBLIN_CORE.map((name) => ({ meta: `DC.${name}`, field: `dc-${name}`, type: 'text' })),
      },
    },
  },
  papers: {
    about:
      'scientific documents of computer science departments, chosen by the rules and word lists of the CINDI robot. Needs `topic.filters`',
    needsTopic: true,
    settings: PAPER_SETTINGS,
  },
  archive: {
    about:
      'a copy of sites as they are: all types of files up to 100 MB, with the files that pages embed from other hosts and with robots.txt, without near-duplicate folding',
    settings: {
      scope: 'host',
      sitemaps: 'usual',
      strategy: 'breadth-first',
      embeddedFiles: true,
      robots: { archive: true },
      fetch: { types: ['*/*'], exceptTypes: [], headFirst: [] },
      limits: { maxPathDepth: 100, maxPageBytes: 100_000_000 },
      duplicates: { nearBits: null },
    },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

/** Names of the presets, in the order in which they are shown. */
export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];

/** Returns whether settings with a preset need a topic: a crawl of any host without one would fetch the whole web. */
export const needsTopic = (preset: PresetName | undefined): boolean =>
  preset !== undefined && 'needsTopic' in PRESETS[preset];

export const PresetSchema = z
  .enum(PRESET_NAMES)
  .optional()
  .describe(
    'Settings for a kind of crawl, used where this file gives no value. `topic` and `papers` need `topic.filters`. [crawling.md](crawling.md#presets) describes the presets and lists their values.',
  );

/** Merges the values of the preset that the settings name below them. Returns settings without a valid preset as they are. */
export function withPreset(given: unknown): unknown {
  if (!isGroup(given)) return given;
  const { preset } = given;
  if (typeof preset !== 'string' || !Object.hasOwn(PRESETS, preset)) return given;
  return mergeSettings(PRESETS[preset as PresetName].settings, given);
}

/** Merges groups key by key. Other values of `over` replace those of `base`. */
export function mergeSettings(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const result = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const current = result[key];
    result[key] = isGroup(value) && isGroup(current) ? mergeSettings(current, value) : value;
  }
  return result;
}

/** Returns whether a value of the settings is a group of keys: an object that is no list. */
export function isGroup(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
