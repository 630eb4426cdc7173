import { expect, test } from 'vitest';
import { packedExtension, packedExtensionOf } from '../../shared/http/packed-name.ts';

test.each([
  ['http://bog.example/paper.ps.gz', 'ps'],
  ['http://bog.example/a/Notes.v2.TXT.GZ?v=1#top', 'txt'],
  ['ftp://bog.example/page.html.gz', 'html'],
  ['file:///home/a/paper.pdf.gz', 'pdf'],
  ['http://bog.example/source.tar.gz', undefined],
  ['http://bog.example/data.json.gz', undefined],
  ['http://bog.example/README.gz', undefined],
  ['http://bog.example/.txt.gz', undefined],
  ['http://bog.example/paper.ps.gz/', undefined],
  ['http://bog.example/get?file=paper.ps.gz', undefined],
  ['http://bog.txt.gz/', undefined],
])('the name %s: %s', (url, extension) => {
  expect(packedExtension(url)).toBe(extension);
});

test.each([
  ['attachment; filename="paper.ps.gz"', 'ps'],
  ['attachment; filename=notes.txt.gz; size=3', 'txt'],
  ['attachment; filename="source.tar.gz"', undefined],
  ["attachment; filename*=UTF-8''caf%C3%A9.ps.gz", 'ps'],
  ["attachment; filename* = iso-8859-1'en'source.tar.gz; size=3", undefined],
  ['inline', 'pdf'],
])('Content-Disposition: %s', (value, extension) => {
  const headers: [string, string][] = [['Content-Disposition', value]];
  expect(packedExtensionOf({ url: 'http://bog.example/paper.pdf.gz', headers })).toBe(extension);
});
