import { expect, test } from 'vitest';
import { type JsonLineList, openJsonLineList } from '../../shared/text/json-line-list.ts';

const textOf = (lines: JsonLineList) => Buffer.from(lines.bytes()).toString();

function listOf(...values: readonly unknown[]): JsonLineList {
  const lines = openJsonLineList();
  for (const value of values) lines.add(value);
  return lines;
}

test('writes a value when it is added', () => {
  const value = { a: 'é' };
  const lines = listOf(value, 2);
  value.a = 'later';
  expect(textOf(lines)).toBe('{"a":"é"}\n2\n');
  expect(lines.count).toBe(2);
});

test('keeps the order of lines when one is replaced by a longer or a shorter one', () => {
  const lines = listOf('first', 'second', 'third');
  lines.set(1, 'a longer second one');
  lines.set(0, '');
  expect(textOf(lines)).toBe('""\n"a longer second one"\n"third"\n');
  lines.add('fourth');
  expect(textOf(lines)).toBe('""\n"a longer second one"\n"third"\n"fourth"\n');
  expect([...lines.read()]).toEqual(['', 'a longer second one', 'third', 'fourth']);
});

test('keeps lines apart while several lists are open, and after one was released', () => {
  const one = listOf('one');
  const two = listOf('two');
  expect([textOf(one), textOf(two)]).toEqual(['"one"\n', '"two"\n']);
  one.release();
  const three = listOf('three');
  expect([textOf(two), textOf(three)]).toEqual(['"two"\n', '"three"\n']);
});

test('reuses the buffers of two lists, of which one is read while the other is written', () => {
  const [one, two] = [listOf('one'), listOf('two')];
  const buffers = [one, two].map((lines) => lines.bytes().buffer);
  one.release();
  two.release();
  const next = [listOf('three'), listOf('four')];
  expect(new Set(next.map((lines) => lines.bytes().buffer))).toEqual(new Set(buffers));
});

test('reuses the buffer of a list that was read', () => {
  const lines = listOf('one');
  const { buffer } = lines.bytes();
  expect([...lines.read()]).toEqual(['one']);
  expect([lines.count, lines.bytes().length]).toEqual([0, 0]);
  expect(listOf('other').bytes().buffer).toBe(buffer);
});

test('grows with its lines', () => {
  const values = Array.from({ length: 50 }, (_, i) => 'ä'.repeat(i * 1_000));
  const lines = listOf(...values);
  lines.set(3, 'replaced');
  expect([...lines.read()]).toEqual(values.with(3, 'replaced'));
});
