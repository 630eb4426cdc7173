import { english } from './english.ts';
import { odd, shortPage } from './odd-pages.ts';
import type { Article, Host } from './page.ts';
import { seeded, some } from './seeded.ts';

/** A host with one page per encoding. The encoding is declared in every possible way, and once wrongly. */
export function lettersHost(): Host {
  const host = odd(
    'letters.test',
    'Old letters and foreign alphabets',
    [
      '[[/utf-16.html|a page in UTF-16]]',
      '[[/russian.html|росянка, in Russian]]',
      '[[/japanese.html|モウセンゴケ, in Japanese]]',
      '[[/quotes.html|curly quotes of an old editor]]',
      '[[/lies.html|a page that lies about its encoding]]',
    ],
    {},
  );
  const letters: Article[] = [
    { ...shortPage('/utf-16.html', 'Sundews in sixteen bits', english.trap.drosera), charset: { bytes: 'utf-16le' } },
    {
      path: '/russian.html',
      title: 'Росянка круглолистная (Drosera rotundifolia)',
      language: 'ru',
      onTopic: true,
      charset: { bytes: 'windows-1251', meta: 'windows-1251' },
      sections: [
        {
          paragraphs: [
            'Росянка круглолистная, Drosera rotundifolia, растёт на верховых болотах и питается мелкими насекомыми. Листья Drosera покрыты красными волосками, и на каждом блестит капля клейкой жидкости.',
            'Когда комар садится на лист, волоски медленно наклоняются к нему. Через несколько дней от добычи остаётся только пустая оболочка. Род Drosera насчитывает около двухсот видов.',
            'Выращивать росянку (Drosera rotundifolia) нетрудно: нужны торф, дождевая вода и светлое окно. Удобрять растение нельзя.',
          ],
        },
      ],
    },
    {
      path: '/japanese.html',
      title: 'モウセンゴケ (Drosera rotundifolia)',
      language: 'ja',
      onTopic: true,
      charset: { bytes: 'shift_jis', header: 'Shift_JIS' },
      sections: [
        {
          paragraphs: [
            'モウセンゴケ (Drosera rotundifolia) は湿原に生える食虫植物である。葉には赤い毛があり、その先に露のような粘液がついている。',
            '小さな虫が葉にとまると、毛がゆっくりと曲がって虫をつつむ。数日たつと、あとには殻だけが残る。モウセンゴケ属 (Drosera) にはおよそ二百の種がある。',
            'Drosera を育てるには、泥炭と雨水と明るい窓があればよい。肥料はいらない。',
          ],
        },
      ],
    },
    {
      path: '/quotes.html',
      title: '“Dew of the sun” – a name and its history',
      language: 'en',
      onTopic: true,
      charset: { bytes: 'windows-1252', header: 'windows-1252' },
      sections: [
        {
          paragraphs: [
            '“Ros solis”, the dew of the sun, is what apothecaries called the sundew – it doesn’t dry at noon, and that seemed a wonder. A cordial made of it cost € 12 at an auction, bottle included…',
            'The carnivorous plant itself is older than any of its names. Linné took Drosera from the Greek for “dewy”. The plant’s German, English and Latin names all say the same thing.',
            some(english.growing, 5, seeded('quotes')).join(' '),
          ],
        },
      ],
    },
    {
      path: '/lies.html',
      title: 'Café with flytraps – a visit',
      language: 'en',
      onTopic: true,
      charset: { bytes: 'windows-1252', header: 'utf-8', meta: 'utf-8' },
      sections: [
        {
          paragraphs: [
            'The café stands at the edge of the bog, and on each table grows a Venus flytrap – naïve guests feed it crème brûlée.',
            `${english.trap.dionaea.join(' ')}`,
            some(english.growing, 4, seeded('lies')).join(' '),
          ],
        },
      ],
    },
  ];
  return { ...host, articles: [...host.articles, ...letters] };
}
