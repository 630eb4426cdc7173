import type { CDPSession, Page } from 'playwright-core';
import { PAGE_READER } from './page-reader.ts';

/** Maximum number of elements of a page that are searched for a closed shadow root. Each takes a message to the browser. */
const MAX_SEARCHED = 500;

/**
 * Returns the HTML of a page, with its shadow trees as declarative shadow roots. A page of XHTML is written as HTML. The script that reads the
 * page has its own global object, so the page cannot replace the functions that it calls.
 *
 * @param maxBytes length from which on shadow trees are left out
 * @throws Error if the page has crashed or is closed, or is XML that is not XHTML or not well-formed
 */
export async function readPageHtml(page: Page, maxBytes: number): Promise<Uint8Array> {
  const session = await page.context().newCDPSession(page);
  const reader = await startReader(session);
  let left = MAX_SEARCHED;
  while (left > 0) {
    const hosts = await reader.elements('nextHosts', { value: left });
    if (hosts.length === 0) break;
    left -= hosts.length;
    const roots = await Promise.all(hosts.map(reader.closedRoot));
    await reader.elements('addClosed', ...roots.flatMap((objectId) => (objectId === undefined ? [] : { objectId })));
  }
  return Buffer.from(await reader.text('html', { value: maxBytes }));
}

type Argument = { value: number } | { objectId: string };

/** Starts the reader in the page. Elements and shadow roots are given by their ids in it. */
async function startReader(session: CDPSession) {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const started = await session.send('Runtime.evaluate', { contextId: executionContextId, expression: PAGE_READER });
  const reader = resultOf(started).objectId!;

  async function call(name: string, args: Argument[], returnByValue: boolean) {
    const functionDeclaration = `function (...args) { return this.${name}(...args); }`;
    const options = { functionDeclaration, objectId: reader, arguments: args, returnByValue };
    return resultOf(await session.send('Runtime.callFunctionOn', options));
  }

  return {
    text: async (name: string, ...args: Argument[]): Promise<string> => (await call(name, args, true)).value,
    async elements(name: string, ...args: Argument[]): Promise<string[]> {
      const { objectId } = await call(name, args, false);
      if (objectId === undefined) return [];
      const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
      return result.flatMap(({ value }) => (value?.subtype === 'node' ? value.objectId! : []));
    },
    async closedRoot(objectId: string): Promise<string | undefined> {
      const { node } = await session.send('DOM.describeNode', { objectId });
      const root = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
      if (!root) return undefined;
      const { backendNodeId } = root;
      const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
      return object.objectId;
    },
  };
}

type Outcome<Result> = { result: Result; exceptionDetails?: { exception?: { description?: string } } };

/** @throws Error if the script has thrown one */
function resultOf<Result>({ result, exceptionDetails }: Outcome<Result>): Result {
  if (!exceptionDetails) return result;
  const { description = 'the page cannot be read' } = exceptionDetails.exception ?? {};
  throw new Error(description.replace(/^Error: /, ''));
}
