import { expect, test } from 'vitest';
import { createSqiSessions } from '../../../web/sqi/sessions.ts';

const MINUTE = 60_000;

test('keeps a session while it is used, and forgets it after half an hour', () => {
  let now = 0;
  const sessions = createSqiSessions(() => now);
  const id = sessions.create();
  sessions.find(id)!.resultsSetSize = 7;
  for (let i = 0; i < 4; i++) {
    now += 29 * MINUTE;
    expect(sessions.find(id)).toMatchObject({ resultsSetSize: 7, syntax: 'plql' });
  }
  now += 31 * MINUTE;
  expect(sessions.find(id)).toBeUndefined();
  expect(sessions.find(id)).toBeUndefined();
});

test('gives every session an id and settings of its own', () => {
  const sessions = createSqiSessions();
  const ids = Array.from({ length: 100 }, () => sessions.create());
  expect(new Set(ids).size).toBe(100);
  sessions.find(ids[0]!)!.syntax = 'cql';
  expect(sessions.find(ids[1]!)!.syntax).toBe('plql');
});

test('ends a session once', () => {
  const sessions = createSqiSessions();
  const id = sessions.create();
  expect([sessions.destroy(id), sessions.destroy(id), sessions.find(id)]).toEqual([true, false, undefined]);
});

test('keeps at most 10,000 sessions, and closes the one that was idle longest', () => {
  const sessions = createSqiSessions();
  const [first, second] = [sessions.create(), sessions.create()];
  sessions.find(first!);
  for (let i = 0; i < 9_999; i++) sessions.create();
  expect(sessions.find(second!)).toBeUndefined();
  expect(sessions.find(first!)).toBeDefined();
});
