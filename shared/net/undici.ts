/** The parts of undici that Thresher uses. Its main module also loads fetch, WebSockets, caches and mocks, which take time and memory. */
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
