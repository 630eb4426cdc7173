import type { Article, Language, Link } from './page.ts';
import type { Colour, Genus, Habitat, Plant, Region } from './plants.ts';
import { pick, seeded, some } from './seeded.ts';

/** Sentences about carnivorous plants in one language. Slots: latin, name, region, habitat, colour, height, year, year2. */
export type PlantProse = {
  /** Includes the preposition, so that `grows {region}` is correct. */
  region: Record<Region, string>;
  habitat: Record<Habitat, string>;
  colour: Record<Colour, string>;
  name: (plant: Plant) => string;
  intro: string[];
  wild: string[];
  growing: string[];
  trap: Record<Genus, string[]>;
  headings: { trap: string; wild: string; growing: string };
  describe: string;
  keywords: string[];
  authors: string[];
  guides: { slug: string; title: string; paragraphs: string[] }[];
  home: string[];
};

/** Returns a page about one plant. Host and plant are the seed, so two hosts have different texts. */
export function plantPage(prose: PlantProse, language: Language, host: string, plant: Plant): Article {
  const random = seeded(`${host}/${plant.slug}`);
  const slots = {
    latin: plant.latin,
    name: prose.name(plant),
    region: prose.region[plant.region],
    habitat: prose.habitat[plant.habitat],
    colour: prose.colour[plant.colour],
    height: String(plant.heightCm),
    year: String(plant.year),
    year2: String(1950 + Math.floor(random() * 40)),
  };
  const sentences = (bank: string[], count: number) =>
    some(bank, count, random).map((sentence) => fill(sentence, slots));
  const first = fill(prose.intro[0]!, slots);
  const name = capital(prose.name(plant));
  return {
    path: `/${plant.slug}.html`,
    title: name === plant.latin ? plant.latin : `${name} (${plant.latin})`,
    language,
    onTopic: true,
    description: fill(prose.describe, slots),
    keywords: [plant.latin, ...prose.keywords],
    ...signed(prose, random),
    sections: [
      { paragraphs: rows([first, ...sentences(prose.intro.slice(1), 5)], 3) },
      { heading: prose.headings.trap, paragraphs: rows(sentences(prose.trap[plant.genus], 3), 3) },
      {
        heading: prose.headings.wild,
        paragraphs: rows([fill(prose.wild[0]!, slots), ...sentences(prose.wild.slice(1), 4)], 3),
      },
      { heading: prose.headings.growing, paragraphs: rows(sentences(prose.growing, 6), 3) },
    ],
  };
}

/** Returns a guide with an author of the host. */
export function guidePage(prose: PlantProse, language: Language, host: string, slug: string, folder = '/'): Article {
  const guide = prose.guides.find((g) => g.slug === slug);
  if (!guide) throw new Error(`no guide ${slug}`);
  const random = seeded(`${host}/${slug}`);
  const closing = some(prose.growing, 4, random).join(' ');
  return {
    path: `${folder}${slug}.html`,
    title: guide.title,
    language,
    onTopic: true,
    keywords: prose.keywords,
    ...signed(prose, random),
    sections: [{ paragraphs: guide.paragraphs }, { heading: prose.headings.growing, paragraphs: [closing] }],
  };
}

/** Returns the home page of an on-topic host, with links to all its pages. */
export function plantHome(
  prose: PlantProse,
  language: Language,
  title: string,
  pages: Article[],
  others: Link[],
): Article {
  const random = seeded(title);
  const linked = pages.map((p) => `[[${p.path}|${p.title}]]`);
  return {
    path: '/',
    title,
    language,
    onTopic: true,
    description: prose.home[0]!,
    keywords: prose.keywords,
    sections: [
      { paragraphs: [...prose.home, some(prose.growing, 2, random).join(' ')] },
      ...(linked.length > 0 ? [{ paragraphs: rows(linked, 6) }] : []),
    ],
    related: others,
  };
}

/** An off-topic subject. In its sentences `{x}` is the page's subject; other slots are drawn from lists. */
export type Subject = {
  language: Language;
  /** Title of the host, and text of its home page. */
  home: string[];
  items: string[];
  /** Titles with the slot `{x}`. */
  titles: string[];
  sentences: string[];
  lists: Record<string, string[]>;
  keywords: string[];
  authors?: string[];
};

export function subjectPages(subject: Subject, host: string, count: number): Article[] {
  return subject.items.slice(0, count).map((item, i) => subjectPage(subject, host, item, i));
}

function subjectPage(subject: Subject, host: string, item: string, i: number): Article {
  const random = seeded(`${host}/${item}`);
  const sentences = some(subject.sentences, subject.sentences.length, random).map((s) =>
    drawn(s, item, subject, random),
  );
  const paragraphs = rows(sentences, 4);
  return {
    path: `/${slug(item)}.html`,
    title: capital(fill(subject.titles[i % subject.titles.length]!, { x: item })),
    language: subject.language,
    onTopic: false,
    ...(i % 3 === 0 ? {} : { description: sentences[0]!, keywords: subject.keywords }),
    ...(subject.authors ? signed({ authors: subject.authors }, random) : {}),
    sections: [{ paragraphs }],
  };
}

export function subjectHome(subject: Subject, title: string, pages: Article[], others: Link[]): Article {
  return {
    path: '/',
    title,
    language: subject.language,
    onTopic: false,
    sections: [
      { paragraphs: subject.home },
      {
        paragraphs: rows(
          pages.map((p) => `[[${p.path}|${p.title}]]`),
          5,
        ),
      },
    ],
    related: others,
  };
}

function drawn(sentence: string, item: string, subject: Subject, random: () => number): string {
  const text = sentence.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'x') return item;
    if (slot === 'n') return String(2 + Math.floor(random() * 58));
    if (slot === 'year') return String(1900 + Math.floor(random() * 120));
    return pick(subject.lists[slot] ?? [slot], random);
  });
  return capital(text);
}

function signed(prose: { authors: string[] }, random: () => number): Pick<Article, 'author' | 'date'> {
  const two = (n: number) => String(n).padStart(2, '0');
  const date = `${2008 + Math.floor(random() * 17)}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`;
  const author = pick(prose.authors, random);
  return random() < 0.75 ? { author, date } : { date };
}

function fill(text: string, slots: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, slot: string) => slots[slot] ?? whole);
}

function rows(list: string[], each: number): string[] {
  const paragraphs: string[] = [];
  for (let i = 0; i < list.length; i += each) paragraphs.push(list.slice(i, i + each).join(' '));
  return paragraphs;
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase('en') + text.slice(1);
}

function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
