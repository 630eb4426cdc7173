import { expect, test } from 'vitest';
import { nameBesideDate, nameOfSender } from '../../../shared/clean/page-items/posts/byline-names.ts';

test.each([
  ['Answered by ada on 3 May 2024', 'ada'],
  ['Posted by Ada Moss on Sunday May 3, 2024 @10:12AM', 'Ada Moss'],
  ['ada, May 3, 2024 10:12', 'ada'],
  ['ada - 2024-05-03 10:11', 'ada'],
  ['On May 3, 2024, ada wrote:', 'ada'],
  ['3 May 2024, 10:12 PM by ada', 'ada'],
  ['Geschrieben von ada am 03.05.2024', 'ada'],
  ['Posted on May 3, 2024', undefined],
  ['Posted: May 3, 2024 at 10:12 am', undefined],
  ['« Reply #1 on: May 3, 2024, 10:12 PM »', undefined],
  ['Åsa skrev den 3 maj 2024', 'Åsa'],
  ['Skrivet av Åsa den 3 maj 2024', 'Åsa'],
  ['Posted on Monday, 3 May 2024 by ada', 'ada'],
  ['Thursday, 3 May 2024', undefined],
  ['Freitag, den 3. Mai 2024', undefined],
  ['Veröffentlicht am 3. Mai 2024', undefined],
  ['Publicerad den 3 maj 2024', undefined],
  ['Version 1.2, 3 May 2024', undefined],
  ['Mossomat 2.0.1 - 2024-05-03', undefined],
  ['The best of 2024-05-03', undefined],
  ['no date', undefined],
])('reads the name in %s', (line, name) => {
  expect(nameBesideDate(line)).toBe(name);
});

test.each([
  ['From: Ada Moss <ada@bog.example>', 'Ada Moss'],
  ['From: "Ada Moss" <ada@bog.example>', 'Ada Moss'],
  ['From: Ada Moss ada at bog.example', 'Ada Moss'],
  ['Von: Ada Moss [ada@bog.example]', 'Ada Moss'],
  ['From: ada@bog.example', undefined],
  ['From: the shore to the hill at the pond', undefined],
  ['To: Ada Moss <ada@bog.example>', undefined],
])('reads the sender in %s', (line, name) => {
  expect(nameOfSender(line)).toBe(name);
});
