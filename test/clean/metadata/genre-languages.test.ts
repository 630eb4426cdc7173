import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { Url } from '../../../shared/url/url.ts';

const MENU = '<ul class=menu><li><a href=/>Home</a><li><a href=/a>About</a><li><a href=/c>Contact</a></ul>';
const PROSE =
  '<p>Sundews catch insects with the sticky drops on the hairs of their leaves, which bend around the prey; they grow where the soil is poor, in bogs and in fens, and flower in July.'.repeat(
    5,
  );
const links = (count: number) =>
  Array.from({ length: count }, (_, i) => `<li><a href="/p/${i}">Plant ${i} and its life</a>`).join('');
const genreOf = (html: string, path: string, title = 'Bog') =>
  cleanHtml(
    `http://bog.example/${path}` as Url,
    `<title>${title}</title>${MENU}${html}<div id=footer>© 2009</div>`,
    DEFAULT_CLEAN_OPTIONS,
  ).genre;

test.each([
  '<h1>404</h1><p>The page you requested could not be found.',
  "<h1>Oops!</h1><p>We can't find the page you are looking for.",
  '<p>The requested URL /x was not found on this server.',
  '<h1>Page not available</h1><p>The page has been moved or deleted.',
  '<h1>This item has been removed</h1>',
  '<h1>Seite nicht gefunden</h1>',
  '<p>Die von Ihnen angeforderte Seite konnte leider nicht gefunden werden.',
  '<p>Die gewünschte Seite existiert nicht mehr.',
  '<h1>Fehler 404</h1>',
  '<p>Dieser Artikel ist nicht mehr verfügbar.',
  '<h1>Page introuvable</h1>',
  "<p>La page que vous recherchez n'existe pas ou n'existe plus.",
  "<p>Désolé, cette page n'a pas été trouvée.",
  '<h1>Erreur 404</h1>',
  '<p>La page demandée est introuvable.',
  '<h1>Página no encontrada</h1>',
  '<p>La página que busca no existe.',
  '<p>Lo sentimos, no hemos encontrado la página solicitada.',
  '<p>El artículo ya no está disponible.',
  '<h1>Pagina non trovata</h1>',
  '<p>La pagina richiesta non esiste.',
  '<p>Spiacenti, la pagina che cerchi non è disponibile.',
  '<h1>Página não encontrada</h1>',
  '<p>A página que procura não existe.',
  '<h1>Pagina niet gevonden</h1>',
  '<p>De opgevraagde pagina bestaat niet.',
  '<p>De pagina kon niet worden gevonden.',
  '<h1>Sidan kunde inte hittas</h1>',
  '<p>Sidan du söker finns inte.',
  '<p>Siden du leter etter finnes ikke.',
  '<p>Siden kunne ikke findes.',
  '<p>Sivua ei löytynyt.',
  '<p>Nie znaleziono strony.',
  '<p>Strona, której szukasz, nie istnieje.',
  '<p>Stránka nebyla nalezena.',
  '<p>Požadovaná stránka neexistuje.',
  '<p>A keresett oldal nem található.',
  '<p>Aradığınız sayfa bulunamadı.',
  '<p>Запрашиваемая страница не найдена.',
  '<p>Такой страницы не существует.',
  '<p>Сторінку не знайдено',
  '<p>您访问的页面不存在',
  '<p>抱歉,找不到您要的网页',
  '<p>お探しのページは見つかりませんでした。',
  '<p>요청하신 페이지를 찾을 수 없습니다.',
  '<p>الصفحة غير موجودة',
  '<p>Η σελίδα δεν βρέθηκε',
])('%s is an error page, with or without links', (line) => {
  expect([genreOf(line, 'gone/page'), genreOf(`${line}<ul>${links(15)}</ul>`, 'gone/page')]).toEqual([
    'error',
    'error',
  ]);
});

test.each([
  'How the lost page was not found',
  'What to do when a page is not found',
  'The site no longer exists: a story',
])('an article called "%s" is not an error page', (title) => {
  expect(genreOf(`<h1>${title}</h1>${PROSE}`, 'a/page')).not.toBe('error');
});

test('a listing with unavailable items is a listing', () => {
  expect(genreOf(`<ul>${links(15)}<li>This article is no longer available</ul>`, 'plants')).toBe('listing');
});

const SEARCHES: [title: string, path: string][] = [
  ['Search results for "moss"', 'x?q=moss'],
  ['Suchergebnisse für "Moos"', 'suche?q=moos'],
  ['Ihre Suche nach Moos ergab 12 Treffer', 'suche?begriff=moos'],
  ['Résultats de la recherche', 'recherche?mot=x'],
  ['Résultats pour : mousse', '?s=mousse'],
  ['Resultados de la búsqueda', 'buscar?q=x'],
  ['Resultados da pesquisa', 'pesquisa?q=x'],
  ['Risultati della ricerca', 'ricerca?q=x'],
  ['Zoekresultaten', 'zoeken?q=x'],
  ['Sökresultat', 'sok?q=x'],
  ['Wyniki wyszukiwania', 'szukaj?q=x'],
  ['Результаты поиска', 'search?text=x'],
  ['搜索结果', 's?wd=x'],
  ['You searched for moss', '?s=moss'],
  ['12 results found', 'search?query=moss'],
  ['検索結果', 'search?q=x'],
];
test.each(SEARCHES)('"%s" at /%s is a search page, in a heading or in the title', (title, path) => {
  const found = [
    genreOf(`<h1>${title}</h1><ul>${links(12)}</ul>`, path),
    genreOf(`<ul>${links(12)}</ul>`, path, title),
  ];
  expect(found).toEqual(['search', 'search']);
});

describe('a thread', () => {
  const thread = (member: string) =>
    Array.from(
      { length: 4 },
      (_, i) =>
        `<div class=post><b>user${i}</b><div>${member}</div><div>Sundews like wet moss, and grow where water stands all year. ${i}</div></div>`,
    ).join('');

  test.each([
    'Joined: May 2007',
    'Posts: 12',
    'Registriert seit: 3.6.2007',
    'Beiträge: 12',
    'Inscrit le : 3 juin 2007',
    'Mensajes: 12',
    'Messaggi: 12',
    'Сообщения: 12',
  ])('is recognised by a line about a member: %s', (member) => {
    expect(genreOf(thread(member), 'moss')).toBe('forum');
  });

  test.each([
    ...['forum/viewtopic.php?t=1', 'showthread.php?t=12', 'board/thread.php?threadid=1', 'index.php?topic=12.0'],
    ...['forum/thread-12.html', 'cgi-bin/ultimatebb.cgi?ubb=get_topic;f=1;t=12', 'yabb/YaBB.pl?num=12', 't12p25-moss'],
  ])('is recognised by its URL: /%s', (path) => {
    expect(genreOf(thread('A friend of plants'), path)).toBe('forum');
  });

  test.each(['f12/moss-345.html', 't12-moss', 'f3-fens'])(
    'is recognised by a number in its URL and one line about a member: /%s',
    (path) => {
      const found = ['Posts: 12', 'Nothing of the kind'].map((line) => genreOf(`<p>${line}${PROSE}`, path));
      expect(found).toEqual(['forum', 'article']);
    },
  );

  test.each([
    ['/f3-fens /t1-a /t2-b /t3-c', 'forum'],
    ['/f1-cars /t1-a /t1-b /t2-c', 'article'],
    ['/f3-fens /f4-bogs /f5-moors', 'article'],
  ])('is recognised by links to threads and their board: %s', (paths, genre) => {
    const others = paths.split(' ').map((path) => `<a href=${path}>Another</a>`);
    expect(genreOf(others.join(' ') + PROSE, 't12-moss')).toBe(genre);
  });

  test('is not recognised by a few numbers', () => {
    expect(genreOf(`<p>Posts: 12<p>Posts: 13${PROSE}`, 'moss')).toBe('article');
  });
});

test.each([
  ['a table of links', `<table>${links(20).replaceAll('<li>', '<tr><td>')}</table>`],
  [
    'teasers',
    Array.from(
      { length: 10 },
      (_, i) => `<h2><a href=/p/${i}>How plant ${i} lives</a></h2><p>It grows in bogs. <a href=/p/${i}>More</a>`,
    ).join(''),
  ],
  ['lines', links(15).replaceAll('<li>', '<br>')],
])('%s of links are a listing', (_, html) => {
  expect(genreOf(html, 'plants/all')).toBe('listing');
});
