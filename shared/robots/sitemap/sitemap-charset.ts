/** Decodes a file piece by piece; the last bytes of a piece may be the first half of a sign. */
export type DecodeChunk = (piece: Uint8Array) => string;

/**
 * The byte order mark, what UTF-16 looks like, the XML declaration, then the charset of `contentType`; UTF-8 otherwise.
 * Broken bytes become U+FFFD.
 */
export function createDecoder(bytes: Uint8Array, contentType: string): DecodeChunk {
  const label =
    utf16(bytes) ?? declared(bytes) ?? /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  const decoder = decoderFor(label);
  return (piece) => decoder.decode(piece, { stream: true });
}

function utf16([a, b]: Uint8Array): string | undefined {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

/** XML 1.0, F.2. A mark of UTF-8 stands above it; a declaration that can be read byte by byte is not of UTF-16. */
function declared(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/i.exec(head)?.[1];
  return label === undefined || /^(?:utf|ucs)-?16/i.test(label) ? undefined : label;
}

/** Leaves out a byte order mark of its own. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
