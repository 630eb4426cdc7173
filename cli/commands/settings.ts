import { settingsJsonSchema, settingsPage } from '../../shared/settings/reference.ts';
import { command, EXIT } from '../command.ts';

export const settingsCommand = command({
  name: 'settings',
  usage: ['[--schema | --markdown]'],
  about: 'Every setting that a crawl.yaml can have: type, bounds, default and meaning.',
  options: {
    schema: { type: 'boolean', help: 'the JSON Schema, for editors that complete a crawl.yaml' },
    markdown: { type: 'boolean', help: 'the page docs/settings.md (also without options)' },
  },
  examples: [
    ['thresher settings', 'read them'],
    [
      'thresher settings --schema > crawl.schema.json',
      'then begin a crawl.yaml with: # yaml-language-server: $schema=crawl.schema.json',
    ],
    ['thresher settings --markdown > docs/settings.md', 'after a setting was added to the schema'],
  ],
  async run({ options }, terminal) {
    terminal.out(options.schema ? JSON.stringify(settingsJsonSchema(), null, 2) : settingsPage().trimEnd());
    return EXIT.done;
  },
});
