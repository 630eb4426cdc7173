import { SettingsError, toFaults } from './faults.ts';
import { findRuleFaults } from './rules.ts';
import { type Settings, SettingsSchema } from './settings.ts';

/**
 * Validates settings and fills in defaults. Idempotent, so stored settings can be read again.
 *
 * @throws SettingsError with every setting that is missing, out of bounds or unknown.
 */
export function readSettings(given: unknown): Settings {
  const read = SettingsSchema.safeParse(withoutEmptySections(given));
  if (!read.success) throw new SettingsError(toFaults(read.error, SettingsSchema));
  const settings = read.data;
  const faults = findRuleFaults(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze({ ...settings, scope: settings.scope ?? (settings.topic.filters.length > 0 ? 'any' : 'host') });
}

/** Drops sections whose lines are all commented out. YAML reads them as `null`; they get their defaults. */
function withoutEmptySections(given: unknown): unknown {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
