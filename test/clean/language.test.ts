import { expect, test } from 'vitest';
import { languageOf } from '../../shared/clean/language.ts';

test.each([
  ['en', 'Carnivorous plants catch insects because the soil in which they grow holds hardly any nitrogen.'],
  ['de', 'Fleischfressende Pflanzen fangen Insekten, weil der Boden, auf dem sie wachsen, kaum Stickstoff enthält.'],
  ['sv', 'Köttätande växter fångar insekter eftersom jorden där de växer nästan inte innehåller något kväve.'],
  ['fr', 'Les plantes carnivores attrapent des insectes parce que le sol où elles poussent contient peu d’azote.'],
  ['ru', 'Росянка круглолистная растёт на торфяных болотах и ловит мелких насекомых липкими волосками листьев.'],
  [
    'ja',
    '食虫植物は、窒素の少ない土壌に生えるため、葉で昆虫を捕らえて栄養を得る植物である。日本ではモウセンゴケなどが湿原に見られる。',
  ],
])('%s is recognised', (language, text) => {
  expect(languageOf(text, null)).toBe(language);
  expect(languageOf(text, 'xx-unknown')).toBe(language);
});

test('a declared language that the text is not in is not believed', () => {
  expect(languageOf('Carnivorous plants catch insects because the soil holds hardly any nitrogen.', 'fi')).toBe('en');
});

test.each(['Sundew', '1234567890 '.repeat(20), ''])('too little text is no language: %j', (text) => {
  expect(languageOf(text, 'en')).toBe('und');
});
