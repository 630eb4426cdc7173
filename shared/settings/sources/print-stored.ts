import { formatNoun } from '../../text/format-count.ts';
import type { Settings } from '../settings.ts';
import { printSettings } from './print-settings.ts';
import { storedLayer } from './stored-layer.ts';

/**
 * Settings that are left out. They hold addresses of webhooks, which may be secret, mail addresses, and names of people and of a stack, and do
 * not change what a crawl on this machine stores.
 */
const PRIVATE_KEYS = ['alerts', 'annotations', 'notify', 'mail', 'aws'] as const satisfies (keyof Settings)[];

/** Stored settings for people. */
export type PrintedSettings = {
  /** What the file lacks, a line each. */
  missing: string[];
  /** The settings as a crawl.yaml, with a comment for each value, as `storedLayer` knows it. */
  yaml: string;
};

/** Returns the stored settings of a crawl as a file that may be published, and what it lacks to repeat the crawl. */
export function printStored(settings: Settings): PrintedSettings {
  const layer = storedLayer(settings);
  const left = PRIVATE_KEYS.filter((key) => Object.hasOwn(layer.given, key));
  const shown = { ...settings };
  for (const key of left) delete (shown as Partial<Settings>)[key];
  return {
    missing: [
      ...settings.seeds.flatMap((seed) =>
        typeof seed !== 'string' && 'gathered' in seed
          ? [`Not in this file: ${formatNoun(seed.seeds, 'seed')} of ${seed.gathered}; add their source to seeds`]
          : [],
      ),
      ...(left.length > 0 ? [`Not in this file, as they name addresses, people or a stack: ${left.join(', ')}`] : []),
    ],
    yaml: printSettings(shown, [layer]),
  };
}
