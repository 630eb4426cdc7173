/** Bounds of the length of a token, in UTF-16 units. Sixteen letters and digits cannot be guessed. */
const TOKEN_LENGTH = { min: 16, max: 256 };

/** Says what is wrong with a token that programs or people send; undefined: nothing. */
export function tokenFault(token: string): string | undefined {
  const { min, max } = TOKEN_LENGTH;
  if (token.length < min || token.length > max)
    return `must have ${min} to ${max} characters; openssl rand -hex 16 makes them`;
  return /^[\x21-\x7e]+$/.test(token) ? undefined : 'must have letters, digits and signs of ASCII only';
}
