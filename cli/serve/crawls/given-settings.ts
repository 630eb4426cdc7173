import { TopicFileError } from '../../../shared/classify/terms/topic-file.ts';
import { SettingsError } from '../../../shared/settings/faults.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { ParameterFault } from '../../../web/api/parse-parameters.ts';
import { parameterFaults } from '../../../web/crawls/crawl-bodies.ts';
import { findAlertFaults } from '../../alerts/find-alert-faults.ts';
import { UsageError } from '../../command.ts';
import { loadInlineSettings, type Overrides } from '../../load-crawl.ts';
import { findSiteFaults } from '../../load-filter.ts';
import { findMachineFaults } from './machine-keys.ts';

type Given = { settings: Settings } | { faults: ParameterFault[] };

/**
 * Maximum number of values in a request. A body of the maximum size (4 MiB) reaches it if its values, such as URLs, have less than 21 bytes on
 * average. Validation takes memory and time for each value.
 */
const MAX_VALUES = 200_000;

const TOO_MANY_VALUES: Given = {
  faults: [{ parameter: 'body', detail: `must have at most ${MAX_VALUES} values` }],
};

/** Returns whether a value of JSON has more values in it than the maximum. It may be nested deeply. */
function hasTooManyValues(given: unknown): boolean {
  const open = [given];
  let count = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
    count += inner.length;
    if (count > MAX_VALUES) return true;
    for (const one of inner) open.push(one);
  }
  return false;
}

/**
 * Validates the settings of a request as those of a crawl.yaml, without reading a file of this machine.
 *
 * @returns the settings, or all that is wrong with them
 */
export async function readGivenSettings(given: unknown): Promise<Given> {
  if (hasTooManyValues(given)) return TOO_MANY_VALUES;
  try {
    const settings = readSettings(given);
    const found = [
      ...findMachineFaults(settings),
      ...findSiteFaults(settings.topic.filters),
      ...findAlertFaults(settings),
    ];
    if (found.length > 0) throw new SettingsError(found);
    // It names no file any more: what is inline is checked.
    return { settings: await loadInlineSettings(settings as unknown as Overrides) };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

/**
 * Validates seeds of a request for an existing crawl, without reading a file of this machine.
 *
 * @param rules settings of the crawl
 * @returns these settings with the given seeds instead of their own, or all that is wrong with the seeds
 */
export function readGivenSeeds(rules: Settings, seeds: readonly unknown[]): Given {
  if (hasTooManyValues(seeds)) return TOO_MANY_VALUES;
  try {
    const settings = readSettings({ ...rules, seeds });
    const found = findMachineFaults(settings).filter(({ path }) => path[0] === 'seeds');
    if (found.length > 0) throw new SettingsError(found);
    return { settings };
  } catch (error) {
    return { faults: faultsOf(error) };
  }
}

function faultsOf(error: unknown): ParameterFault[] {
  if (error instanceof SettingsError) return parameterFaults(error.faults);
  if (error instanceof TopicFileError || error instanceof UsageError)
    return error.lines.map((line) => ({ parameter: 'topic.filters', detail: line }));
  if (isTooDeep(error)) return [{ parameter: 'body', detail: 'is nested too deeply' }];
  throw error;
}

/** The functions that read settings call themselves for each level. */
const isTooDeep = (error: unknown): boolean => error instanceof RangeError && /call stack/.test(error.message);
