/**
 * What the clean stage takes, with what has to be loaded first. In a file of its own: other functions ask for the settings of
 * stages too, and would carry all of it along.
 */
import type { CleanOptions } from '../clean/clean-options.ts';
import type { Extractor } from '../clean/extract/extract-rules.ts';
import type { CountryOf } from '../clean/metadata/country-of-address.ts';
import type { Plugin } from '../clean/plugin.ts';
import { extractRulesOf } from './extraction.ts';
import { urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';
import { cleanOptionsOf } from './stages.ts';

/** Gets what settings name: plug-ins, and files by the name that they have there. @throws naming what is not there. */
export type LoadForClean = {
  plugin(name: string): Promise<Plugin>;
  file(name: string): Promise<Uint8Array>;
};

export async function wholeCleanOptionsOf(settings: Settings, load: LoadForClean): Promise<CleanOptions> {
  const options = cleanOptionsOf(settings);
  const markdown = settings.clean.markdown ? (await import('../clean/markdown/writer.ts')).markdownWriter : undefined;
  const extract = await extractorOf(settings);
  const countryOfAddress = await countryOfAddressOf(settings, load);
  const plugins = await Promise.all(settings.plugins.map(load.plugin));
  return {
    ...options,
    ...(markdown && { markdown }),
    ...(extract && { extract }),
    ...(countryOfAddress && { countryOfAddress }),
    ...(plugins.length > 0 && { plugins }),
  };
}

/** The reader of databases is read with the first crawl that has one. @throws when it is none. */
async function countryOfAddressOf(
  { clean: { geoip } }: Settings,
  { file }: LoadForClean,
): Promise<CountryOf | undefined> {
  if (geoip === null) return undefined;
  const [{ countryReader }, database] = await Promise.all([
    import('../clean/metadata/country-of-address.ts'),
    file(geoip),
  ]);
  return countryReader(database);
}

/** The parser that makes trees is read with the first crawl that has rules. @throws naming what cannot be read in them. */
export async function extractorOf(settings: Settings): Promise<Extractor | undefined> {
  const rules = extractRulesOf(settings.extract);
  if (!rules) return undefined;
  const { compileExtract } = await import('../clean/extract/extract-page.ts');
  return compileExtract(rules, urlRulesOf(settings));
}
