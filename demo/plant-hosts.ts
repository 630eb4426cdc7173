import { english } from './english.ts';
import { german } from './german.ts';
import type { Article, Host, Language, Link } from './page.ts';
import { ofGenus, PLANTS, type Plant } from './plants.ts';
import { guidePage, type PlantProse, plantHome, plantPage } from './prose.ts';
import { seeded, some } from './seeded.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';

const PROSE: Partial<Record<Language, PlantProse>> = { en: english, de: german, sv: swedish, es: spanish };

export const to = (host: string, text: string, path = '/'): Link => ({ href: `http://${host}${path}`, text });

type Plan = Omit<Host, 'articles' | 'layout' | 'language'> & {
  layout?: Host['layout'];
  language?: Language;
  plants?: Plant[];
  guides?: string[];
  /** Hand-written pages of this host; the home page links only those that are `shown`. */
  more?: (Article & { hidden?: true })[];
  /** Path of a page → a second path with the same bytes, which the home page links. */
  copies?: Record<string, string>;
  others: Link[];
};

/** Returns an on-topic host: home page, plants and guides, each with links to some neighbours. */
function plantHost(plan: Plan): Host {
  const {
    plants = [],
    guides = [],
    more = [],
    copies = {},
    others,
    layout = 'modern',
    language = 'en',
    ...host
  } = plan;
  const prose = PROSE[language]!;
  const pages = [
    ...plants.map((p) => plantPage(prose, language, host.name, p)),
    ...guides.map((g) => guidePage(prose, language, host.name, g)),
  ];
  const again = Object.entries(copies).map(([path, copy]) => ({ ...pages.find((p) => p.path === path)!, path: copy }));
  const shown = [...pages, ...more.filter((m) => !m.hidden), ...again];
  const linked = pages.map((page) => ({
    ...page,
    related: beside(page, pages, others),
    ...(copies[page.path] ? { copies: [copies[page.path]!] } : {}),
  }));
  const home = plantHome(prose, language, host.title, shown, others);
  return {
    ...host,
    layout,
    language,
    articles: [home, ...linked, ...more.map(({ hidden: _, ...article }) => article)],
  };
}

function beside(page: Article, pages: Article[], others: Link[]): Link[] {
  const random = seeded(`beside ${page.title}`);
  const near = some(
    pages.filter((p) => p !== page),
    3,
    random,
  ).map((p) => ({ href: p.path, text: p.title }));
  return [...near, ...some(others, 1, random)];
}

const of = (...latin: string[]): Plant[] => PLANTS.filter((p) => latin.includes(p.latin));
const known = (language: 'de' | 'sv' | 'es', ...genera: Plant['genus'][]): Plant[] =>
  ofGenus(...genera).filter((p) => p.common[language]);

const orphan: Article & { hidden: true } = {
  path: '/orphan.html',
  title: 'A sundew page that nobody links to',
  language: 'en',
  onTopic: true,
  sections: [{ paragraphs: [...english.trap.drosera, ...english.growing.slice(0, 4)] }],
  hidden: true,
};

const draft: Article = {
  path: '/draft-on-hybrids.html',
  title: 'Draft: hybrids of trumpet pitchers',
  language: 'en',
  onTopic: true,
  robots: 'noindex, nofollow',
  sections: [
    {
      paragraphs: [
        'This draft on Sarracenia hybrids is unfinished and should not be found by anyone: it asks robots neither to index it nor to follow its links.',
        'All trumpet pitchers cross with each other, and the pitcher plants of a mixed bog soon look like none of their grandparents. See [[/only-from-the-draft.html|a page that only the draft leads to]].',
        english.growing.slice(2, 6).join(' '),
      ],
    },
  ],
};

const onlyFromDraft: Article & { hidden: true } = {
  path: '/only-from-the-draft.html',
  title: 'Crosses of Sarracenia, a table',
  language: 'en',
  onTopic: true,
  sections: [{ paragraphs: [...english.trap.sarracenia, ...english.growing.slice(5, 9)] }],
  hidden: true,
};

const canonical: Article = {
  path: '/flytrap-cultivars.html?sort=price',
  title: 'Cultivars of the Venus flytrap, by price',
  language: 'en',
  onTopic: true,
  canonical: 'http://seed-shop.test/flytrap-cultivars.html',
  sections: [
    {
      paragraphs: [
        'Red dragons, giants and dentate traps: our list of Venus flytrap cultivars, the cheap ones first. Every Dionaea leaves us in moss, wrapped in paper, and never in winter.',
        english.guides.find((g) => g.slug === 'feeding')!.paragraphs.join(' '),
      ],
    },
  ],
};

const cultivars: Article = {
  ...canonical,
  path: '/flytrap-cultivars.html',
  title: 'Cultivars of the Venus flytrap',
  sections: [
    {
      paragraphs: [
        'Red dragons, giants and dentate traps: our list of Venus flytrap cultivars, in the order of their names. Every Dionaea leaves us in moss, wrapped in paper, and never in winter.',
        english.guides.find((g) => g.slug === 'feeding')!.paragraphs.join(' '),
        'The same list [[/flytrap-cultivars.html?sort=price|sorted by price]].',
      ],
    },
  ],
};

const WIN: Host['charset'] = { bytes: 'windows-1252', header: 'windows-1252', meta: 'windows-1252' };
/** Declares iso-8859-1 and uses windows-1252, as real pages do. */
const LATIN: Host['charset'] = { bytes: 'windows-1252', header: 'iso-8859-1' };

export const PLANT_HOSTS: Host[] = [
  plantHost({
    name: 'sundew.test',
    title: 'The Sundew Pages',
    plants: ofGenus('drosera'),
    guides: ['water', 'darwin', 'propagation'],
    more: [orphan],
    copies: {
      '/drosera-capensis.html': '/print/cape-sundew.html',
      '/drosera-regia.html': '/drosera-regia.html?lang=en',
    },
    validators: 'etag',
    others: [
      to('www.venus-flytrap.test', 'Venus flytraps and how they count'),
      to('butterworts.test', 'Butterworts, cousins of the bladderworts'),
      to('links.test', 'More links on carnivorous plants'),
      to('reset.test', 'A dead forum on sundews'),
    ],
    footer: [{ href: 'mailto:sundew@sundew.test', text: 'Write to us' }, to('moved.test', 'Our old address', '/old')],
  }),
  plantHost({
    name: 'www.venus-flytrap.test',
    title: 'Venus Flytrap World',
    layout: 'blog',
    plants: ofGenus('dionaea'),
    guides: ['soil', 'light', 'feeding', 'winter-rest', 'pests'],
    more: [
      privatePage('/private/stock-list.html', 'Stock list of flytraps'),
      privatePage('/private/open.html', 'Open day for friends of the flytrap'),
      privatePage('/flytrap-photos.html?print=1', 'Flytrap photos for printing'),
    ],
    robots: { disallow: ['/private/', '/*?print='], allow: ['/private/open.html'] },
    others: [
      to('pitcher-plants.test', 'Pitcher plants of the American south'),
      to('greenhouse.test', 'A greenhouse diary'),
    ],
    specials: [
      {
        path: '/flytrap.png',
        status: 200,
        expected: { outcome: 'refused', reason: 'binary-extension' },
        headers: { 'content-type': 'image/png' },
      },
    ],
    footer: [
      { href: '/flytrap.png', text: 'Picture of the month' },
      to('baseball.test', 'Our sponsor: baseball nights'),
    ],
  }),
  plantHost({
    name: 'pitcher-plants.test',
    title: 'Pitcher Plants of North America',
    layout: 'table',
    plants: ofGenus('sarracenia', 'darlingtonia'),
    guides: ['conservation', 'soil'],
    more: [draft, onlyFromDraft],
    coding: 'gzip',
    others: [
      to('nepenthes.test', 'Tropical pitcher plants'),
      to('sundew.test', 'Sundews'),
      to('bog-society.test', 'The bog society'),
      to('pottery.test', 'Pitchers of clay'),
    ],
  }),
  plantHost({
    name: 'nepenthes.test',
    title: 'Nepenthes of the Highlands',
    plants: ofGenus('nepenthes'),
    guides: ['terrarium', 'water'],
    coding: 'br',
    others: [to('bladderworts.test', 'Bladderworts for the terrarium'), to('slow-bog.test', 'A bog with a slow line')],
  }),
  plantHost({
    name: 'butterworts.test',
    title: 'Butterworts',
    layout: 'wiki',
    plants: ofGenus('pinguicula'),
    guides: ['light', 'pests'],
    charset: WIN!,
    validators: 'last-modified',
    others: [
      to('sundew.test', 'Sundews'),
      to('carnivoras.test', 'Grasillas, in Spanish'),
      to('knitting.test', 'Knitted butterworts?'),
    ],
  }),
  plantHost({
    name: 'bladderworts.test',
    title: 'Bladderworts under the lens',
    layout: 'blog',
    plants: [...ofGenus('utricularia'), ...of('Aldrovanda vesiculosa')],
    guides: ['beginners'],
    session: 'sid',
    others: [to('nepenthes.test', 'Tropical pitcher plants'), to('old-forum.test', 'The old forum')],
  }),
  plantHost({
    name: 'old-forum.test',
    title: 'Forum of the plant eaters’ eaters',
    layout: 'table',
    plants: of('Drosera capensis', 'Sarracenia flava', 'Byblis gigantea'),
    guides: ['feeding', 'pests'],
    session: ';jsessionid',
    charset: LATIN!,
    others: [to('links.test', 'Links'), to('loans.test', 'Cheap loans'), to('seed-shop.test', 'Seeds')],
  }),
  plantHost({
    name: 'bog-society.test',
    title: 'Society for Bogs and Carnivorous Plants',
    layout: 'wiki',
    plants: of('Heliamphora nutans', 'Cephalotus follicularis', 'Drosophyllum lusitanicum'),
    guides: ['conservation', 'bog-garden', 'darwin'],
    validators: 'last-modified',
    more: [loopPage('/archive/older/')],
    endless: (path) => (/^\/archive\/(older\/)+$/.test(path) ? loopPage(path) : undefined),
    others: [
      to('town-hall.test', 'Meetings in the town hall', '/calendar/2026/1'),
      to('links.test', 'Links on carnivorous plants'),
      to('moor.test', 'A bog in Germany'),
      to('papers.test', 'Our newsletter'),
      to('closed.test', 'The closed collection'),
    ],
  }),
  plantHost({
    name: 'slow-bog.test',
    title: 'A bog that takes its time',
    plants: of('Drosera anglica', 'Utricularia intermedia', 'Sarracenia purpurea'),
    guides: ['bog-garden', 'conservation'],
    robots: { disallow: ['/cgi-bin/'], crawlDelayS: 1 },
    others: [to('slow.test', 'Slower still', '/slow-sundews.html')],
  }),
  plantHost({
    name: 'greenhouse.test',
    title: 'A greenhouse diary',
    layout: 'blog',
    plants: of(
      'Nepenthes rajah',
      'Cephalotus follicularis',
      'Pinguicula moranensis',
      'Drosera regia',
      'Byblis gigantea',
    ),
    guides: ['winter-rest', 'propagation', 'terrarium'],
    others: [
      to('garden.test', 'The garden outside'),
      to('cooking.test', 'What we ate afterwards'),
      to('planets.test', 'Venus at night', '/venus.html'),
      to('busy.test', 'Our too popular page'),
    ],
  }),
  plantHost({
    name: 'seed-shop.test',
    title: 'Seeds of carnivorous plants',
    plants: of('Drosera binata', 'Drosera burmannii', 'Sarracenia leucophylla', 'Dionaea muscipula'),
    guides: ['propagation', 'beginners'],
    more: [{ ...cultivars }, { ...canonical, hidden: true } as Article & { hidden: true }],
    session: 'PHPSESSID',
    others: [to('greenhouse.test', 'The diary of a customer'), to('loans.test', 'Pay later')],
  }),
  plantHost({
    name: 'fleischfressende-pflanzen.test',
    title: 'Fleischfressende Pflanzen',
    language: 'de',
    plants: known('de', 'drosera', 'dionaea', 'sarracenia', 'darlingtonia', 'nepenthes'),
    guides: ['erde', 'wasser', 'winterruhe', 'vermehrung'],
    charset: { bytes: 'windows-1252', meta: 'iso-8859-1' },
    others: [
      to('sonnentau.test', 'Alles über Sonnentau'),
      to('moor.test', 'Das Teufelsmoor'),
      to('www.venus-flytrap.test', 'Venusfliegenfallen, auf Englisch'),
    ],
    footer: [to('kueche.test', 'Unsere Küche'), to('bahn.test', 'Anreise mit der Nebenbahn')],
  }),
  plantHost({
    name: 'sonnentau.test',
    title: 'Sonnentau und Fettkraut',
    language: 'de',
    layout: 'wiki',
    plants: known('de', 'drosera', 'pinguicula', 'utricularia', 'others'),
    guides: ['moorbeet', 'naturschutz'],
    coding: 'gzip',
    validators: 'etag',
    others: [
      to('fleischfressende-pflanzen.test', 'Fleischfressende Pflanzen'),
      to('sileshar.test', 'Sonnentau in Schweden'),
    ],
  }),
  plantHost({
    name: 'sileshar.test',
    title: 'Sileshår i Norden',
    language: 'sv',
    plants: known('sv', 'drosera', 'pinguicula', 'utricularia', 'others'),
    guides: ['vatten', 'mossar'],
    coding: 'br',
    others: [to('kottatande.test', 'Köttätande växter i fönstret'), to('sundew.test', 'Sileshår, på engelska')],
    footer: [to('hockey.test', 'Hockey på kvällen')],
  }),
  plantHost({
    name: 'kottatande.test',
    title: 'Köttätande växter i fönstret',
    language: 'sv',
    layout: 'blog',
    plants: known('sv', 'dionaea', 'sarracenia', 'darlingtonia', 'nepenthes'),
    guides: ['jord', 'vintervila', 'vatten'],
    charset: WIN!,
    others: [to('sileshar.test', 'Vilda sileshår'), to('mat.test', 'Recept'), to('seed-shop.test', 'Frön')],
  }),
  plantHost({
    name: 'carnivoras.test',
    title: 'Plantas carnívoras',
    language: 'es',
    plants: known('es', 'drosera', 'dionaea', 'sarracenia', 'darlingtonia', 'nepenthes'),
    guides: ['sustrato', 'agua', 'invierno'],
    others: [
      to('grasillas.test', 'Grasillas'),
      to('butterworts.test', 'Grasillas, en inglés'),
      to('futbol.test', 'Fútbol'),
    ],
  }),
  plantHost({
    name: 'grasillas.test',
    title: 'Grasillas y lentibularias',
    language: 'es',
    layout: 'table',
    plants: known('es', 'pinguicula', 'utricularia', 'others'),
    guides: ['turberas'],
    // The content type is wrong: only the bytes reveal that this is a page.
    charset: { bytes: 'utf-8', header: 'iso-8859-1', meta: 'utf-8' },
    others: [to('carnivoras.test', 'Plantas carnívoras'), to('cocina.test', 'Recetas')],
  }),
];

function privatePage(path: string, title: string): Article {
  const random = seeded(path);
  return {
    path,
    title,
    language: 'en',
    onTopic: true,
    sections: [{ paragraphs: [english.trap.dionaea.join(' '), some(english.growing, 4, random).join(' ')] }],
  };
}

/** A relative link that should be absolute: each step leads one directory deeper to the same kind of page. */
function loopPage(path: string): Article {
  const level = path.split('older/').length - 1;
  return {
    path,
    title: `Archive of the bog society, shelf ${level}`,
    language: 'en',
    onTopic: true,
    trap: true,
    sections: [
      {
        paragraphs: [
          `On shelf ${level} lie letters on carnivorous plants from the early years: lists of sundews, prices of pitcher plants, and complaints about the post.`,
          some(english.wild.slice(1), 4, seeded(path)).join(' ').replaceAll('{name}', 'sundew'),
          'There are [[older/|older letters]] still.',
        ],
      },
    ],
  };
}
