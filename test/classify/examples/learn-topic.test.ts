import { describe, expect, test } from 'vitest';
import { backgroundShare, backgroundTexts } from '../../../shared/classify/examples/background.ts';
import { learnTopic, topicDefinition } from '../../../shared/classify/examples/learn-topic.ts';
import { type ExampleText, proposeTerms } from '../../../shared/classify/examples/propose-terms.ts';
import { createClassifier } from '../../../shared/classify/models/classifier.ts';
import { seededRandom } from '../../../shared/classify/models/training/seeded-random.ts';
import { readTopicFile } from '../../../shared/classify/terms/topic-file.ts';

const text = (words: string, language = 'en'): ExampleText => ({ title: '', text: words, language });
const SUNDEWS = [
  text('The sundew is a carnivorous plant. Sticky leaves of the sundew catch insects in the bog.'),
  text('Sundews grow in bogs. Their sticky leaves catch insects, and this carnivorous plant digests them.'),
  text('People keep a sundew in peat. The carnivorous plant needs light, and its sticky leaves need time.'),
];
const OTHERS = [
  text('The train leaves the station at nine and people buy time tables of the town.'),
  text('The council of the town met at the station to discuss time and light.'),
];

const terms = (found: { term: string }[]) => found.map(({ term }) => term);

describe('terms', () => {
  test('are words and pairs that most examples have and other pages do not', () => {
    const found = terms(proposeTerms(SUNDEWS));
    expect(found).toEqual(
      expect.arrayContaining(['sticky leaves', '(sundew|sundews)', 'carnivorous plant', '(bog|bogs)']),
    );
    for (const word of ['the', 'people', 'time', 'peat', 'council']) expect(found).not.toContain(word);
  });

  test('are fewer if other pages have them, too', () => {
    const list = [
      ...OTHERS,
      ...OTHERS,
      ...Array.from({ length: 20 }, () => text('Sticky leaves fall on the station.')),
    ];
    expect(terms(proposeTerms(SUNDEWS, list))).not.toContain('sticky leaves');
  });

  test('are a topic definition', () => {
    const definition = topicDefinition(proposeTerms(SUNDEWS), 'plants');
    expect(readTopicFile(definition, 'topic')).toContainEqual(
      expect.objectContaining({ term: '(sundew|sundews)', classes: ['plants'] }),
    );
  });

  test('do not join words over a full stop', () => {
    const list = [text('A red sundew. Peat moss grows.'), text('One more sundew. Peat is here.')];
    expect(terms(proposeTerms(list))).not.toContain('sundew peat');
  });

  test('are no parts of URLs, host names and mail addresses', () => {
    const addresses = 'https://bogs.example/sundew?id=drosera www.mosses.example mail@sphagnum.example ferns.org/list';
    const found = terms(proposeTerms(SUNDEWS.map((page) => ({ ...page, text: `${page.text} ${addresses}` }))));
    expect(found).toEqual(terms(proposeTerms(SUNDEWS)));
  });

  test('of one example are its rare words; of none there are none', () => {
    expect(terms(proposeTerms([SUNDEWS[0]!]))).toContain('sundew');
    expect(proposeTerms([])).toEqual([]);
  });
});

describe('topic', () => {
  test('has a model that knows pages on and off topic', () => {
    const { model, cutOff, accepted, offTopic, best } = learnTopic(SUNDEWS, OTHERS, 'plants');
    expect({ accepted, offTopic, best }).toEqual({ accepted: 3, offTopic: 2, best: 'terms' });
    expect(learnTopic(SUNDEWS, [...OTHERS, ...OTHERS, ...OTHERS], 'plants').best).toBe('model');
    expect(cutOff).toBeGreaterThan(0);
    const classify = (words: string) =>
      createClassifier(model!).classify({ ...text(words), url: '' }).classes[0]?.class;
    expect(classify('This sundew has sticky leaves and eats insects in a bog.')).toBe('plants');
    expect(classify('The council of the town has a new station, and people came by train.')).toBe('other');
  });

  test('does not take linked pages on topic for pages off topic', () => {
    const linked = text('Another sundew is carnivorous, a plant with sticky leaves that catches insects in bogs.');
    expect(learnTopic(SUNDEWS, [linked, ...OTHERS], 'plants').offTopic).toBe(2);
  });

  test('may be called other, and have a single example', () => {
    const { model } = learnTopic([SUNDEWS[0]!], OTHERS, 'other');
    expect(model?.classes).toEqual(['not other', 'other']);
    expect(model?.topic).toEqual(['other']);
  });

  describe('with examples in two languages', () => {
    const SONNENTAU = [
      text('Der Sonnentau ist eine fleischfressende Pflanze im Moor. Klebrige Blätter fangen Insekten.', 'de'),
      text('Im Moor fängt der Sonnentau als fleischfressende Pflanze mit klebrigen Blättern Insekten.', 'de'),
    ];
    const linked = text('Ein Sonnentau im Moor fängt Insekten, die fleischfressende Pflanze braucht Licht.', 'de');
    const council = text('Der Rat der Stadt tagt am Montag und spricht über den Bahnhof und die Schule.', 'de');
    const english = [...OTHERS, ...OTHERS, ...OTHERS];

    test('has terms of both, and takes no page on topic in the rarer one for off topic', () => {
      const found = learnTopic([...SUNDEWS, ...SONNENTAU], [linked, council, ...english], 'plants');
      expect(found).toMatchObject({ languages: ['en', 'de'], offTopic: 7, accepted: 5 });
      expect(terms(found.terms)).toEqual(expect.arrayContaining(['sonnentau', 'carnivorous plant', 'sticky leaves']));
    });

    test('has no term that is a stop word, or frequent, in another of its languages', () => {
      // `and` is the stem of `andere`, and pages in German quote programs in English.
      const quoting = SONNENTAU.map(({ text: words }) => text(`${words} Andere Pflanzen. "new and other time"`, 'de'));
      const found = terms(learnTopic([...SUNDEWS, ...quoting], english, 'plants').terms)
        .join(' ')
        .split(/\W+/);
      expect(found).toContain('sonnentau');
      for (const word of ['and', 'new', 'time']) expect(found).not.toContain(word);
    });

    test('has pairs with a word that is a stop word in another of its languages', () => {
      const examples = [
        text('The world war began in the trenches. A world-war museum keeps helmets.'),
        text('After the world war, the trenches were filled, and helmets rusted.'),
        text('Im Graben liegt ein Helm, und "peat and moss and other helmets" steht im Museum.', 'de'),
        text('Der Helm aus dem Graben, "peat and moss and other helmets", ist im Museum.', 'de'),
      ];
      const found = terms(proposeTerms(examples, [], ['en', 'de']));
      expect(found).toEqual(expect.arrayContaining(['world war', 'trenches']));
      // `war` is a form of the German `sein`. Two stop words of English in pages in German are no pair.
      for (const term of ['war', 'and other']) expect(found).not.toContain(term);
    });

    test('has a model only if each language has pages off topic to compare with', () => {
      const learn = (others: ExampleText[]) => learnTopic([...SUNDEWS, ...SONNENTAU], others, 'plants').model;
      expect(learn([linked, council, ...english])).toBeUndefined();
      expect(learn([...Array.from({ length: 5 }, () => council), ...english])).toBeDefined();
    });

    test('ignores a language with a single example', () => {
      const found = learnTopic([...SUNDEWS, SONNENTAU[0]!], english, 'plants');
      expect(found.languages).toEqual(['en']);
      expect(terms(found.terms)).not.toContain('sonnentau');
    });
  });

  test('is the same for the same pages', () => {
    expect(learnTopic(SUNDEWS, OTHERS, 'plants')).toEqual(learnTopic(SUNDEWS, OTHERS, 'plants'));
  });

  test('has no model without pages to compare with, in a language without background words', () => {
    const german = [
      'Der Sonnentau ist eine fleischfressende Pflanze im Moor.',
      'Im Moor fängt der Sonnentau als fleischfressende Pflanze Insekten.',
    ];
    const { model, terms: found } = learnTopic(
      german.map((words) => text(words, 'de')),
      [],
      'pflanzen',
    );
    expect(model).toBeUndefined();
    expect(terms(found)).toContain('sonnentau');
  });
});

test('background texts have words as often as documents do', () => {
  expect(backgroundShare('peopl', 'en')).toBeGreaterThan(backgroundShare('railway', 'en'));
  expect(backgroundShare('sundew', 'en')).toBeLessThan(0.01);
  const texts = backgroundTexts(50, seededRandom(1));
  const share = (word: string) => texts.filter((one) => one.split('. ').includes(word)).length / texts.length;
  expect(share('peopl')).toBeGreaterThan(share('railway'));
});
