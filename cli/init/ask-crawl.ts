import { needsTopic, PRESET_NAMES, PRESETS, type PresetName } from '../../shared/settings/presets.ts';
import type { Scope } from '../../shared/settings/settings.ts';
import { type NewCrawl, productOf } from '../../shared/settings/sources/new-crawl-file.ts';
import { UsageError, type Values } from '../command.ts';
import { defaultCrawlName } from '../crawl/crawl-arguments.ts';
import { WEB_OPTIONS } from '../fetch/polite-client.ts';
import { parsePrivateRanges } from '../fetch/private-ranges.ts';
import { parseResolveRules } from '../fetch/resolve-rules.ts';
import { checkName, checkSeed, checkUserAgent, checkWords, listOf, ofChoices } from './check-answers.ts';
import type { Questions } from './questions.ts';

export const SCOPES = ['host', 'domain', 'prefix', 'any'] as const satisfies readonly Scope[];

/** Options of `thresher init` that answer its questions. */
export const INIT_OPTIONS = {
  output: { type: 'string', short: 'o', value: 'FILE', help: 'file to write (default: crawl.yaml)' },
  seed: { type: 'string', multiple: true, value: 'URL', help: 'URL where the crawl starts; repeatable' },
  preset: { type: 'string', value: 'NAME', help: `kind of crawl: ${PRESET_NAMES.join(', ')}` },
  scope: { type: 'string', value: 'SCOPE', help: `links to follow: ${SCOPES.join(', ')}` },
  words: {
    type: 'string',
    value: 'LIST',
    help: 'words and phrases of the topic, separated by commas; all characters match literally',
  },
  topic: {
    type: 'string',
    value: 'FILE',
    help: 'an existing topic definition, instead of --words; with --examples the name of the topic',
  },
  examples: {
    type: 'string',
    multiple: true,
    value: 'URL|FILE',
    help: 'learn the topic from example pages: URLs, files, lists of URLs (.txt, .lst, .urls); further ones may follow',
  },
  pause: { ...WEB_OPTIONS.pause, help: `with --examples: ${WEB_OPTIONS.pause.help}` },
  resolve: WEB_OPTIONS.resolve,
  'allow-private': WEB_OPTIONS['allow-private'],
  'user-agent': { type: 'string', value: 'S', help: 'User-Agent header, with a URL or mail address of yours' },
  from: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'convert a configuration of the crawler Combine (combine.cfg); repeatable, such as jobdefault.cfg first',
  },
  force: { type: 'boolean', help: 'overwrite existing files' },
} as const;

/** Values of the options of `thresher init`. */
export type InitFlags = Values<typeof INIT_OPTIONS>;

/** Returns the settings of addresses that the options allow; undefined if there are none. @throws UsageError */
export function networkOf({ 'allow-private': allowPrivate, resolve }: InitFlags): NewCrawl['network'] {
  if (allowPrivate === undefined && resolve === undefined) return undefined;
  return {
    ...(allowPrivate && { allowPrivate: parsePrivateRanges(allowPrivate) }),
    ...(resolve && { resolve: parseResolveRules(resolve) }),
  };
}

/** What the files are made of. `words`: terms of a new topic definition; empty if there is none. */
export type Answers = Omit<NewCrawl, 'topicFile'> & { words: string[] };

/** @returns undefined if the user ends the questions. @throws UsageError if there is no terminal to ask on */
export async function askForMissing(
  name: string | undefined,
  flags: InitFlags,
  questions: Questions | undefined,
): Promise<Answers | undefined> {
  const { seed, scope, 'user-agent': agent } = flags;
  if (!questions) {
    if (seed === undefined) throw new UsageError('thresher init: no terminal to ask on; give --seed URL');
    const crawl = name ?? defaultCrawlName(seed[0]!);
    const preset = flags.preset as PresetName | undefined;
    if (needsTopic(preset) && flags.words === undefined && flags.topic === undefined)
      throw new UsageError(`--preset ${preset}: give the topic with --words or --topic`);
    return { ...answersOf(crawl, seed, listOf(flags.words)), ...optional(preset, scope as Scope, agent) };
  }
  const seeds = seed ?? (await questions.askList(SEEDS_QUESTION, checkSeed));
  if (!seeds) return undefined;
  const preset = flags.preset ?? (await questions.ask(presetQuestion(), defaultPreset(flags), ofChoices(PRESET_NAMES)));
  if (preset === undefined) return undefined;
  const mustAsk = needsTopic(preset as PresetName) && flags.topic === undefined;
  const askWords = flags.words === undefined && flags.topic === undefined;
  const wordQuestion = `Which words are the topic? Separated by commas${mustAsk ? '' : '; empty: all pages are kept'}`;
  const words = askWords ? await questions.ask(wordQuestion, mustAsk ? undefined : '', checkWords) : flags.words;
  if (askWords && words === undefined) return undefined;
  const ownScope = scopeOf(preset as PresetName, Boolean(words ?? flags.topic));
  const chosenScope = scope ?? (await questions.ask(SCOPE_QUESTION, ownScope, ofChoices(SCOPES)));
  if (chosenScope === undefined) return undefined;
  const crawl = name ?? (await questions.ask('What is the name of the crawl?', defaultCrawlName(seeds[0]!), checkName));
  if (crawl === undefined) return undefined;
  const userAgent = agent ?? (await askContact(crawl, questions));
  if (userAgent === undefined) return undefined;
  const given = optional(preset as PresetName, chosenScope as Scope, userAgent === '' ? undefined : userAgent);
  return { ...answersOf(crawl, seeds, listOf(words)), ...given };
}

/** Asks for the seeds. @returns undefined if the user ends the questions. @throws UsageError if there is no terminal to ask on */
export async function askForSeeds(
  { seed }: InitFlags,
  questions: Questions | undefined,
): Promise<string[] | undefined> {
  if (seed === undefined && !questions) throw new UsageError('thresher init: no terminal to ask on; give --seed URL');
  return seed ?? questions!.askList(SEEDS_QUESTION, checkSeed);
}

const SEEDS_QUESTION = 'Where does the crawl start? URLs, separated by spaces';

const answersOf = (crawl: string, seeds: readonly string[], words: string[]) => ({ crawl, seeds, words });

const optional = (preset: PresetName | undefined, scope: Scope | undefined, userAgent: string | undefined) => ({
  ...(preset !== undefined && { preset }),
  ...(scope !== undefined && { scope }),
  ...(userAgent !== undefined && { userAgent }),
});

const SCOPE_QUESTION =
  'Which links are followed? host: the hosts of the seeds, domain: their domains, prefix: below the seeds, any: all';
const presetQuestion = () =>
  [...PRESET_NAMES.map((name) => `  ${name}: ${PRESETS[name].about}`), 'Which kind of crawl is it?'].join('\n');
const defaultPreset = ({ words, topic }: InitFlags) => (words === undefined && topic === undefined ? 'site' : 'topic');

function scopeOf(preset: PresetName, hasTopic: boolean): Scope {
  const { settings } = PRESETS[preset];
  return 'scope' in settings ? (settings.scope as Scope) : hasTopic ? 'any' : 'host';
}

/** @returns the User-Agent with the contact; '' without a contact; undefined if the user ends the questions */
async function askContact(crawl: string, questions: Questions): Promise<string | undefined> {
  const withContact = (contact: string) => `${productOf(crawl)}/1.0 (+${contact})`;
  const question = 'How can site owners reach you? A URL or mail address for the User-Agent; empty: none';
  const contact = await questions.ask(question, '', (text) =>
    /^\S+$/.test(text) ? checkUserAgent(withContact(text)) : 'must be one URL or mail address',
  );
  return contact === undefined || contact === '' ? contact : withContact(contact);
}
