/**
 * Loads the options of the clean stage, with plug-ins, databases and parsers. Separate from `stage-options.ts`, so that functions
 * which need only plain options do not bundle all of this.
 */
import type { CleanOptions } from '../clean/clean-options.ts';
import type { Extractor } from '../clean/extract/extract-rules.ts';
import type { CountryLookup } from '../clean/metadata/country-of-ip.ts';
import type { Plugin } from '../clean/plugin.ts';
import { urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';
import { cleanOptionsOf } from './stage-options.ts';
import { extractRulesOf } from './stages/extract-rules.ts';

/** Loads plug-ins and files by their names in the settings. @throws if one is missing, with its name. */
export type CleanAssetLoader = {
  plugin(name: string): Promise<Plugin>;
  file(name: string): Promise<Uint8Array>;
};

/** Returns all options of the clean stage. @throws if a plug-in or a file cannot be loaded, with its name */
export async function loadCleanOptions(settings: Settings, load: CleanAssetLoader): Promise<CleanOptions> {
  const options = cleanOptionsOf(settings);
  const markdown = settings.clean.markdown ? (await import('../clean/markdown/writer.ts')).markdownWriter : undefined;
  const extract = await loadExtractor(settings);
  const countryOfAddress = await countryOfAddressOf(settings, load);
  const plugins = await Promise.all(settings.plugins.map(load.plugin));
  return {
    ...options,
    ...(markdown && { markdown }),
    ...(extract && { extract }),
    ...(countryOfAddress && { countryOfIp: countryOfAddress }),
    ...(plugins.length > 0 && { plugins }),
  };
}

/** Imports the database reader only for crawls that have a database. @throws if the file is not such a database. */
async function countryOfAddressOf(
  { clean: { geoip } }: Settings,
  { file }: CleanAssetLoader,
): Promise<CountryLookup | undefined> {
  if (geoip === null) return undefined;
  const [{ openCountryDatabase: countryReader }, database] = await Promise.all([
    import('../clean/metadata/country-of-ip.ts'),
    file(geoip),
  ]);
  return countryReader(database);
}

/** Imports the tree parser only for crawls that have extraction rules. @throws if a rule is invalid, with its name. */
export async function loadExtractor(settings: Settings): Promise<Extractor | undefined> {
  const rules = extractRulesOf(settings.extract);
  if (!rules) return undefined;
  const { compileExtract } = await import('../clean/extract/extract-page.ts');
  return compileExtract(rules, urlRulesOf(settings));
}
