import { DatabaseSync } from 'node:sqlite';

export type SortedLines = {
  add(line: string): void;
  /** Yields all lines in the order of their bytes. */
  lines(): Iterable<string>;
  close(): void;
};

/** Sorts any number of lines in constant memory: a temporary database moves to the disk when it grows, and is deleted when it is closed. */
export function sortedLines(): SortedLines {
  const db = new DatabaseSync('');
  db.exec('CREATE TABLE line (text TEXT); BEGIN');
  const insert = db.prepare('INSERT INTO line VALUES (?)');
  const sorted = db.prepare('SELECT text FROM line ORDER BY text');
  return {
    add: (line) => void insert.run(line),
    *lines() {
      for (const { text } of sorted.iterate() as Iterable<{ text: string }>) yield text;
    },
    close: () => db.close(),
  };
}
