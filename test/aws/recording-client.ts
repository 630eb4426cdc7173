import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type Sent = { call: string; input: Record<string, unknown> };

/** A client that records requests instead of sending them, with responses set by the test. */
export function recordingClient(answer: (sent: Sent) => unknown = () => ({})) {
  const sent: Sent[] = [];
  const client = {
    config: {},
    async send(command: { constructor: { name: string }; input: Record<string, unknown> }) {
      const one = { call: command.constructor.name.replace(/Command$/, ''), input: command.input };
      sent.push(one);
      return answer(one);
    },
  };
  return { client: client as unknown as DynamoDBClient, sent };
}
