import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { intactObjects } from '../../../../cli/export/archive/intact-objects.ts';
import { deflatedMember, storedMember } from '../../../../shared/fetch/warc/warc-member.ts';

const record = (text: string) => `WARC/1.1\r\nContent-Length: ${text.length}\r\n\r\n${text}\r\n\r\n`;
const members = ['one', 'two', 'three'].map((text) => deflatedMember(Buffer.from(record(text))));
const [one, two, three] = members as [Uint8Array, Uint8Array, Uint8Array];
const zeros = Buffer.alloc(two.length);
const body = deflatedMember(Buffer.from('a body'));
/** A stored record with a compressed body, which ends early. */
const cut = storedMember([Buffer.from(record(' ')), body, Buffer.alloc(9)]).subarray(0, -9);

test.each<[what: string, bytes: Uint8Array, text: string, skipped: RegExp[]]>([
  ['a whole object', Buffer.concat(members), record('one') + record('two') + record('three'), []],
  [
    'a cut object',
    Buffer.concat([one, two, three]).subarray(0, -4),
    record('one') + record('two'),
    [/^raw\/a is damaged \(byte \d+: the member ends early\)/],
  ],
  [
    'zeros between members',
    Buffer.concat([one, zeros, three]),
    record('one') + record('three'),
    [/^raw\/a is damaged \(byte \d+: /],
  ],
  [
    'a compressed body in a cut record',
    Buffer.concat([one, cut]),
    record('one'),
    [/^raw\/a is damaged \(byte \d+: the member ends early\)/],
  ],
  ['an empty object', Buffer.alloc(0), '', [/^raw\/a is damaged \(the file is empty\)/]],
])('%s: yields what can be read, and names the rest', async (_, bytes, text, expected) => {
  async function* objects() {
    yield { key: 'raw/a', bytes };
  }
  const skipped: string[] = [];
  const read: Uint8Array[] = [];
  for await (const object of intactObjects(objects(), (message) => skipped.push(message))) read.push(object.bytes);
  const whole = Buffer.concat(read);
  expect(whole.length === 0 ? '' : gunzipSync(whole).toString()).toBe(text);
  expect(skipped).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
