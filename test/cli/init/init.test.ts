import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadCrawlFile } from '../../../cli/load-crawl.ts';
import { needsTopic, PRESET_NAMES } from '../../../shared/settings/presets.ts';
import { thresher } from '../test-terminal.ts';

let folder: string;
const file = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (args: string[], answers?: string[]) =>
  thresher(['init', '-o', file('crawl.yaml'), ...args], answers, answers ? { canAsk: true } : {});
const validate = async () => (await thresher(['validate', file('crawl.yaml')])).code;

describe('without a terminal', () => {
  test.each(PRESET_NAMES)('writes a file that `validate` accepts with the preset %s', async (preset) => {
    const topic = needsTopic(preset) ? ['--words', 'sundew, carnivorous plants'] : [];
    const { code, printed } = await init(['--seed', 'https://a.test/x', '--preset', preset, ...topic]);
    expect(code).toBe(0);
    expect(printed.at(-1)).toBe(`Start the crawl with: npx thresher crawl ${file('crawl.yaml')}`);
    expect(await validate()).toBe(0);
    expect(await loadCrawlFile(file('crawl.yaml'))).toMatchObject({
      crawl: 'a.test',
      preset,
      seeds: ['https://a.test/x'],
    });
  });

  test('writes a topic definition with a term a line', async () => {
    await init(['plants', '--seed', 'https://a.test/', '--words', 'Sundew, "carnivorous plants" ,']);
    expect(readFileSync(file('crawl-topic.txt'), 'utf8')).toMatch(
      /^10: sundew=plants\n10: carnivorous plants=plants\n$/m,
    );
    const { scope, topic } = await loadCrawlFile(file('crawl.yaml'));
    expect(scope).toBe('any');
    expect(topic.filters).toMatchObject([{ terms: 'crawl-topic.txt', cutOff: 15 }]);
  });

  test('matches words literally, and counts a word that is given twice once', async () => {
    const words = 'C++, Drosera (plant), node.js, .NET, moss @and bog, c++, Moss';
    const { code } = await init(['plants', '--seed', 'https://a.test/', '--words', `${words}, moss`]);
    expect(code).toBe(0);
    const requests = [
      'Drosera (plant)',
      'the C++ book',
      'ASP.NET and .NET',
      'moss @and bog',
      'nodexjs, droseraplant, ccc, inet',
    ];
    const args = ['classify', '--topic', file('crawl-topic.txt'), '--jsonl'];
    const { answers } = await thresher(
      args,
      requests.map((text) => ({ text })),
    );
    expect((answers() as { score: number }[]).map(({ score }) => score)).toEqual([10, 10, 20, 20, 0]);
  });

  test('takes all options, and asks nothing', async () => {
    writeFileSync(file('mine.txt'), '10: fen=F\n');
    const agent = "Bogbot/1.0 (+mailto:a@b.test; 'x: y') # z";
    const { code, stderr } = await init([
      ...['bogs', '--seed', 'https://a.test/', '--seed', 'https://b.test/#x', '--scope', 'domain'],
      ...['--user-agent', agent, '--topic', file('mine.txt')],
      ...['--allow-private', '10.0.0.0/8', '--resolve', '*.test=10.0.0.1'],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: [] });
    expect(await loadCrawlFile(file('crawl.yaml'))).toMatchObject({
      ...{ crawl: 'bogs', scope: 'domain', userAgent: agent, seeds: ['https://a.test/', 'https://b.test/#x'] },
      topic: { filters: [{ terms: 'mine.txt', termsText: '10: fen=F\n' }] },
      network: { allowPrivate: ['10.0.0.0/8'], resolve: { '*.test': '10.0.0.1' } },
    });
  });

  test('keeps existing files unless --force is given', async () => {
    writeFileSync(file('crawl.yaml'), 'mine');
    const refused = await init(['--seed', 'https://a.test/']);
    expect(refused.code).toBe(2);
    expect(refused.stderr.join()).toContain('crawl.yaml exists; choose another name with --output, or overwrite');
    expect(readFileSync(file('crawl.yaml'), 'utf8')).toBe('mine');
    expect((await init(['--seed', 'https://a.test/', '--force'])).code).toBe(0);
    expect(await validate()).toBe(0);
    writeFileSync(file('other-topic.txt'), 'mine');
    const args = ['init', '--seed', 'https://a.test/', '--words', 'moss', '-o', file('other.yaml')];
    expect((await thresher(args)).code).toBe(2);
    expect(existsSync(file('other.yaml'))).toBe(false);
  });

  test.each<[string, string[], string]>([
    ['no seed', [], 'no terminal to ask on; give --seed URL'],
    ['a bad seed', ['--seed', 'mailto:a@b.test'], '--seed: mailto:a@b.test: '],
    ['an unknown preset', ['--seed', 'https://a.test/', '--preset', 'x'], '--preset: x: must be one of site, topic'],
    ['an unknown scope', ['--seed', 'https://a.test/', '--scope', 'x'], '--scope: x: must be one of host, domain'],
    ['a bad name', ['A b', '--seed', 'https://a.test/'], 'NAME: A b: must be lower-case letters'],
    ['a bad user agent', ['--seed', 'https://a.test/', '--user-agent', 'Mozilla/5.0'], '--user-agent: Mozilla/5.0: '],
    ['bad words', ['--seed', 'https://a.test/', '--words', ','], '--words: give at least one word'],
    ['two topics', ['--seed', 'https://a.test/', '--words', 'a', '--topic', 'b'], 'not both'],
    ['a missing topic file', ['--seed', 'https://a.test/', '--topic', '/no/topic.txt'], '/no/topic.txt: no such file'],
    ['the preset topic without a topic', ['--seed', 'https://a.test/', '--preset', 'topic'], '--words or --topic'],
  ])('rejects %s', async (_, args, message) => {
    const { code, stderr } = await init(args);
    expect(code).toBe(2);
    expect(stderr.join('\n')).toContain(message);
    expect(existsSync(file('crawl.yaml'))).toBe(false);
  });
});

describe('on a terminal', () => {
  test('asks for everything, and again after an invalid answer', async () => {
    const answers = ['mailto:x', 'https://a.test/ https://b.test/', 'plants', 'topic', '', 'sundew, moss', 'domain'];
    const { code, stderr } = await init([], [...answers, 'Bogs', 'bogs', 'two words', 'https://a.test/about']);
    expect(code).toBe(0);
    expect(stderr.filter((line) => /must be|required|neither http|lower-case/.test(line))).toHaveLength(5);
    expect(await loadCrawlFile(file('crawl.yaml'))).toMatchObject({
      ...{ crawl: 'bogs', preset: 'topic', scope: 'domain', seeds: ['https://a.test/', 'https://b.test/'] },
      userAgent: 'bogs-crawler/1.0 (+https://a.test/about)',
    });
    expect(readFileSync(file('crawl-topic.txt'), 'utf8')).toContain('10: moss=bogs');
  });

  test('takes the suggested answers, and asks only for what is missing', async () => {
    const { code, stderr } = await init(['--seed', 'https://a.test/'], ['', '', '', '', '']);
    expect(code).toBe(0);
    expect(stderr).toHaveLength(5);
    const settings = await loadCrawlFile(file('crawl.yaml'));
    expect(settings).toMatchObject({ crawl: 'a.test', preset: 'site', scope: 'host', topic: { filters: [] } });
    expect(settings.userAgent).toBe('Thresher/0.1');
  });

  test('writes nothing if the input ends', async () => {
    const { code } = await init([], ['https://a.test/', 'site']);
    expect(code).toBe(130);
    expect(existsSync(file('crawl.yaml'))).toBe(false);
  });
});
