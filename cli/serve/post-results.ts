/** Longest time of a request. Milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Sends a message of SOAP 1.1. Redirects are not followed, because only the address itself is one that the operator allows.
 *
 * @param signal ends the request
 * @throws Error if the response is no success
 */
export async function postResults(url: string, message: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    body: message,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""', 'user-agent': 'thresher' },
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url}: answered with status ${response.status}`);
}
