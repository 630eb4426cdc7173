import { describe, expect, test } from 'vitest';
import { AnnotationsSchema } from '../../shared/settings/annotations/annotations.ts';

const parse = (...names: string[]) =>
  AnnotationsSchema.safeParse({ users: names.map((name) => ({ name, token: 'env:TOKEN' })) });

describe('names of people', () => {
  test.each(['Ada', 'Bo Ek', 'J. R. Ortega', "O'Brien", 'a_b-c', 'Åsa', '王小明'])('%s is valid', (name) => {
    expect(parse(name).data?.users).toMatchObject([{ name }]);
  });

  test.each([
    ['two blanks', 'Bo  Ek'],
    ['two blanks beside another sign', 'J.  Ortega'],
    ['a blank in front', ' Ada'],
    ['a blank at the end', 'Ada '],
    ['a tab', 'Bo\tEk'],
    ['a no-break space', 'Bo\u00a0Ek'],
    ['nothing', ''],
  ])('refuses a name with %s', (_what, name) => {
    expect(parse('Ada', name).error?.issues).toMatchObject([
      {
        path: ['users', 1, 'name'],
        message:
          "letters and digits, with . _ - ' @ + or single blanks between them and none at the ends, at most 64 characters",
      },
    ]);
  });

  test('are stored in NFC, and compared in it', () => {
    expect(parse('E\u0301k').data?.users).toMatchObject([{ name: '\u00c9k' }]);
    expect(parse('E\u0301k', '\u00c9k').error?.issues).toMatchObject([{ path: ['users', 1, 'name'] }]);
  });
});
