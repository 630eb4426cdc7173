/** External converter programs: catdoc, antiword and Ghostscript, by their names in Debian. */
import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import type { Converted, ConvertProgram } from '../../shared/ports/converter.ts';
import { convert, startConverter } from '../convert/converter.ts';

const converter = startConverter();
afterAll(() => converter.close());

const words = (answer: object) =>
  (answer as Converted).parts?.map((part) => ('text' in part ? part.text : part.cells.join(' '))).join(' ') ?? answer;

const POSTSCRIPT = Buffer.from(
  '%!PS-Adobe-3.0\n/Helvetica findfont 12 scalefont setfont 72 700 moveto (Sphagnum keeps the bog wet.) show showpage\n',
);
const GHOSTSCRIPT: ConvertProgram = {
  command: ['gs', '-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=txtwrite', '-sOutputFile=-', '{in}'],
  output: 'text',
};

test('converts PostScript with Ghostscript', async () => {
  expect(words(await convert(converter, POSTSCRIPT, { program: GHOSTSCRIPT }))).toContain(
    'Sphagnum keeps the bog wet.',
  );
});

test('stops an endless PostScript program after the timeout', async () => {
  const endless = Buffer.from('%!PS\n{ } loop\n');
  const answer = await convert(converter, endless, { program: GHOSTSCRIPT, limits: { timeoutMs: 1_500 } });
  expect(answer).toMatchObject({ reason: 'conversion-timeout' });
});

/** Uses RTF, which catdoc also reads, because a test cannot easily write an old Word file. */
test('converts a file with catdoc', async () => {
  const program: ConvertProgram = { command: ['catdoc', '-w', '-d', 'utf-8', '{in}'], output: 'text' };
  expect(words(await convert(converter, Buffer.from('{\\rtf1 Sphagnum}'), { program }))).toContain('Sphagnum');
});

test('reports a failed conversion if antiword cannot read the file', async () => {
  execFileSync('sh', ['-c', 'command -v antiword']);
  const program: ConvertProgram = { command: ['antiword', '{in}'], output: 'text' };
  expect(await convert(converter, Buffer.from('nothing'), { mimeType: 'application/msword', program })).toMatchObject({
    reason: 'conversion-failed',
  });
});
