import type { BundlePiece } from '../../ports/frontier.ts';

/*
 * The pieces of all bundles that one commit wrote, in a row. The directory has a word for each bundle: its kind, and the lengths
 * of its pieces in base 36, such as `q3s,3k p1a`.
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

const kindOf = ({ name }: BundlePiece) => partsOf(name)[1]!;

/** Returns pieces of one epoch, bundle by bundle. @throws if those of a bundle are not in the order of their numbers, from 0 */
export function byBundle(pieces: readonly BundlePiece[]): BundlePiece[] {
  return [...Map.groupBy(pieces, kindOf).values()].flatMap((own) => {
    for (const [i, { name }] of own.entries())
      if (partsOf(name)[3] !== `.${i}`) throw new Error(`the pieces of a bundle are not in order: ${name}`);
    return own;
  });
}

/** Returns the directory of the pieces that `byBundle` returns. */
export function encodeDirectory(pieces: readonly BundlePiece[]): string {
  const lengthsOf = (own: readonly BundlePiece[]) => own.map(({ bytes }) => bytes.length.toString(36)).join(',');
  return [...Map.groupBy(pieces, kindOf)].map(([kind, own]) => kind + lengthsOf(own)).join(' ');
}

/** Returns where each piece of a directory is in the row, by name. */
export function decodeDirectory(epoch: string, directory: string): Map<string, { offset: number; length: number }> {
  const found = new Map<string, { offset: number; length: number }>();
  let offset = 0;
  for (const word of directory.split(' ').filter((one) => one !== ''))
    for (const [i, digits] of word.slice(1).split(',').entries()) {
      const length = Number.parseInt(digits, 36);
      found.set(`${word[0]}${epoch}.${i}`, { offset, length });
      offset += length;
    }
  return found;
}
