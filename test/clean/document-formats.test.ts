import { expect, test } from 'vitest';
import { DOCUMENT_FORMATS, FORMAT_NAMES } from '../../shared/clean/document-formats.ts';
import { BINARY_EXTENSIONS } from '../../shared/url/extensions.ts';
import { stemOf } from '../../shared/url/stem.ts';

const extensions = FORMAT_NAMES.flatMap((name) =>
  DOCUMENT_FORMATS[name].extensions.map((extension) => [name, extension] as const),
);

test.each(extensions)('URLs of %s with the extension .%s are refused if no converter reads it', (_name, extension) => {
  expect(BINARY_EXTENSIONS).toContain(extension);
});

// The formats of one image differ in what they show, such as a drawing and a photograph of one name.
test.each(extensions.filter(([name]) => name !== 'image'))(
  'a document in %s with the extension .%s shares its stem with its other formats',
  (_name, extension) => {
    expect(stemOf(`https://example.org/papers/bog.${extension}`)).toBe('https://example.org/papers/bog');
  },
);
