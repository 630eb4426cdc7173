/** A mail in plain text. */
export type Mail = {
  /** `Message-ID` with angle brackets. */
  id: string;
  /** Addresses without names. */
  from: string;
  to: string;
  subject: string;
  /** Lines end with LF. */
  text: string;
  /** Header `Date`, epoch milliseconds. */
  sentAt: number;
};

/** Why a server did not accept a mail. */
export type MailFailure = {
  /**
   * `connection`: there was none, or none that is safe. `timeout`: no reply in time, or the signal ended it. `login`: the server refused
   * the name or password. `temporary`: it may accept the mail later. `refused`: it does not accept the mail.
   */
  kind: 'connection' | 'timeout' | 'login' | 'temporary' | 'refused';
  detail: string;
};

/** Sends mails. Adapter: `net/smtp-mailer.ts`. */
export interface Mailer {
  /**
   * Hands a mail to the server.
   *
   * @param signal ends it early: the server may then have the mail or not
   * @returns undefined if the server has accepted the mail
   */
  send(mail: Mail, signal: AbortSignal): Promise<MailFailure | undefined>;
}
