import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWordTable } from '../../../shared/classify/terms/word-table.ts';

test('finds exactly the words of the table, anywhere in a text', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 300 }),
      fc.string(),
      (words, text) => {
        const ids = new Map(words.map((word, i) => [word, i]));
        const idOf = createWordTable(ids);
        for (const [word, id] of ids) expect(idOf(`(${word})`, 1, 1 + word.length)).toBe(id);
        for (let start = 0; start < text.length; start++)
          for (let end = start + 1; end <= text.length; end++)
            expect(idOf(text, start, end)).toBe(ids.get(text.slice(start, end)) ?? -1);
      },
    ),
  );
});
