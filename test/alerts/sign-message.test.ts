import { expect, test } from 'vitest';
import { readWebhookSecret, webhookHeaders } from '../../shared/alerts/sign-message.ts';

test('signs as the libraries of Standard Webhooks verify', () => {
  // The example in the tests of those libraries.
  const key = readWebhookSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n');
  const headers = webhookHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}', key, 1_614_265_330_000);
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('sends no signature without a key', () => {
  expect(Object.keys(webhookHeaders('a', '{}', undefined, 0))).toEqual(['webhook-id', 'webhook-timestamp']);
});

test.each(['', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_c2hvcnQ=', `whsec_${'A'.repeat(88)}`, 'whsec_?'])(
  'refuses the secret %j',
  (secret) => {
    expect(readWebhookSecret(secret)).toBeUndefined();
  },
);
