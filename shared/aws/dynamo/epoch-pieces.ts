import type { BundlePiece } from '../../ports/frontier.ts';

/*
 * The pieces of all bundles that one commit wrote, in a row. The directory has a word for each: its name without the epoch, and
 * its length in base 36, such as `q.0:2s p.0:1a`.
 */

/** Name of a piece: kind and epoch of its bundle, and its number in it. */
const PIECE_NAME = /^([a-z])([0-9a-z]+)(\.\d+)$/;

/** Returns the epoch of the bundle of a piece, in base 36. @throws if the name is none of a piece */
export function epochOf(name: string): string {
  return partsOf(name)[2]!;
}

function partsOf(name: string): RegExpExecArray {
  const found = PIECE_NAME.exec(name);
  if (!found) throw new Error(`not the name of a piece of a bundle: ${name}`);
  return found;
}

/** Returns the directory of pieces of one epoch. */
export function encodeDirectory(pieces: readonly BundlePiece[]): string {
  return pieces
    .map(({ name, bytes }) => {
      const [, kind, , number] = partsOf(name);
      return `${kind}${number}:${bytes.length.toString(36)}`;
    })
    .join(' ');
}

/** Returns where each piece of a directory is in the row, by name. */
export function decodeDirectory(epoch: string, directory: string): Map<string, { offset: number; length: number }> {
  const found = new Map<string, { offset: number; length: number }>();
  let offset = 0;
  for (const word of directory.split(' ').filter((one) => one !== '')) {
    const [name = '', digits = '0'] = word.split(':');
    const length = Number.parseInt(digits, 36);
    found.set(`${name[0]}${epoch}${name.slice(1)}`, { offset, length });
    offset += length;
  }
  return found;
}
