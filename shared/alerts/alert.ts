/** A saved search that reports new matching records to a program. */
export type Alert = {
  /** Unique in its crawl. */
  name: string;
  /** In the web syntax. */
  query: string;
};

/** Where the messages of an alert go. */
export type Webhook = {
  /** Scheme http or https, without fragment. */
  url: string;
  /** Key of the signatures. Absent: messages are not signed. */
  key?: Uint8Array;
};
