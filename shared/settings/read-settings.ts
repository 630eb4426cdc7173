import type { z } from 'zod';
import { findMailFaults } from './alerts/mail.ts';
import { type Fault, findProtoKeys, SettingsError, toFaults } from './faults.ts';
import { findCindiFaults } from './learning/cindi.ts';
import { needsTopic, withPreset } from './presets.ts';
import { findRuleFaults } from './rules.ts';
import { type Settings, SettingsSchema } from './settings.ts';

/**
 * Maximum number of issues of one validation. A wrong entry of `seeds` has up to 40, one or more for each kind of seed, which take 9 kB: 200,000 wrong
 * entries take 1.8 GB.
 */
const MAX_ISSUES = 100_000;

class TooManyIssues extends Error {}

/** Returns an error map that changes no message. It ends a validation with too many issues. */
function countIssues(): z.core.$ZodErrorMap {
  let count = 0;
  return () => {
    if (++count > MAX_ISSUES) throw new TooManyIssues();
    return undefined;
  };
}

/** @throws SettingsError if there are too many issues */
function parseSettings(given: unknown) {
  try {
    const options = { reportInput: true, error: countIssues() };
    const read = SettingsSchema.safeParse(withPreset(withoutEmptySections(given)), options);
    // Zod counts the issues outside of unions when it builds the error, which is when the error is first read.
    return read.success ? read : { success: read.success, error: read.error };
  } catch (error) {
    if (!(error instanceof TooManyIssues)) throw error;
    const message = 'has too many errors to list; correct the lists that have thousands of entries';
    throw new SettingsError([{ path: [], message }]);
  }
}

/**
 * Validates settings and fills in the values of the preset and the defaults. Idempotent, so stored settings can be read again.
 *
 * @throws SettingsError with every setting that is missing, out of bounds or unknown.
 */
export function readSettings(given: unknown): Settings {
  const protoKeys = findProtoKeys(given);
  if (protoKeys.length > 0) throw new SettingsError(protoKeys);
  const read = parseSettings(given);
  if (!read.success) {
    const faults = toFaults(read.error, SettingsSchema);
    throw new SettingsError([...faults, ...findOtherRuleFaults(given, faults)]);
  }
  const settings = read.data;
  const ofPreset = findPresetFaults(settings);
  const faults = [
    ...findRuleFaults(settings),
    ...ofPreset,
    ...findTargetFaults(settings),
    // A strategy that the preset set is in no line of the crawl.yaml.
    ...(ofPreset.length === 0 ? findCindiFaults(settings) : []),
    ...findMailFaults(settings),
  ];
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze({ ...settings, scope: settings.scope ?? (settings.topic.filters.length > 0 ? 'any' : 'host') });
}

/** Returns faults inside the URL rules of settings that have other faults, so that a user sees all at once. */
function findOtherRuleFaults(given: unknown, faults: readonly Fault[]): Fault[] {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return [];
  const faulty = new Set(faults.map(({ path }) => path[0]));
  const others = Object.fromEntries(Object.entries(given).filter(([key]) => !faulty.has(key)));
  const read = SettingsSchema.partial({ seeds: true }).safeParse(withPreset(withoutEmptySections(others)));
  return read.success ? findRuleFaults(read.data) : [];
}

function findPresetFaults({ preset, topic }: z.output<typeof SettingsSchema>): Fault[] {
  if (!needsTopic(preset) || topic.filters.length > 0) return [];
  return [{ path: ['preset'], message: `the preset ${preset} needs topic.filters, or --topic FILE` }];
}

/** The report on the topic counts targets. */
function findTargetFaults({ targets, topic }: z.output<typeof SettingsSchema>): Fault[] {
  const isEmpty = Array.isArray(targets) && targets.length === 0;
  if (isEmpty || topic.filters.length > 0) return [];
  return [{ path: ['targets'], message: 'needs topic.filters, or --topic FILE: targets are known pages on topic' }];
}

/** Drops sections whose lines are all commented out. YAML reads them as `null`; they get their defaults. */
function withoutEmptySections(given: unknown): unknown {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
