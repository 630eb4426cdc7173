// The Node that Thresher needs. Plain JavaScript, because an older Node reads it first.

/** Whether this Node runs the code. Node 22.13 and 23 have `node:sqlite` too, but not the syntax. */
export const isNodeSupported = Number.parseInt(process.versions.node, 10) >= 24;
