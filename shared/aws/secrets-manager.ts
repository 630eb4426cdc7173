import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';

const TARGET = 'secretsmanager.GetSecretValue';
const TIMEOUT_MS = 10_000;

/**
 * Reads secrets of AWS Secrets Manager: one signed request each, for which a client package would weigh a hundred times as
 * much. Loaded when a crawl names one.
 *
 * @returns a function from a secret's name to its text. @throws when there is none, or it may not be read.
 */
export function secretsManager(place: {
  region: string;
  /** Absent: AWS itself. */
  endpoint?: string;
}): (name: string) => Promise<string> {
  const url = new URL(place.endpoint ?? `https://secretsmanager.${place.region}.amazonaws.com/`);
  const signer = new SignatureV4({
    service: 'secretsmanager',
    region: place.region,
    credentials: defaultProvider(),
    sha256: Sha256,
  });
  return async (name) => {
    const body = JSON.stringify({ SecretId: name });
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port && { port: Number(url.port) }),
      path: '/',
      query: {},
      headers: { host: url.host, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': TARGET },
      body,
    });
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const said = parsed(await answer.text());
    if (answer.ok && said.SecretString !== undefined) return said.SecretString;
    if (answer.ok && said.SecretBinary !== undefined) throw new Error(`secret ${name}: it is no text`);
    throw new Error(`secret ${name}: ${said.message ?? said.Message ?? said.__type ?? `status ${answer.status}`}`);
  };
}

/** `Message` is how a refusal for want of a right spells it. */
type Said = { SecretString?: string; SecretBinary?: string; __type?: string; message?: string; Message?: string };

/** A gateway in between may say anything. */
function parsed(text: string): Said {
  try {
    return JSON.parse(text) as Said;
  } catch {
    return {};
  }
}
