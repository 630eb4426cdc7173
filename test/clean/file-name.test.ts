import { expect, test } from 'vitest';
import { documentFileName } from '../../shared/clean/file-name.ts';

const nameOf = (path: string, mimeType = 'application/pdf') =>
  documentFileName({
    url: `http://a.example${path}`,
    fetchedAt: '2008-02-22T12:23:22.123Z',
    mimeType,
    id: '0a1b2c3d4e5f',
  });
const TIME = '2008-02-22-12-23-22-0a1b2c3d';

test.each([
  ['/papers/content.pdf', `content-${TIME}.pdf`],
  ['/papers/content', `content-${TIME}.pdf`],
  ['/papers/v1.2.3', `v1.2-${TIME}.pdf`],
  ['/papers/content.pdf.gz', `content-${TIME}.pdf`],
  ['/papers/source.tar.gz', `source.tar-${TIME}.pdf`],
  ['/papers/', `index-${TIME}.pdf`],
  ['', `index-${TIME}.pdf`],
  ['/get.php?file=../../etc/passwd', `get-${TIME}.pdf`],
  ['/%2e%2e%2f%2e%2e%2fetc%2fpasswd', `etc_passwd-${TIME}.pdf`],
  ['/%ff%fe.pdf', `ff_fe-${TIME}.pdf`],
  ['/sonnentau%20im%20m%C3%B6or.pdf', `sonnentau_im_möor-${TIME}.pdf`],
  [`/${'a'.repeat(300)}.pdf`, `${'a'.repeat(50)}-${TIME}.pdf`],
  ['/.htaccess', `index-${TIME}.pdf`],
])('names the document at %s %s', (path, name) => {
  expect(nameOf(path)).toBe(name);
});

test.each([
  ['text/html', 'html'],
  ['application/x-tex', 'tex'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/x-unheard-of', 'bin'],
])('gives %s the extension .%s, whatever the URL ends in', (mimeType, ending) => {
  expect(nameOf('/a.pdf', mimeType)).toBe(`a-${TIME}.${ending}`);
});
