import { english } from './english.ts';
import type { Article, Host, Link } from './page.ts';
import { to } from './plant-hosts.ts';
import { PLANTS } from './plants.ts';
import { guidePage, plantPage, type Subject, subjectHome, subjectPages } from './prose.ts';
import * as subjects from './subjects.ts';

type Plan = Omit<Host, 'articles' | 'layout' | 'language'> & {
  layout?: Host['layout'];
  pages: number;
  /** On-topic pages of an off-topic host. */
  plants?: Article[];
  others?: Link[];
};

/** Returns an off-topic host, optionally with some on-topic pages. */
function subjectHost(subject: Subject, plan: Plan): Host {
  const { pages, plants = [], others = [], layout = 'modern', ...host } = plan;
  const about = subjectPages(subject, host.name, pages);
  const corner = plants.length > 0 ? [cornerPage(plants)] : [];
  const home = subjectHome(subject, host.title, about, [...corner.map(cornerLink), ...others]);
  const near = (i: number): Link[] =>
    [about[(i + 1) % about.length]!, about[(i + 3) % about.length]!].map((p) => ({ href: p.path, text: p.title }));
  const linked = about.map((page, i) => ({ ...page, related: [...near(i), ...(i % 2 === 0 ? others : [])] }));
  return {
    ...host,
    layout,
    language: subject.language,
    articles: [home, ...linked, ...corner, ...plants.map(besideCorner)],
  };
}

/** Returns a page that lists the on-topic pages without describing them. */
function cornerPage(plants: Article[]): Article {
  const list = plants.map((page) => `[[${page.path}|${page.title}]]`);
  return {
    path: '/corner/',
    title: 'The damp corner',
    language: 'en',
    onTopic: true,
    sections: [
      { paragraphs: [`${english.home[0]!} Here they have a corner of their own.`, `${list.join(', ')}.`] },
      { paragraphs: [english.growing.slice(0, 4).join(' ')] },
    ],
  };
}

const cornerLink = (page: Article): Link => ({ href: page.path, text: page.title });
const besideCorner = (page: Article): Article => ({
  ...page,
  related: [{ href: '/corner/', text: 'The damp corner' }],
});

const plant = (host: string, latin: string): Article =>
  plantPage(english, 'en', host, PLANTS.find((p) => p.latin === latin)!);

const FARM = ['loans.test', 'cheap-cover.test', 'best-rates.test'];
const farm = (name: string): Link[] =>
  FARM.filter((other) => other !== name).map((other) => to(other, 'Best offers online'));

export const OTHER_HOSTS: Host[] = [
  subjectHost(subjects.cooking, {
    name: 'cooking.test',
    title: 'Plain Cooking',
    pages: 12,
    layout: 'blog',
    others: [to('knitting.test', 'Knitting')],
  }),
  subjectHost(subjects.baseball, {
    name: 'baseball.test',
    title: 'Baseball from the cheap seats',
    pages: 10,
    others: [to('loans.test', 'Loans')],
  }),
  subjectHost(subjects.planets, {
    name: 'planets.test',
    title: 'Balcony Astronomy',
    pages: 10,
    layout: 'table',
    coding: 'gzip',
  }),
  subjectHost(subjects.pottery, { name: 'pottery.test', title: 'Harbour Pottery', pages: 6 }),
  subjectHost(subjects.knitting, {
    name: 'knitting.test',
    title: 'Knitting on trains',
    pages: 8,
    layout: 'blog',
    others: [to('cooking.test', 'Cooking')],
  }),
  ...FARM.map((name, i) =>
    subjectHost(subjects.loans, {
      name,
      title: ['Compare Loans', 'Cheap Cover', 'Best Rates'][i]!,
      pages: 8,
      layout: 'table',
      others: farm(name),
    }),
  ),
  subjectHost(subjects.kueche, {
    name: 'kueche.test',
    title: 'Kleine Küche',
    pages: 10,
    others: [to('bahn.test', 'Nebenbahnen')],
  }),
  subjectHost(subjects.bahn, {
    name: 'bahn.test',
    title: 'Nebenbahnen',
    pages: 8,
    layout: 'wiki',
    charset: { bytes: 'iso-8859-1', header: 'iso-8859-1' },
  }),
  subjectHost(subjects.mat, { name: 'mat.test', title: 'Vardagsmat', pages: 8, layout: 'blog' }),
  subjectHost(subjects.hockey, { name: 'hockey.test', title: 'Division tre', pages: 8 }),
  subjectHost(subjects.cocina, {
    name: 'cocina.test',
    title: 'Cocina de casa',
    pages: 8,
    layout: 'table',
    others: [to('futbol.test', 'Fútbol')],
  }),
  subjectHost(subjects.futbol, { name: 'futbol.test', title: 'Fútbol de tercera', pages: 8, layout: 'blog' }),
  subjectHost(subjects.moor, {
    name: 'moor.test',
    title: 'Das Teufelsmoor',
    pages: 8,
    layout: 'wiki',
    others: [to('sonnentau.test', 'Sonnentau')],
  }),
  subjectHost(subjects.vegetables, {
    name: 'garden.test',
    title: 'A garden on clay',
    pages: 10,
    layout: 'blog',
    plants: [
      guidePage(english, 'en', 'garden.test', 'bog-garden', '/bog/'),
      guidePage(english, 'en', 'garden.test', 'beginners', '/bog/'),
      { ...plant('garden.test', 'Sarracenia purpurea'), path: '/bog/purple-pitcher-plant.html' },
      { ...plant('garden.test', 'Drosera filiformis'), path: '/bog/thread-leaved-sundew.html' },
    ],
    others: [to('seed-shop.test', 'Seeds'), to('cooking.test', 'Recipes')],
  }),
  subjectHost(subjects.bridges, {
    name: 'encyclopedia.test',
    title: 'Readers’ Encyclopedia',
    pages: 10,
    layout: 'wiki',
    validators: 'last-modified',
    plants: [
      'Dionaea muscipula',
      'Darlingtonia californica',
      'Utricularia vulgaris',
      'Aldrovanda vesiculosa',
      'Heliamphora nutans',
      'Pinguicula alpina',
    ].map((latin) => plant('encyclopedia.test', latin)),
    others: [to('planets.test', 'Planets'), to('links.test', 'Outside links')],
  }),
];
