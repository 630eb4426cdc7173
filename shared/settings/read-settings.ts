import type { z } from 'zod';
import { findMailFaults } from './alerts/mail.ts';
import { type Fault, findProtoKeys, SettingsError, toFaults } from './faults.ts';
import { findCindiFaults } from './learning/cindi.ts';
import { needsTopic, withPreset } from './presets.ts';
import { findRuleFaults } from './rules.ts';
import { type Settings, SettingsSchema } from './settings.ts';

/**
 * Validates settings and fills in the values of the preset and the defaults. Idempotent, so stored settings can be read again.
 *
 * @throws SettingsError with every setting that is missing, out of bounds or unknown.
 */
export function readSettings(given: unknown): Settings {
  const protoKeys = findProtoKeys(given);
  if (protoKeys.length > 0) throw new SettingsError(protoKeys);
  const read = SettingsSchema.safeParse(withPreset(withoutEmptySections(given)), { reportInput: true });
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
