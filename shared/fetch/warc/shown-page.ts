import type { Capture } from './capture.ts';
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
