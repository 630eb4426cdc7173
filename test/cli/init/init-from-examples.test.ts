/** A topic from example pages: init → crawl → judged pages. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startSite, type TestSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

const page = (title: string, paragraphs: string[], links: string[] = []) =>
  `<title>${title}</title><main><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</main>
<nav>${links.map((to) => `<a href="${to}">${to.slice(1)}</a>`).join(' ')}</nav>`;

const SUNDEW = [
  'Sundews are carnivorous plants of the genus Drosera. Sticky glands on their leaves catch insects, which the plant then digests.',
  'They grow in bogs and on wet sand, where nitrogen is scarce, and flower in summer on long stalks above the sticky leaves.',
];
const FLYTRAP = [
  'The Venus flytrap is a carnivorous plant that catches insects with a trap at the end of each leaf, which closes within a second.',
  'Like sundews it grows in bogs with little nitrogen. Growers keep this carnivorous plant in peat and water it with rain.',
];
const PITCHER = [
  'Pitcher plants are carnivorous plants whose leaves form tubes in which insects drown. The plant digests them with enzymes.',
  'Sarracenia grows in bogs of North America, and Nepenthes climbs in the forests of Borneo. Both catch insects by their nectar.',
];
const BUTTERWORT = [
  'Butterworts are carnivorous plants with flat sticky leaves. Small insects stick to the glands of a leaf, and the plant digests them.',
  'They grow in bogs and on wet rocks, and many growers keep these carnivorous plants on a window that faces north.',
];
const RAILWAY = [
  'The railway leaves the town at nine and reaches the coast before noon. Tickets are sold at the station and on board of the train.',
  'In winter a second train runs in the afternoon, and passengers change at the junction for the express to the capital.',
];
const COOKING = [
  'Boil the potatoes with salt, and fry the onions in butter until they are brown. Add cream, cheese and pepper, and bake for an hour.',
  'Serve the dish with a green salad and bread. The recipe is enough for four people, and keeps for two days in the fridge.',
];
const COUNCIL = [
  'The council met on Monday to discuss the budget of the town. Members voted for a new school and against higher parking fees.',
  'The mayor thanked all citizens who had sent letters. The next meeting of the council is open to the public as usual.',
];

const SCHOOL = [
  'The school opens at eight. Pupils learn reading, writing and mathematics, and play football on the field behind the house.',
  'Parents meet the teachers twice a year. The library of the school has books in six languages and lends them for a month.',
];

let site: TestSite;
let folder: string;
const file = (name: string) => join(folder, name);
const WEB = ['--allow-private', '127.0.0.0/8', '--pause', '0'];
const init = (...args: string[]) => thresher(['init', '-o', file('crawl.yaml'), ...WEB, ...args]);

beforeAll(async () => {
  const menu = ['/', '/railway', '/cooking', '/council', '/school', '/trams'];
  site = await startSite({
    '/': page(
      'Pages of a town',
      ['All pages of the town and of its societies, from railway to plants.'],
      ['/sundew', ...menu],
    ),
    '/sundew': page('Sundews', SUNDEW, [...menu, '/flytrap', '/butterwort']),
    '/flytrap': page('Venus flytrap', FLYTRAP, [...menu, '/sundew', '/pitcher']),
    '/pitcher': page('Pitcher plants', PITCHER, menu),
    '/butterwort': page('Butterworts', BUTTERWORT, menu),
    '/railway': page('Railway', RAILWAY, menu),
    '/cooking': page('Potato bake', COOKING, menu),
    '/council': page('The council', COUNCIL, menu),
    '/school': page('The school', SCHOOL, menu),
    '/trams': page(
      'Trams',
      RAILWAY.map((text) => text.replaceAll('train', 'tram')),
      menu,
    ),
  });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-examples-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => site.close());

describe('from URLs', () => {
  test('writes a crawl that keeps the pages on topic', async () => {
    const examples = ['/sundew', '/flytrap', '/pitcher'].map((path) => site.origin + path);
    const { code, printed, messages } = await init('--topic', 'plants', '--examples', ...examples);
    expect({ code, messages }).toEqual({ code: 0, messages: [] });
    expect(printed[0]).toMatch(/^examples {2}3 read, and \d pages around them$/);
    expect(printed[1]).toMatch(/^terms {5}\d+: .*carnivorous/);
    expect(printed.find((line) => line.startsWith('topic'))).toBe('topic     the model; it accepts 3 of 3 examples');
    expect(printed.at(-1)).toMatch(/^Start the crawl with: npx thresher crawl /);
    expect(readFileSync(file('crawl-topic.txt'), 'utf8')).not.toContain('railway');
    expect(readFileSync(file('crawl-topic.txt'), 'utf8')).toContain('The cut-off is in crawl.yaml.');
    expect(readFileSync(file('crawl-topic.txt'), 'utf8')).toMatch(/^\d+: carnivorous.*=plants$/m);

    const settings = readFileSync(file('crawl.yaml'), 'utf8');
    writeFileSync(file('crawl.yaml'), `${settings}\nscope: host\npoliteness: {hostPauseMs: 0}\n`);
    const data = ['--dir', file('data')];
    expect(await thresher(['crawl', file('crawl.yaml'), ...data])).toMatchObject({ code: 0 });
    const { answers } = await thresher(['export', '--format', 'jsonl', ...data]);
    const kept = (answers() as { url: string }[]).map(({ url }) => url.slice(site.origin.length)).sort();
    expect(kept).toEqual(['/butterwort', '/flytrap', '/pitcher', '/sundew']);
  });

  test('names the option that private addresses need', async () => {
    const { code, messages } = await thresher([
      'init',
      '-o',
      file('crawl.yaml'),
      '--topic',
      'plants',
      '--examples',
      `${site.origin}/sundew`,
    ]);
    expect([code, messages]).toEqual([
      2,
      [
        expect.stringMatching(
          /^example http\S+: .*private-address.*; it is left out; allow its address with --allow-private, such as/,
        ),
        '--examples: no example has a text to learn from',
      ],
    ]);
  });

  test('leaves out what cannot be fetched', async () => {
    const { code, messages } = await init(
      '--topic',
      'plants',
      '--examples',
      `${site.origin}/sundew`,
      `${site.origin}/none`,
    );
    expect(code).toBe(0);
    expect(messages).toEqual([expect.stringMatching(/^example http:\S+\/none: .*not-found.*; it is left out$/)]);
  });
});

describe('from files', () => {
  test('compares pages with frequent words, and starts at the given seed', async () => {
    const names = [SUNDEW, FLYTRAP, BUTTERWORT].map((text, i) => {
      writeFileSync(file(`${i}.html`), page(`Plants ${i}`, text));
      return file(`${i}.html`);
    });
    expect(await init('--topic', 'plants', '--examples', ...names)).toMatchObject({
      code: 2,
      messages: ['the examples are files without links to start from; give --seed URL'],
    });
    const seed = ['--seed', `${site.origin}/`];
    expect(await init('--topic', 'plants', ...seed, '--examples', ...names)).toMatchObject({ code: 0 });
    const requests = [PITCHER, RAILWAY, COOKING, COUNCIL].map((text) => ({ text: text.join('\n\n') }));
    for (const topic of ['crawl.yaml', 'crawl.model'])
      expect(
        (
          (await thresher(['classify', '--topic', file(topic), '--jsonl'], requests)).answers() as { verdict: string }[]
        ).map(({ verdict }) => verdict),
      ).toEqual(['relevant', 'off-topic', 'off-topic', 'off-topic']);
  });

  test('reads a list of URLs', async () => {
    writeFileSync(file('urls.txt'), `# plants\n${site.origin}/sundew\n${site.origin}/flytrap\n`);
    const { printed } = await init('--topic', 'plants', '--examples', file('urls.txt'));
    expect(printed[0]).toMatch(/^examples {2}2 read/);
  });

  test('reads a list in the form of seed files', async () => {
    const lines = [`${site.origin}/sundew 0 lang=en # first`, '', `{"url": "${site.origin}/flytrap"}`];
    writeFileSync(file('seeds.lst'), lines.join('\n'));
    const { code, printed, messages } = await init('--topic', 'plants', '--examples', file('seeds.lst'));
    expect({ code, messages }).toEqual({ code: 0, messages: [] });
    expect(printed[0]).toMatch(/^examples {2}2 read/);
  });

  test('names the lines of a list without a URL', async () => {
    const lines = [`${site.origin}/sundew`, '# plants', 'www.a.test/bog', `${site.origin}/flytrap Venus flytrap`];
    writeFileSync(file('urls.txt'), `${lines.join('\n')}\nhttp://\n`);
    const { code, messages } = await init('--topic', 'plants', '--examples', file('urls.txt'));
    expect(code).toBe(2);
    expect(messages).toEqual([
      `--examples: ${file('urls.txt')}:3: www.a.test/bog: must be a URL that starts with http:// or https://`,
      expect.stringMatching(/urls\.txt:4: expected a URL, optionally followed by a priority/),
      expect.stringMatching(/urls\.txt:5: http:\/\/: /),
    ]);
  });

  test('learns from a text that names URLs', async () => {
    writeFileSync(file('sundew.txt'), `https://a.test/sundew\n${SUNDEW.join('\n')}\n`);
    const { code, printed } = await init('--seed', site.origin, '--topic', 'plants', '--examples', file('sundew.txt'));
    expect({ code, read: printed[0] }).toEqual({ code: 0, read: expect.stringMatching(/^examples {2}1 read/) });
  });
});

test.each<[string, string[], RegExp]>([
  ['no name', ['--examples', 'a.html'], /--examples: give the name of the topic with --topic NAME/],
  ['a bad name', ['--topic', 'My Plants', '--examples', 'a.html'], /NAME: My Plants: must be lower-case letters/],
  [
    'another way to make a topic',
    ['--topic', 'a', '--words', 'b', '--examples', 'a.html'],
    /--words: not with --examples/,
  ],
  ['a missing file', ['--topic', 'a', '--examples', '/none.html'], /\/none\.html: no such file/],
  ['a missing list', ['--topic', 'a', '--examples', '/none.txt'], /--examples: \/none\.txt: no such file/],
])('rejects %s', async (_, args, message) => {
  const { code, messages } = await init(...args);
  expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringMatching(message)] });
  expect(existsSync(file('crawl.yaml'))).toBe(false);
});

test('leaves out an example that is a check for browsers', async () => {
  const server = createServer(({ url: path }, response) => {
    if (path === '/robots.txt') response.writeHead(404).end();
    else
      response
        .writeHead(202, { 'content-type': 'text/html', 'x-amzn-waf-action': 'challenge' })
        .end(page('Checking your browser', COUNCIL));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const check = `http://127.0.0.1:${(server.address() as AddressInfo).port}/moss`;
  const examples = [check, `${site.origin}/sundew`, `${site.origin}/flytrap`];
  const { printed, stderr } = await init('--topic', 'plants', '--examples', ...examples);
  expect(stderr).toContain(`example ${check}: failed  (bot-check); it is left out`);
  expect(printed[0]).toMatch(/^examples {2}2 read/);
  expect(readFileSync(file('crawl.yaml'), 'utf8')).not.toContain(check);
});

test('rejects a model among the examples', async () => {
  await init('--topic', 'plants', '--examples', `${site.origin}/sundew`, `${site.origin}/flytrap`);
  const { code, messages } = await thresher([
    'init',
    '-o',
    file('b.yaml'),
    '--topic',
    'b',
    '--examples',
    file('crawl.model'),
  ]);
  expect({ code, messages }).toEqual({
    code: 2,
    messages: [expect.stringMatching(/^--examples: .*crawl\.model: is a model of `thresher train`; give the pages/)],
  });
});

test('overwrites no file, and then writes none', async () => {
  writeFileSync(file('crawl.model'), 'mine');
  const { code, messages } = await init(
    '--topic',
    'plants',
    '--examples',
    `${site.origin}/sundew`,
    `${site.origin}/flytrap`,
  );
  expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringMatching(/crawl\.model exists/)] });
  expect(existsSync(file('crawl.yaml'))).toBe(false);
});
