import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';

const TARGET = 'secretsmanager.GetSecretValue';
const TIMEOUT_MS = 10_000;

/**
 * Creates a reader for AWS Secrets Manager. It sends one signed request per secret: the client package of the SDK is a hundred
 * times larger. This module is loaded when a crawl names the first secret.
 *
 * @returns a function from the name of a secret to its text. It throws if the secret does not exist or must not be read.
 */
export function secretsManager(place: {
  region: string;
  /** URL of an emulator. Absent: AWS. */
  endpoint?: string;
}): (name: string) => Promise<string> {
  const url = new URL(place.endpoint ?? `https://secretsmanager.${place.region}.${domainOf(place.region)}/`);
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
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const result = parseResponse(await response.text());
    if (response.ok && result.SecretString !== undefined) return result.SecretString;
    if (response.ok && result.SecretBinary !== undefined) throw new Error(`secret ${name}: it is binary, not text`);
    const error = result.message ?? result.Message ?? result.__type ?? `status ${response.status}`;
    throw new Error(`secret ${name}: ${error}`);
  };
}

/** Domains of Regions outside `amazonaws.com`: China and the European Sovereign Cloud. They are as in the SDK's `partitions.js`. */
const OTHER_DOMAINS: [prefix: string, domain: string][] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
];

const domainOf = (region: string): string =>
  OTHER_DOMAINS.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'amazonaws.com';

/** `Message` is the spelling in responses to requests without permission. */
type SecretResponse = {
  SecretString?: string;
  SecretBinary?: string;
  __type?: string;
  message?: string;
  Message?: string;
};

/** @returns an empty object if the response is not JSON, such as an error page of a proxy. */
function parseResponse(text: string): SecretResponse {
  try {
    return JSON.parse(text) as SecretResponse;
  } catch {
    return {};
  }
}
