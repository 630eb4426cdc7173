import { expect, test } from 'vitest';
import { joinAuthors } from '../../../shared/clean/converters/document-author.ts';

test.each([
  [['Ada N. Writer and Bo Ågren'], 'Ada N. Writer; Bo Ågren'],
  [['von der Moss, Ada'], 'Ada von der Moss'],
  [['Ada Writer; Ben Moss'], 'Ada Writer; Ben Moss'],
  [['Ada Writer, Ben Moss'], 'Ada Writer; Ben Moss'],
  [['Writer, Ada', 'Fen, Ben Cy'], 'Ada Writer; Ben Cy Fen'],
  [['Bog and Fen Society'], 'Bog and Fen Society'],
  [['ada'], 'ada'],
  [['admin'], ''],
])('reads the authors of a document: %s', (values, authors) => {
  expect(joinAuthors(values)).toBe(authors);
});
