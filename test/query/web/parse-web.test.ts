import { expect, test } from 'vitest';
import { MAX_CLAUSES } from '../../../shared/query/ast/query-ast.ts';
import { parseWeb } from '../../../shared/query/web/parse-web.ts';
import { showNode } from '../show-query.ts';

// query · tree
test.each<[string, string]>([
  ['pitcher plants', '?{pitcher, plants}'],
  ['"pitcher plants" bog', '+{* adj "pitcher plants"} ?{bog}'],
  ['“pitcher plants”', '* adj "pitcher plants"'],
  ['« pitcher plants »', '* adj "pitcher plants"'],
  ['»pitcher plants«', '* adj "pitcher plants"'],
  ['pitcher » plants', '?{pitcher, "»", plants}'],
  ['＂pitcher plants＂', '* adj "pitcher plants"'],
  ['"pitcher plants', '* adj "pitcher plants"'],
  ['pitcher -baseball NOT cricket -"major league"', '?{pitcher} -{baseball, cricket, * adj "major league"}'],
  ['+moss fen', '+{moss} ?{fen}'],
  ['moss OR fen || bog', '((moss or fen) or bog)'],
  ['moss AND fen && bog', '((moss and fen) and bog)'],
  ['moss OR fen AND bog', '(moss or (fen and bog))'],
  ['moss AND NOT fen', '(moss not fen)'],
  ['moss OR -fen', '(moss or -{fen})'],
  ['NOT NOT moss', 'moss'],
  ['(moss OR fen) AND (bog OR "peat hag")', '((moss or fen) and (bog or * adj "peat hag"))'],
  ['moss -(fen OR bog) peat', '?{moss, peat} -{(fen or bog)}'],
  ['(moss fen) bog', '?{moss, fen, bog}'],
  ['(moss fen) AND bog', '(?{moss, fen} and bog)'],
  ['moss) (fen', '?{moss, fen}'],
  ['title:sundew x', '+{title = sundew} ?{x}'],
  ['Title:"round leaved" -intitle:fen', '+{Title adj "round leaved"} -{intitle = fen}'],
  ['title:(sundew OR moss)', '(title = sundew or title = moss)'],
  ['site:a.example OR site:b.example', '(site = a.example or site = b.example)'],
  ['url:moss -inurl:"peat moss"', '+{url = moss} -{inurl adj "peat moss"}'],
  ['url:/plants/peat-moss.html x', '+{url = "/plants/peat-moss.html"} ?{x}'],
  ['URL:http://a.example/wiki/Moss_(plant)?a=b*c', 'URL = "http://a.example/wiki/Moss_(plant)?a=b*c"'],
  ['(url:/Moss_(plant)_(genus) OR fen)', '(url = "/Moss_(plant)_(genus)" or fen)'],
  ['url:(moss OR fen)', '(url = moss or url = fen)'],
  ['url:peat* url:pet~', '+{url wildcard peat*, url fuzzy pet}'],
  ['title:/a', '"title:/a"'],
  ['author:Ada year:2020', '+{author = Ada, year = 2020}'],
  ['date:2020..2021', 'date within "2020 2021"'],
  ['date:[2020 TO *]', 'date within "2020 *"'],
  ['date:>=2020-05', 'date >= 2020-05'],
  ['date:..2021', 'date within "* 2021"'],
  ['plant* colo?r', '?{* wildcard plant*, * wildcard colo?r}'],
  ['title:plant*', 'title wildcard plant*'],
  ['B12* 2023* walk?r7 *gen2', '?{* wildcard B12*, * wildcard 2023*, * wildcard walk?r7, * wildcard *gen2}'],
  ['किता* +किताब किताब~ Mu\u0308ll*', '+{"किताब"} ?{* wildcard "किता*", * fuzzy "किताब", * wildcard "Mu\u0308ll*"}'],
  ['sundw~ sundw~2 ~bog', '?{* fuzzy sundw, * fuzzy/distance<=2 sundw, * fuzzy bog}'],
  ['+C++ -C# +.NET -.NET', '+{"C++", .NET} -{"C#", .NET}'],
  ['+C++17 +C#.NET +ASP.NET -C++17', '+{"C++17", "C#.NET", ASP.NET} -{"C++17"}'],
  ['+C++/CLI +U.S.A. x', '+{"C++/CLI", U.S.A.} ?{x}'],
  ['+R&D* +moss/fern~ +.net~', '?{"+R&D*", "+moss/fern~", "+.net~"}'],
  ['+R&D +I/O', '+{"R&D", "I/O"}'],
  ['"bog moss"~5', '* prox/distance<=5 "bog moss"'],
  ['"bog moss"~', '* adj "bog moss"'],
  ['moss^4', '* =/boost=4 moss'],
  ['Rezept\u00adbuch Koch\ufeffbuch', '?{Rezeptbuch, Kochbuch}'],
])('parses %s', (query, tree) => {
  expect(showNode(parseWeb(query).query!.root)).toBe(tree);
});

test.each([
  ...[
    'meat-eating plants',
    'C++ templates',
    'C# and F#',
    "don't panic",
    'rock ’n’ roll',
    'moss – a guide',
    'moss - a guide',
  ],
  ...[
    'http://bog.example/a?b=c*d',
    'https://bog.example:8080/',
    'bog.example:8080',
    'localhost:8080',
    'mailto:ada@bog.example',
  ],
  ...[
    '12:30',
    'at 12:30:15',
    'ratio 3:1',
    'John 3:16',
    'Genesis:3',
    'std::vector',
    'C:\\temp',
    'doi:10.1000/182',
    'note: moss',
  ],
  ...[
    'what is moss?',
    'A* search',
    '5 * 3',
    '10*20 and 4?5',
    'f(x)',
    'Drosera (sundew)',
    '**bold**',
    '~/.bashrc',
    '~100 km',
    'x^2',
    'a+b',
  ],
  ...['+46 8 123', '-5 °C', 'ls -l', 'npm --save-dev', 'a -> b', 'rock -n- roll', '7" vinyl', '6\'2"', 'and or not'],
  ...[
    'Portland OR',
    'Portland, OR',
    'TO BE OR NOT TO BE',
    'moss & fern',
    'R&D',
    'a | b',
    '食虫植物',
    '題目：苔',
    'lang:en "',
    '()',
  ],
  ...['site: plants', 'title:', 'NOT', 'AND moss'],
])('takes %s as words', (query) => {
  const { root } = parseWeb(query.replace('lang:en ', '')).query!;
  const nodes = root.type === 'group' ? [...root.optional, ...root.required, ...root.excluded] : [root];
  for (const node of nodes) expect(node).toMatchObject({ type: 'clause', index: null, relation: '=', modifiers: [] });
  if (root.type === 'group') expect([root.required, root.excluded]).toEqual([[], []]);
});

test('gives the position of each clause in the query as it was written', () => {
  const { root } = parseWeb('a\u00adb "c d" -title:e').query!;
  expect(root).toMatchObject({ optional: [{ at: 0 }], required: [{ at: 4 }], excluded: [{ at: 10 }] });
});

test('limits length, depth and operators, but not the number of words', () => {
  expect(parseWeb('a '.repeat(9_000)).error).toBeUndefined();
  expect(parseWeb('('.repeat(9_000)).error).toEqual({ message: 'more than 100 nested brackets', at: 100 });
  expect(parseWeb(`${'NOT '.repeat(200)}a`).error).toMatchObject({ at: 400 });
  expect(
    parseWeb(
      Array(MAX_CLAUSES + 2)
        .fill('a')
        .join(' OR '),
    ).error?.message,
  ).toContain('more than 256 operators');
  expect(parseWeb('a'.repeat(1e6)).error?.message).toContain('at most 20000');
});
