import { english } from './english.ts';
import type { Article } from './page.ts';

/** Descriptions of the link list in their order. Like any link list it contains broken entries. */
const ENTRIES: [url: string, anchor: string, remark: string][] = [
  ['http://sundew.test/', 'The Sundew Pages', 'fifteen species of Drosera from bog and heath'],
  ['http://www.venus-flytrap.test/', 'Venus Flytrap World', 'everything on one small plant'],
  ['http://pitcher-plants.test/', 'Pitcher Plants of North America', 'trumpets and the cobra lily'],
  ['http://pitcher-mirror.test/', 'the same pages on a mirror', 'when the first is asleep'],
  ['http://nepenthes.test/', 'Nepenthes of the Highlands', 'for those with cold nights'],
  ['http://butterworts.test/', 'Butterworts', 'from Norway to Mexico'],
  ['http://bladderworts.test/', 'Bladderworts under the lens', 'with drawings'],
  ['http://old-forum.test/', 'the old forum', 'quiet since years, still worth reading'],
  ['http://bog-society.test/', 'Society for Bogs and Carnivorous Plants', 'meetings and letters'],
  ['http://slow-bog.test/', 'a bog that takes its time', 'be patient with its server'],
  ['http://greenhouse.test/', 'a greenhouse diary', 'honest about losses'],
  ['http://seed-shop.test/', 'seeds', 'fresh ones, by post'],
  ['http://encyclopedia.test/dionaea-muscipula.html', 'Venus flytrap in the encyclopedia', 'short and sober'],
  ['http://encyclopedia.test/heliamphora-nutans.html', 'sun pitchers in the encyclopedia', 'shorter still'],
  ['http://garden.test/bog/bog-garden.html', 'a bog garden on clay', 'step by step'],
  ['http://fleischfressende-pflanzen.test/', 'Fleischfressende Pflanzen', 'in German'],
  ['http://sonnentau.test/', 'Sonnentau und Fettkraut', 'in German too'],
  ['http://kottatande.test/', 'Köttätande växter', 'in Swedish'],
  ['http://sileshar.test/', 'Sileshår i Norden', 'in Swedish, with maps'],
  ['http://carnivoras.test/', 'Plantas carnívoras', 'in Spanish'],
  ['http://grasillas.test/', 'Grasillas', 'in Spanish'],
  ['http://letters.test/', 'old letters and foreign alphabets', 'if your browser can read them'],
  ['http://papers.test/', 'papers', 'a newsletter as PDF'],
  ['http://moved.test/', 'a site that moved', 'and moved again'],
  ['http://broken.test/', 'a site in ruins', 'some pages still stand'],
  ['http://busy.test/', 'a busy site', 'come back later'],
  ['http://reset.test/', 'a forum on sundews', 'hangs up on you'],
  ['http://cut.test/', 'unfinished letters', 'end in the middle of'],
  ['http://slow.test/', 'a slow site', 'worth the wait'],
  ['http://closed.test/', 'the closed collection', 'not open to robots at the moment'],
  ['http://cooking.test/', 'cooking', 'nothing to do with it, but good'],
];

export function hub(): Article {
  const row = ([url, anchor, remark]: (typeof ENTRIES)[number]) => `[[${url}|${anchor}]]: ${remark}.`;
  return {
    path: '/',
    title: 'Links on carnivorous plants',
    language: 'en',
    onTopic: true,
    description: 'A list of sites on sundews, flytraps, pitcher plants, butterworts and bladderworts.',
    keywords: english.keywords,
    author: 'Martha Lind',
    date: '2019-03-02',
    sections: [
      {
        paragraphs: [
          'Since the year in which the first carnivorous plants went online I have kept this list of links. Every site on it was read before it was added, and I look at them all once a year.',
          'Sundews come first because I like them best; the Venus flytrap comes second because everybody asks.',
        ],
      },
      { heading: 'Sites on carnivorous plants', paragraphs: ENTRIES.map(row) },
    ],
  };
}
