import type { APIGatewayProxyHandlerV2 } from 'aws-lambda';
import { administer } from './administer.ts';
import { log } from './log.ts';
import { groupingOf, wireFrontier, wireStores } from './wiring.ts';
import { wireIndex } from './wiring-search.ts';

const stores = wireStores(process.env);
const ports = { ...stores, index: wireIndex(process.env), frontier: wireFrontier(process.env, stores) };
const grouping = groupingOf(process.env);

/** `POST /admin`: the gateway has checked the signature (IAM) before this runs. */
export const handler: APIGatewayProxyHandlerV2 = async ({ body = '', isBase64Encoded }) => {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const { status, body: said } = await administer(jsonOf(text), ports, grouping);
  log('info', 'administered', { status, asked: text.slice(0, 500) });
  return { statusCode: status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(said) };
};

/** Undefined for what is no JSON: then nothing is asked, which is refused like any other wrong request. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
