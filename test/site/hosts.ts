import { english } from './english.ts';
import type { Host, Link } from './page.ts';
import { ofGenus } from './plants.ts';
import { guidePage, plantHome, plantPage } from './prose.ts';

const to = (host: string, text: string): Link => ({ href: `http://${host}/`, text });

function plantHost(
  name: string,
  title: string,
  rest: Partial<Host> & { plants: ReturnType<typeof ofGenus>; guides: string[]; others: Link[] },
): Host {
  const { plants, guides, others, ...host } = rest;
  const pages = [
    ...plants.map((p) => plantPage(english, 'en', name, p)),
    ...guides.map((g) => guidePage(english, 'en', name, g)),
  ];
  return {
    name,
    title,
    layout: 'modern',
    language: 'en',
    ...host,
    articles: [plantHome(english, 'en', title, pages, others), ...pages],
  };
}

export const HOSTS: Host[] = [
  plantHost('sundew.test', 'The Sundew Pages', {
    plants: ofGenus('drosera'),
    guides: ['water', 'darwin'],
    others: [to('www.venus-flytrap.test', 'Venus flytraps')],
    validators: 'etag',
  }),
  plantHost('www.venus-flytrap.test', 'Venus Flytrap World', {
    plants: ofGenus('dionaea'),
    guides: ['soil', 'light', 'feeding', 'winter-rest'],
    others: [to('pitcher-plants.test', 'Pitcher plants')],
    layout: 'blog',
  }),
  plantHost('pitcher-plants.test', 'Pitcher Plants', {
    plants: ofGenus('sarracenia', 'darlingtonia'),
    guides: ['conservation'],
    others: [to('sundew.test', 'Sundews')],
    layout: 'table',
    coding: 'gzip',
  }),
];
