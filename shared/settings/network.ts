import * as z from 'zod';

/** A host name, or its end after `*`. */
const NAME_PATTERN = /^(?!$)\*?[^\s*/\\:@?#]*$/;

/** Settings of the network client. */
export const NetworkSchema = z
  .strictObject({
    allowPrivate: z
      .array(z.string().refine(isRange, 'must be a range such as 10.0.0.0/8, or an IP address'))
      .default([])
      .describe(
        'Private or reserved IP ranges that the crawl may access, such as `10.0.0.0/8`, for intranets and tests.',
      ),
    resolve: z
      .record(
        z.string().regex(NAME_PATTERN, 'must be a host name without scheme and port, such as a.test or *.test'),
        z.string().refine(isAddress, 'must be an IP address, with a port or without'),
      )
      .default({})
      .describe(
        'Fixed IP addresses of host names, used instead of DNS: `"*.test": 127.0.0.1`. A port (`127.0.0.1:8080`) replaces that of the URL.',
      ),
  })
  .prefault({});

/** Accepts `127.0.0.1`, `127.0.0.1:8080`, `::1` and `[::1]:8080`. */
function isAddress(text: string): boolean {
  if (isIpv4(text) || isIpv6(text)) return true;
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  return (isIpv6(six ?? '') || isIpv4(four ?? '')) && Number(port) >= 1 && Number(port) <= 65_535;
}

const isIpv4 = (text: string) => z.ipv4().safeParse(text).success;
const isIpv6 = (text: string) => z.ipv6().safeParse(text).success;

/** Accepts a CIDR range or a single IP address. */
function isRange(text: string): boolean {
  return z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).safeParse(text).success;
}
