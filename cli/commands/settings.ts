import { editorJsonSchema } from '../../shared/settings/schema/editor-schema.ts';
import { givenSettingsSource } from '../../shared/settings/schema/given-settings-source.ts';
import { settingsReference } from '../../shared/settings/schema/settings-page.ts';
import { printStored } from '../../shared/settings/sources/print-stored.ts';
import { command, DIR_OPTION, EXIT, NAME_OPTION, UsageError } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import { printable } from '../output/terminal.ts';
import { VERSION } from '../package.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { findChangedSettings } from '../run/note-changed-settings.ts';

const ABOUT = `Prints every setting of a crawl.yaml with its type, bounds, default and meaning.

With --dir or --name it prints the stored settings of a crawl as a crawl.yaml, also while the crawl runs: those of its last run, with what later
commands have changed. The comment of a value is "set" if it differs from the default and from the preset. The first lines name the version of
Thresher that prints them, the settings that stored pages do not follow yet, and what the file lacks: seeds of large lists, archives and searches;
alerts, annotations, notify, mail and aws, as they name addresses, people or a stack. Texts of topic definitions are in the settings, models are
not. Before you publish the file, check seeds, fetch.headers, deleted and the paths of files.`;

export const settingsCommand = command({
  name: 'settings',
  usage: ['[--schema | --types | --markdown]', '--dir DIR [--name NAME]'],
  about: ABOUT,
  options: {
    schema: { type: 'boolean', help: 'print the JSON Schema, for completion in editors' },
    types: { type: 'boolean', help: 'print the TypeScript type of settings, with a comment for each key' },
    markdown: { type: 'boolean', help: 'print docs/settings.md (the default)' },
    dir: { ...DIR_OPTION, help: 'print the stored settings of the crawl in this data folder' },
    name: { ...NAME_OPTION, help: 'print the stored settings of this crawl (default of --dir: .thresher)' },
  },
  examples: [
    ['thresher settings', 'Print all settings'],
    [
      'thresher settings --schema > crawl.schema.json',
      'Write the schema; then start a crawl.yaml with: # yaml-language-server: $schema=crawl.schema.json',
    ],
    ['thresher settings --markdown > docs/settings.md', 'Update the page after a change of the schema'],
    ['thresher settings --dir data > plants-as-crawled.yaml', 'Write down by which settings a crawl was made'],
  ],
  async run({ operands, options: { dir, name, ...form } }, terminal) {
    if (operands.length > 0)
      throw new UsageError(`thresher settings: ${operands[0]}: unexpected argument; name a data folder with --dir`);
    const isOfCrawl = dir !== undefined || name !== undefined;
    const [given] = Object.keys(form);
    if (isOfCrawl && given !== undefined) throw new UsageError(`--${given}: not with --dir and --name`);
    const text = isOfCrawl
      ? await storedSettings({ dir, name })
      : form.schema
        ? formatJson(editorJsonSchema(), 2)
        : form.types
          ? givenSettingsSource()
          : settingsReference();
    terminal.out(text.trimEnd());
    return EXIT.done;
  },
});

function storedSettings(place: CrawlLocation): Promise<string> {
  return withCrawl(place, 'read', async ({ crawl }, stores) => {
    const stored = await loadStoredSettings(crawl, stores);
    const { key, settings } = stored;
    const changed = await findChangedSettings(stored, settings, stores);
    const { missing, yaml } = printStored(settings);
    const head = [
      `Thresher ${VERSION}; ${key}`,
      ...changed.map((one) => `Stored pages do not follow ${one.key} yet; apply with: thresher ${one.command}`),
      ...missing,
    ];
    return `${head.map((line) => `# ${printable(line)}\n`).join('')}${yaml}`;
  });
}
