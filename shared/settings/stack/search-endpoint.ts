/** Endpoints of search engines on AWS, also in China (`amazonaws.com.cn`) and in the European Sovereign Cloud (`amazonaws.eu`). */

/** Returns the id and Region of a serverless collection. Undefined if the URL is not its endpoint. */
export function collectionOf(endpoint: string): { id: string; region: string } | undefined {
  const [, id, region] =
    /^https:\/\/([a-z0-9]+)\.([a-z0-9-]+)\.aoss\.amazonaws\.(?:com|com\.cn|eu)\/?$/.exec(endpoint) ?? [];
  return id === undefined || region === undefined ? undefined : { id, region };
}

/** Host names of domains and collections, which contain their Region: the usual ones, and those for IPv4 and IPv6. */
const AWS_HOSTS = [
  /\.([a-z0-9-]+)\.(?:es|aoss)\.amazonaws\.(?:com|com\.cn|eu)$/,
  /\.(?:aos|aoss)\.([a-z0-9-]+)\.on\.aws$/,
];

/** Returns the Region of a domain or collection. Undefined if the URL does not name one, for example a domain's custom endpoint. */
export function searchRegionOf(endpoint: string): string | undefined {
  const host = URL.parse(endpoint)?.hostname ?? '';
  return AWS_HOSTS.map((pattern) => pattern.exec(host)?.[1]).find((region) => region !== undefined);
}
