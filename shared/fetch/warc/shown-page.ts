import type { Capture } from './capture.ts';
import { readCapture } from './warc-read.ts';
import { RENDERED_TYPE } from './warc-write.ts';

/** Headers that describe the body as it was sent. */
const BODY_HEADER = /^(?:content-(?:type|encoding|length|range)|transfer-encoding)$/i;

/** Returns a capture with the headers and the body that readers of the page see: those of the rendered page, if there is one. */
export function shownPage(capture: Capture): Capture {
  const { rendered, headers } = capture;
  if (rendered === undefined) return capture;
  const kept = headers.filter(([name]) => !BODY_HEADER.test(name));
  return { ...capture, headers: [...kept, ['content-type', RENDERED_TYPE]], body: rendered, truncated: false };
}

/** Reads a capture, as fetched by its location, as readers of the page see it. @throws if the bytes contain no readable HTTP response */
export const readShownPage = (bytes: Uint8Array): Capture => shownPage(readCapture(bytes));
