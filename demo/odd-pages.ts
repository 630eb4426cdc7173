import { english } from './english.ts';
import type { Article, Host } from './page.ts';
import { seeded, some } from './seeded.ts';

/** Returns a host whose home page is on topic and lists its pages. */
export function odd(
  name: string,
  title: string,
  entries: string[],
  { more = [], ...rest }: Partial<Host> & { more?: Article[] },
): Host {
  const random = seeded(name);
  const home: Article = {
    path: '/',
    title: `${title} about carnivorous plants`,
    language: 'en',
    onTopic: true,
    sections: [
      {
        paragraphs: [
          english.home[0]!,
          some(english.growing, 3, random).join(' '),
          `Here you find ${entries.join(', ')}.`,
        ],
      },
    ],
  };
  return { name, title, layout: 'modern', language: 'en', articles: [home, ...more], ...rest };
}

export function shortPage(path: string, title: string, sentences: string[]): Article {
  const growing = some(english.growing, 5, seeded(title)).join(' ');
  return { path, title, language: 'en', onTopic: true, sections: [{ paragraphs: [sentences.join(' '), growing] }] };
}
