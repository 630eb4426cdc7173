import { francAll } from 'franc-all';
import { expect, test } from 'vitest';
import { FUNCTION_WORDS } from '../../../shared/clean/language/function-words.ts';
import { detectByTrigrams } from '../../../shared/clean/language/trigram-detector.ts';
import { DETECTOR_LANGUAGES, TRIGRAM_LANGUAGES } from '../../../shared/clean/language/trigram-languages.ts';

/** The same decision, by the package. */
function expectedLanguage(text: string, found: string): string {
  const known = DETECTOR_LANGUAGES[found]!;
  const ranked = francAll(text, { only: [...Object.keys(TRIGRAM_LANGUAGES), known] });
  const [best, score] = ranked[0]!;
  const own = ranked.find(([code]) => code === known)?.[1] ?? 0;
  return TRIGRAM_LANGUAGES[best] !== undefined && score - own > 0.02 ? TRIGRAM_LANGUAGES[best] : found;
}

test('decides as the package franc does', () => {
  const lists = Object.values(FUNCTION_WORDS).map((list) => list.split(/\s+/));
  const texts = lists.flatMap((words, i) => {
    const others = lists[(i * 7 + 3) % lists.length]!;
    return [
      words.join(' ').slice(0, 400),
      words.slice(0, 12).join(', '),
      `${words.slice(0, 20).join(' ')} 2024: "${others.slice(0, 9).join('-')}"`,
      words.slice(0, 2).join(' '),
    ];
  });
  const found = ['en', 'nl', 'ms', 'et', 'tl', 'es', 'vi'];
  const results = texts.flatMap((text) => found.map((language) => [text, language, detectByTrigrams(text, language)]));
  expect(results).toEqual(results.map(([text, language]) => [text, language, expectedLanguage(text!, language!)]));
  // Both results occur.
  expect(results.filter(([, language, result]) => language !== result).length).toBeGreaterThan(100);
});

test.each(['ru', 'zh', 'xx'])('keeps %s, which is not in Latin script', (language) => {
  expect(detectByTrigrams('Watu wote wamezaliwa huru, hadhi na haki zao ni sawa.', language)).toBe(language);
});
