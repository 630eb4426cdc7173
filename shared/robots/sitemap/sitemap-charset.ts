/** Decodes a file in chunks. A chunk may end inside a character. */
export type DecodeChunk = (chunk: Uint8Array) => string;

/**
 * Detects the charset from the byte order mark, the byte pattern of UTF-16, the XML declaration and the charset of
 * `contentType`, in this order. The default is UTF-8. Invalid bytes become U+FFFD.
 */
export function createDecoder(bytes: Uint8Array, contentType: string): DecodeChunk {
  const label =
    detectUtf16(bytes) ??
    declaredEncoding(bytes) ??
    /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ??
    'utf-8';
  const decoder = decoderFor(label);
  return (chunk) => decoder.decode(chunk, { stream: true });
}

function detectUtf16([a, b]: Uint8Array): string | undefined {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c) ? 'utf-16be' : undefined;
}

/** Reads the XML declaration (XML 1.0, F.2). A UTF-8 mark takes precedence. A readable declaration cannot be in UTF-16. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const label = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/i.exec(head)?.[1];
  return label === undefined || /^(?:utf|ucs)-?16/i.test(label) ? undefined : label;
}

/** Falls back to UTF-8 for an unknown label. The decoder drops a byte order mark. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
