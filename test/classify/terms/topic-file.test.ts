import { expect, test } from 'vitest';
import { literalTerm, readTopicFile, TopicFileError } from '../../../shared/classify/terms/topic-file.ts';

const read = (row: string) => {
  const [term] = readTopicFile(row, 'topic.txt');
  return [term!.weight, term!.parts.map((part) => part.source), term!.classes];
};

// rule · row · weight, parts, classes
test.each<[string, string, unknown[]]>([
  ['a word', '50: glass=A', [50, ['glass'], ['A']]],
  ['a phrase', '50: optical glass=A', [50, ['optical glass'], ['A']]],
  ['several classes with optional spaces', '50: glass=A.14.5, D.2.2', [50, ['glass'], ['A.14.5', 'D.2.2']]],
  ['a negative weight', '-10000: glass @and art=A', [-10000, ['glass', 'art'], ['A']]],
  ['more than two parts', '5: glass @and technical @and history=D', [5, ['glass', 'technical', 'history'], ['D']]],
  ['an operator in upper case', '5: Glass @AND art=A', [5, ['glass', 'art'], ['A']]],
  ['an operator as text', '5: glass \\@or art=A', [5, ['glass \\@or art'], ['A']]],
  ['an address', '5: info@andes=A', [5, ['info@andes'], ['A']]],
  ['spaces anywhere', '  5 :  glass   art = A ', [5, ['glass art'], ['A']]],
  ['lower-cases letters except in escapes', '5: Glass\\S*=A', [5, ['glass\\S*'], ['A']]],
  ['an equals sign in the term', '5: e \\= mc2=A', [5, ['e \\= mc2'], ['A']]],
  ['deduplicates classes', '5: glass=A,A', [5, ['glass'], ['A']]],
])('%s', (_rule, row, expected) => {
  expect(read(row)).toEqual(expected);
});

test('skips comments and empty lines with any line ending', () => {
  const text =
    '\ufeff#This is a comment\r\n\r\n75: d\\.?\\s*californica=CP.Drosophyllum\r\n  # another\r\n10: pitcher[^\\s]*=CP';
  expect(readTopicFile(text, 'topic.txt').map(({ term }) => term)).toEqual(['d\\.?\\s*californica', 'pitcher[^\\s]*']);
});

test.each([
  ['no weight', 'glass=A', /expected a number/],
  ['a word for a weight', 'much: glass=A', /expected a number/],
  ['no class', '5: glass', /classes/],
  ['an empty class', '5: glass=A,', /empty class name/],
  ['no term', '5: =A', /missing term/],
  ['half a Boolean term', '5: glass @and =A', /@and/],
  ['an operator that is stuck to a word', '5: glass@and art=A', /@and needs a space on both sides/],
  ['alternatives', '5: glass @OR art=A', /@or is not supported; write a row for each alternative/],
  ['a negation', '5: glass @not art=A', /@not is not supported; .* negative weight/],
  ['an unmatched bracket', '5: glass[^\\s=A', /\]/],
  ['an unmatched parenthesis', '5: (glass=A', /\)/],
  ['a repetition of nothing', '5: glass @and *=A', /repeat/],
  ['an expression that matches the empty string', '5: x*=A', /empty string/],
])('reports %s with its line', (_what, row, message) => {
  const fault = () => readTopicFile(`# first\n${row}\n`, 'my topic.txt');
  expect(fault).toThrow(TopicFileError);
  expect(fault).toThrow(/^my topic\.txt:2: /);
  expect(fault).toThrow(message);
});

test('reports all errors at once', () => {
  try {
    readTopicFile('x\n5: glass=A\ny', 't');
    expect.unreachable();
  } catch (error) {
    expect((error as TopicFileError).lines.map((line) => line.slice(0, 4))).toEqual(['t:1:', 't:3:']);
  }
});

test('rejects a definition without terms', () => {
  expect(() => readTopicFile('# nothing\n', 't')).toThrow(/no terms/);
});

test.each([
  ['Optical  Glass', 'optical glass'],
  ["d'Arcy-Drosera", "d'arcy-drosera"],
  ['C++', 'c\\+\\+'],
  ['Drosera (plant)', 'drosera \\(plant\\)'],
  ['C#: a=b, 50%', 'c#: a=b, 50%'],
  ['x^{2} [a|b]? \\d* $1', 'x\\^\\{2\\} \\[a\\|b\\]\\? \\\\d\\* \\$1'],
  ['moss @and bog', 'moss \\@and bog'],
])('escapes %s so that it matches literally', (phrase, term) => {
  expect(literalTerm(phrase)).toBe(term);
  expect(read(`5: ${term}=A`)).toEqual([5, [term], ['A']]);
});
