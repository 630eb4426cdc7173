/** Where the messages of an alert go. */
export type Webhook = {
  /** Scheme http or https, without fragment. */
  url: string;
  /** Key of the signatures. Absent: messages are not signed. */
  key?: Uint8Array;
};
