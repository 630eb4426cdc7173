/** Generates certificates for test servers (X.509, RFC 5280; DER, ITU-T X.690). */
import { generateKeyPairSync, sign } from 'node:crypto';

export type Certificate = { key: string; cert: string };

/**
 * Returns a self-signed certificate with its key.
 *
 * @param about.names host names of the certificate
 * @param about.until end of validity, epoch ms; default: one day after its start
 */
export function certificate(about: { names: readonly string[]; from?: number; until?: number }): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const from = about.from ?? Date.now() - 3_600_000;
  const until = about.until ?? from + 86_400_000;
  const name = sequence(set(sequence(oid(COMMON_NAME), der(UTF8, Buffer.from(about.names[0]!)))));
  const names = sequence(...about.names.map((one) => der(DNS_NAME, Buffer.from(one))));
  const authority = sequence(der(BOOLEAN, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(oid(BASIC_CONSTRAINTS), der(BOOLEAN, Buffer.from([0xff])), der(OCTETS, authority)),
    sequence(oid(ALTERNATIVE_NAMES), der(OCTETS, names)),
  );
  const body = sequence(
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    SIGNED_WITH,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, SIGNED_WITH, der(BITS, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const [BOOLEAN, INTEGER, BITS, OCTETS, UTF8, DNS_NAME, TIME] = [0x01, 0x02, 0x03, 0x04, 0x0c, 0x82, 0x18];
const COMMON_NAME = [0x55, 0x04, 0x03];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];
const ALTERNATIVE_NAMES = [0x55, 0x1d, 0x11];
const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const SIGNED_WITH = sequence(oid(ECDSA_SHA256));

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function oid(bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(TIME, Buffer.from(text));
}
