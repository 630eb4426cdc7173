import { crc32, deflateSync } from 'node:zlib';

/** Pixels as rows of red, green, blue and alpha, 8 bits each. The alpha is ignored. */
export type Pixels = { width: number; height: number; rgba: Uint8Array };

type Color = [red: number, green: number, blue: number];

/** Bits of a channel by which similar colours count as one. */
const BITS = 5;
const SHIFT = 8 - BITS;

/** Number of colours of an image: enough for pages of text and a few colours, and a third of the bytes of true colour. */
const COLORS = 96;

/** Encodes an image as a PNG with a palette. */
export function palettePng({ width, height, rgba }: Pixels): Buffer {
  const { palette, indexOf } = paletteOf(rgba);
  // Each row begins with its filter: none.
  const rows = new Uint8Array(height * (width + 1));
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) rows[y * (width + 1) + x + 1] = indexOf.get(binAt(rgba, at))!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, indexed colour.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const binAt = (rgba: Uint8Array, at: number): number =>
  ((rgba[at]! >> SHIFT) << (2 * BITS)) | ((rgba[at + 1]! >> SHIFT) << BITS) | (rgba[at + 2]! >> SHIFT);

/** Returns the colours of the palette, and for each bin of similar colours the index of the nearest of them. */
function paletteOf(rgba: Uint8Array): { palette: Color[]; indexOf: Map<number, number> } {
  const bins = new Map<number, Bin>();
  for (let at = 0; at < rgba.length; at += 4) {
    const bin = binAt(rgba, at);
    const known = bins.get(bin);
    // The first colour of a bin stands for it: large areas come before the edges of letters.
    if (known) known.pixels++;
    else
      bins.set(bin, { pixels: 1, color: [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!], error: Number.POSITIVE_INFINITY });
  }
  const palette = choosePalette([...bins.values()]);
  return { palette, indexOf: new Map([...bins].map(([bin, { color }]) => [bin, nearest(palette, color)])) };
}

/** `error`: distance to the nearest colour that was chosen. */
type Bin = { pixels: number; color: Color; error: number };

/** Chooses the bin with the largest error next. Its pixels count by their root, so that small coloured parts keep their colour. */
function choosePalette(bins: readonly Bin[]): Color[] {
  const palette: Color[] = [];
  const weightOf = ({ pixels, error }: Bin) => Math.sqrt(pixels) * Math.min(error, 1e6);
  while (palette.length < Math.min(COLORS, bins.length)) {
    const next = bins.reduce((worst, bin) => (weightOf(bin) > weightOf(worst) ? bin : worst));
    palette.push(next.color);
    for (const bin of bins) bin.error = Math.min(bin.error, distance(bin.color, next.color));
  }
  return palette;
}

const distance = ([r, g, b]: Color, [x, y, z]: Color): number => (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;

function nearest(palette: readonly Color[], color: Color): number {
  const distances = palette.map((one) => distance(one, color));
  return distances.indexOf(Math.min(...distances));
}
