import { editorJsonSchema } from '../../shared/settings/schema/editor-schema.ts';
import { givenSettingsSource } from '../../shared/settings/schema/given-settings-source.ts';
import { settingsReference } from '../../shared/settings/schema/settings-page.ts';
import { command, EXIT } from '../command.ts';
import { formatJson } from '../output/format-json.ts';

export const settingsCommand = command({
  name: 'settings',
  usage: ['[--schema | --types | --markdown]'],
  about: 'Prints every setting of a crawl.yaml with its type, bounds, default and meaning.',
  options: {
    schema: { type: 'boolean', help: 'print the JSON Schema, for completion in editors' },
    types: { type: 'boolean', help: 'print the TypeScript type of settings, with a comment for each key' },
    markdown: { type: 'boolean', help: 'print docs/settings.md (the default)' },
  },
  examples: [
    ['thresher settings', 'Print all settings'],
    [
      'thresher settings --schema > crawl.schema.json',
      'Write the schema; then start a crawl.yaml with: # yaml-language-server: $schema=crawl.schema.json',
    ],
    ['thresher settings --markdown > docs/settings.md', 'Update the page after a change of the schema'],
  ],
  async run({ options }, terminal) {
    const text = options.schema
      ? formatJson(editorJsonSchema(), 2)
      : options.types
        ? givenSettingsSource()
        : settingsReference();
    terminal.out(text.trimEnd());
    return EXIT.done;
  },
});
