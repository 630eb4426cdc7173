/**
 * Returns the origin that a key of `fetch.credentials` names. A host without a scheme means https, so that a link to another
 * scheme never sends a secret in clear.
 *
 * @param key `host`, `host:port` or `scheme://host:port`
 * @returns such as `https://a.example` or `http://a.example:8080`; undefined if the key is not such a name
 */
export function credentialOrigin(key: string): string | undefined {
  const text = key.includes('://') ? key : `https://${key}`;
  if (!/^(?:https?|ftp):\/\/[^/\\?#@\s]+\/?$/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}
